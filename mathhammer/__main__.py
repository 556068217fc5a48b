"""``python -m mathhammer``: the command line."""

from mathhammer.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
