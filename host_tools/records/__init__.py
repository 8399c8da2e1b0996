"""What reads a game: replay, score sheet, state."""
