"""Empires in Arms by the club's house rules, 1789 to 1815: rules only. Never imports ledger, show or cli."""
