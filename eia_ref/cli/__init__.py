"""What the game master types. Each command turns words into a request, and an adjudication into a table."""
