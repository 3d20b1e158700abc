"""The Persian invasion."""
