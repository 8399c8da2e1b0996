"""The application: panel, pockets, view, journal, settings, texts."""
