"""The sentences with which the speed of synthesizers is measured; we wrote them ourselves."""

WARM_UP = (
    "This first sentence warms it up.",
    "And this one, which is longer, makes sure that it is warm enough.",
)
"""Spoken before anything is timed."""

FIVE_SECONDS = (
    "The ferry leaves at a quarter past seven, whether or not the fog has lifted by then.",
    "My grandmother kept her best recipes in a tin box on the shelf above the kitchen door.",
    "After the storm, the whole village came down to the harbour to look for missing boats.",
    "We followed the narrow path through the pine forest until we could hear the waterfall.",
    "Nobody expected the small brown parcel to contain a letter that was written so long ago.",
    "The new library opens on Monday, and the children have already asked for their cards.",
    "She painted the fence twice, first in a pale green and then in the colour of old brick.",
    "If you turn left behind the bakery, you will find the workshop at the end of the lane.",
    "Our train stopped in the middle of a field, and for an hour nothing happened at all.",
    "He tuned the piano slowly, one string after another, and hummed an old song as he went.",
    "The astronomers waited three winters for a night as clear and quiet as this one was.",
    "Please water the tomatoes before breakfast, since the afternoon will be far too hot.",
    "A flock of starlings turned above the rooftops like smoke that could not make up its mind.",
    "The museum keeps its oldest maps in a cool dark room that very few visitors ever see.",
    "They sold the farm in the spring, but the dog still walks back to it every evening.",
    "With a little patience and a sharp knife, you can carve a whistle from a willow branch.",
    "The engineer drew a second bridge beside the first and asked which of them we would trust.",
    "Every window in the street was lit, and somebody was playing a trumpet on the third floor.",
    "I would rather carry the heavy bag myself than watch you drop it on the stairs again.",
    "The coffee was cold, the map was wrong, and yet it was the best journey of the year.",
    "Before the curtain rose, the youngest of the dancers counted quietly up to a hundred.",
    "The doctor listened for a while, wrote down two words, and told him to sleep much more.",
    "On the far side of the valley, a single red tractor moved back and forth all morning.",
    "It takes about nine minutes for the kettle to boil when the wind comes from the north.",
    "You could smell the bread from the corner, long before you saw the lights of the shop.",
)

EIGHT_SECONDS = (
    "When the last ferry of the evening had left the harbour, the old keeper climbed the winding stairs, lit the lamp "
    "with great care, and sat down to write another long letter home.",
    "Nobody in the village could remember a winter as mild as this one, and so the children played by the river until "
    "it was dark and the first lights came on along the road.",
    "The orchestra had rehearsed the second movement for most of the afternoon, but the conductor still asked the "
    "horns to begin once more, a little softer, and without any hurry at all.",
    "If you walk past the mill and follow the stream for about a mile, you will come to a wooden bridge, from which "
    "the whole valley can be seen on a clear morning in spring.",
    "She had packed nothing but a coat, a notebook, and three apples, because her uncle had promised that everything "
    "else would be waiting for her in the small house at the edge of town.",
)
"""Sentences of 8 to 9 s of speech."""

SHORT = (
    "Turn left here.",
    "Your tea is ready.",
    "The door is open now.",
    "Call me when you arrive.",
    "It will rain this evening.",
    "The meeting starts at nine.",
    "Someone is at the front door.",
    "Please take a seat by the window.",
)
"""Sentences of about 1 to 2 s of speech, as an assistant says them."""
