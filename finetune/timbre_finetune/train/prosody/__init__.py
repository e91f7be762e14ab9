"""The training of the prosody network: readings by people and by a teacher, and the trainer that learns from them."""
