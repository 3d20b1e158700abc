"""eia-ref: a command-line referee for Empires in Arms house-rules campaigns."""

__version__ = "0.4.0"
