"""The abilities of Age of Sigmar, 4th edition: a file each, listed in `table` (A-2, A-3).

`row` is what a file says of its ability, `parse` reads names. To add a weapon ability, write
a file like its neighbours and list its row in `table`.
"""
