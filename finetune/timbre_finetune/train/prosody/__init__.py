"""What draws how a sentence is read: readings of people and of a teacher, and the training on them."""
