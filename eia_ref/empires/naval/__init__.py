"""At sea: combat, raids, blockades, fleets, admirals."""
