"""Answers turned into sheets: a module a kind of answer."""
