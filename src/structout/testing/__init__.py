"""Doubles for models, damages for completions, strategies and laws for parsers, and the pytest plug-in's parts."""
