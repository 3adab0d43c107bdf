"""Pages in Markdown with rolls in them: read, lint, roll on their tables, and write tables back.

The pieces, from the bottom up: `places` and `problems` say where something stands and what is wrong with it;
`expressions` reads dice, `inline` rolls in running text, `mapping` the little YAML of fenced blocks, `ranges` the keys
of rows, `templates` what is said of a result; `fenced` and `grids` make tables of them, `coverage` finds their holes;
`blocks` cuts a page into pieces, `page` reads it whole, `references` looks for circles; `rolling` makes a table a rule,
`writing` writes one back.
"""
