"""Fixtures for pytest: scripted models, a ban on model calls, recorded traffic."""
