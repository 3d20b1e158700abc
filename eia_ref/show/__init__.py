"""How it looks: for people with rich, plainly, or as one JSON object. Knows no game."""
