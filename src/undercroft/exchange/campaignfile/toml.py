"""Writing plain values as TOML: tables with headings, small tables on one line, long lists one item a line."""

from undercroft.exchange.campaignfile.toml_tree import Tree


def dumped(tree: Tree) -> str:
    """A document: a mapping is a table, a list of mappings a list of tables.

    >>> print(dumped({"name": "Crypt", "zones": {"hall": {"glance": "Long."}}}))
    name = "Crypt"
    <BLANKLINE>
    [zones.hall]
    glance = "Long."
    <BLANKLINE>
    """
    from undercroft.exchange.campaignfile.toml_items import filled  # noqa: PLC0415 - reading needs no tomlkit

    return filled(tree).as_string().lstrip("\n")
