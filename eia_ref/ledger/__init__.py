"""What happened, on disk: pages and entries, appended, locked, chained, voided, audited. Knows no game."""
