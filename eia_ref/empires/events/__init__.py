"""The month's random event, and the economic phase it looks forward to."""
