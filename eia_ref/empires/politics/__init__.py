"""War, alliances, peace; political and victory points."""
