"""The questions of dice outside attacks, by kind (contract section 4).

The kinds are known from `base`; their classes are read when one is asked for.
"""
