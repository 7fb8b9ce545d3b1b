"""What can be asked for over HTTP, a module for each kind."""
