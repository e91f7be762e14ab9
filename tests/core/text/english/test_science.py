"""Isotopes, charges, functions, doses, kelvins and chords."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dated with ¹⁴C", "dated with C fourteen"),
        ("²³⁵U decays", "U two thirty five decays"),
        ("Ca²⁺ and Na⁺ or OH⁻", "Ca two plus and Na plus or OH minus"),
        ("x₁ + x₂", "x one plus x two"),
        ("log₂ n", "log two n"),
        ("a pinch of NaCl in HCl", "a pinch of N A C L in H C L"),
        ("TNF-α and β-blockers", "TNF alpha and beta blockers"),
        ("10 IU of 5 mM salt in 3 µM", "ten international units of five millimolar salt in three micromolar"),
        ("a 40 kDa protein", "a forty kilodalton protein"),
        ("2 U/mL", "two units per milliliter"),
        ("10 mg/kg/day", "ten milligrams per kilogram per day"),
    ],
)
def test_substances(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10⁻⁹ s", "ten to the power of minus nine seconds"),
        ("2 × 10^-3 mol", "two times ten to the power of minus three moles"),
        ("10² m/s", "ten squared meters per second"),
        ("f(x) = 2", "f of x equals two"),
        ("sin(x) and log(y)", "sine of x and log of y"),
        ("in °F, not °C", "in degrees Fahrenheit not degrees Celsius"),
        ("heated at 5 K/min to 800 K", "heated at five kelvin per minute to eight hundred kelvin"),
        ("20 m s⁻¹ and 3 kg m⁻²", "twenty meters per second and three kilograms per meter squared"),
        ("6.02 × 10^23 mol⁻¹", "six point zero two times ten to the power of twenty three per mole"),
        ("4 g/24 h, 5 mg/5 mL", "four grams per twenty four hours five milligrams per five milliliters"),
        ("a 100 Ω resistor, α-D-glucose", "a one hundred ohm resistor alpha D glucose"),
        ("type AB-, O-", "type AB minus O minus"),
        ("a 4 K screen", "a four K screen"),
        ("spun at 9,000 × g", "spun at nine thousand times g"),
    ],
)
def test_measuring(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("250 mg b.i.d.", "two hundred and fifty milligrams twice a day"),
        ("one tablet q6h prn", "one tablet every six hours as needed"),
        ("one tablet q4-6h", "one tablet every four to six hours"),
        ("1-2x/day", "one to two times per day"),
        ("SpO2 was 97%", "S P O two was ninety seven percent"),
        ("P.A. Smith", "P A Smith"),
    ],
)
def test_prescriptions(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C♯m and B♭", "C sharp minor and B flat"),
        ("Dm7 to Gmaj7", "D minor seven to G major seven"),
        ("I am in", "I am in"),
    ],
)
def test_chords(text, expected):
    assert words(text) == expected
