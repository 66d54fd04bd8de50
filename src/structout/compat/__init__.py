"""Layers for code that was written for other systems; each is switched on by one explicit call."""
