"""The parts of every page: templates, assets, words, charts, and fields."""
