"""What the numbers are for: tables and charts over results."""
