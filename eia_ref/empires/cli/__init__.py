"""The game's own commands, one module a group, loaded only when used."""
