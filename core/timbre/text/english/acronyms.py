"""Acronyms that are not read as espeak-ng would read them."""

from __future__ import annotations

from .lists import listed, word_set

# Capitals that are spelled, and that espeak-ng would read as words.
SPELLED = listed(
    "ACA ACLU ADP AED AIG AKA ALS AMA AMC APA APR AR ASAP ASD ASL ATP AWS BA CLI COO DEI DOB DOD DOE DUI DWI EA "
    "AES EC ECG EDI EDM EEG EFT EIN EKG EMT EOD EOM EOS EOY EP EPA EPL EPS EQ ER ERP ESL ETA ETF ETL EUV EV FAA FAQ "
    "FWIW GRE HOA IBS IC ICBM ICU IDE IDK IEA IEP ILO IM IMF IO IOC IOU IPO IQ IRA IRL IUD IVF LED MP NGO NIH NYC OOO "
    "OT OTC PC PE POS POV PTA PTO QA RIP ROI SEO SOS TA TSA TV UAE UAV UCI UFC UHD UPI UPS URI USC USMC USPS UTI "
    "UX VIP YMCA YTD"
)
# Read as words, whose plural espeak-ng would spell or leave away.
WORDLIKE: dict[str, str] = {
    **{word.upper(): word for word in listed("sim pin ram rom lan wan gif seal mooc jpeg cad")},
    "GUI": "gooey",
    "ID": "I D'",
}
# Said in another way than they are spelled.
ACRONYMS: dict[str, str] = {
    "NAACP": "N double A C P",
    "NCAA": "N C double A",
    "AAA": "triple A",
    "PhDs": "P H D's",
    "PhD": "P H D",
    "BSc": "B S C",
    "MSc": "M S C",
    "YoY": "year over year",
    "QoQ": "quarter over quarter",
    "MoM": "month over month",
    "YOY": "year over year",
    "QOQ": "quarter over quarter",
    "PvP": "P V P",
    "PvE": "P V E",
    "PSAT": "P S A T",
    "MCAT": "M cat",
    "SpO2": "S P O two",
    "HbA1c": "H B A one C",
    "WWII": "World War two",
    "WWI": "World War one",
    "WW2": "World War two",
    "WW1": "World War one",
    "M&Ms": "M and M's",
}
# In a sentence of capitals other words are said as words, because "US" and "IT" may be no acronyms there.
IN_CAPITALS = word_set("UK EU UN USA FBI CIA CEO CFO NBA AI EPA FDA IRS USB UFO HIV ATM ABC API CPU GPU")
NO_LETTERS = word_set(
    "MR MRS MS DR ST VS FT MT HMM MM SHH PSST PFFT GRR BRR TSK NTH ZZZ XXX PLS THX JR SR LB KG CM"
)
