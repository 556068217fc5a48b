"""Answers turned into sheets: one module per kind of answer."""
