"""Words that people type with figures for sounds: "gr8", "l8r"; they are told from codes by small letters."""

from __future__ import annotations

from .lists import listed_pairs

TYPED: dict[str, str] = listed_pairs(
    "gr8:great gr8t:great l8r:later l8:late m8:mate h8:hate str8:straight w8:wait sk8:skate b4:before "
    "2nite:tonight 2day:today 2moro:tomorrow 2morrow:tomorrow 2mrw:tomorrow 2gether:together 4ever:forever "
    "4get:forget any1:anyone every1:everyone some1:someone sum1:someone no1:no-one"
)
