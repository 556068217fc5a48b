"""The commands, a module each; `mathhammer.cli.command.COMMANDS` lists them."""
