"""The French Revolution: its track, the émigrés, the Bourbons, the Peace of Amiens."""
