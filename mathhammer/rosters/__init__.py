"""Army lists: files and texts of list builders, read as units with the fields of scenario files."""
