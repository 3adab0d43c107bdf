"""The manual: a page for each rule, with its inputs, outcomes, tables, odds, readings and cases."""
