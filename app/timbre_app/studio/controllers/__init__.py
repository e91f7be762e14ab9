"""One controller a page: signals of the view in, use cases out."""
