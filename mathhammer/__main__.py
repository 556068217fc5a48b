"""``python -m mathhammer``: the command line."""

from mathhammer.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
