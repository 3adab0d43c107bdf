"""`python -m undercroft`."""

from undercroft.faces.cli import main

if __name__ == "__main__":
    main()
