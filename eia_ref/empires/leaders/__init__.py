"""The roster of leaders: who comes, goes, falls, is in exile, and comes back."""
