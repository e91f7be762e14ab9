"""Two panels of the Record page: the running clone, and the finished voice beside the person."""
