"""Warhammer 40,000, 10th edition: a file a step of the attack sequence (W-1 to W-4).

`attacks` how many, `hits`, `wounds`, `saves`, `damage`, `target` who takes them,
`hazardous` and `demise` what it costs the attacker, `sequence` puts the plan together, `notes`
says what a reader may not expect.
"""
