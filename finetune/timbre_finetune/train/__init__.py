"""The trainers of the base model, their losses, and what they share."""
