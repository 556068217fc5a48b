"""The rules of each game: profiles and context in, a `Plan` of numbers out."""
