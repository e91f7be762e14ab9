"""Programs that measure Timbre: likeness, intelligibility, pleasantness and speed."""
