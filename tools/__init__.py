"""What maintainers run; nothing here is installed."""
