"""How a view becomes dots."""
