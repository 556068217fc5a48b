"""The abilities of Warhammer 40,000, 10th edition: a file each, listed in `table` (W-3, W-4).

`row` is what a file says of its ability, `parse` reads names. To add a weapon ability, write
a file like its neighbours and list its row in `table`.
"""
