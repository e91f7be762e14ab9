"""Two panels of the Record page: the running clone, and the finished voice beside the person.

Start with `controller`; `timbre_app.studio.clone_route` brings it the orders of other pages.
"""
