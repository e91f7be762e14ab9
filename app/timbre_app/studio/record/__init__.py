"""The Record page: sessions, the microphone, takes and their checks, recordings that exist already.

From the button *Record* to a kept take: `sentence` hears the button, `taking` records, `review` and `take_examiner`
check the take, `ordering` makes a voice of the takes. Start with `controller`.
"""
