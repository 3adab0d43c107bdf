"""Pages in Markdown with rolls in them: reading, checking, rolling on their tables, and writing tables back.

The modules, from the bottom up: `places` and `problems` describe where something is and what is wrong with it;
`expressions` reads dice, `inline` rolls in running text, `mapping` the simple YAML of fenced blocks, `ranges` the keys
of rows, `templates` the wording of a result; `fenced` and `grids` make tables of them, and `coverage` finds their gaps;
`blocks` cuts a page into blocks, `page` reads a whole page, `references` looks for cycles; `rolling` makes a table a
rule, and `writing` writes a table back.
"""
