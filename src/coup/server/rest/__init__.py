"""The REST API, a module for each resource."""
