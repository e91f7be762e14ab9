"""The Books page: a book's file in, an audiobook out."""
