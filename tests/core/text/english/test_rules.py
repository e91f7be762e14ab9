"""The rules are tried only where they can begin."""

import re

import pytest

from timbre.text.english import rules

TEXTS = """
> quoted :) <3 far[2] c. 1900 km/h 00:1A:2B:3C:4D:5E https://a.org/b bob@example.com mail.nasa.gov 5/7.pdf (c) 2020
.NET @user123 #FF5733 §§ 5 #Fun 1 000 000 4.5/5 he/she read/write 1080p 1 Cor 13 room 101 FY24 2022-05678 111-11-1111
5-Jan-2020 2020-01-05T10:30:00Z +1 (123)-123-5678 (123) 123-5678 +44 20 7946 0958 1-800-GO-U-HAUL 1-800 127.0.0.1:8080
$5-10 -$5 US$76 trillion kr 200 R$ 50 12,80 EUR 2024-01-31 12/05 31/31/100 -2 3/8 1/4th ½ tsp 1 ½ cup 3:05 p.m. 5:3 10am
708 N 1st St, Town, CA 95051 401(k) 22nd 1st-3rd is 30s '80s 1990s 2Q22 july 25 #1-5 is 98 F -40 C 10-9-8 978-0-306-40-1
2x8 m 1920x1080 6'2" 12" 50-50 350F 98° N 10:30 EST Nxf3+ O-O H2O B.1.1.7 A- x != y 5 · 3 5 - 3 = 2 x <5 min
-5e-21 10^3 x² 7-3=4 b-c-1-5 GPT-3.5 H.264 1.5M 3x faster -0.4kg .5 5-7 1.5abc ~5 2-0 9 - 4 2 x 4 Mon.-Wed.
<b>bold</b> it&rsquo;s &lt; [page](a.html) **x** /usr/bin/a C:\\Users .github 2pm 0800 hours 15h30 5h 30m 30s timeout 20240105
5-7 January Jan-Mar in Feb Tue 2023/24 Q1-Q3 UTC-5 10:00Z Fig 5 Gen. 1:1 0123 4567 8901 2345 GB33 BUKB 2020 1555 5555 55
sort code 12-34-56 555-1234 x123 911 call page 3/10 Boston, Mass. Mt Everest PO Box 1 50p each $TSLA 6' tall 10' x 12'
found[1, 2] r/AskMe (b. 1950) Albany, N.Y. (D-Calif.) 2 c. oil Oak St. S N. Dakota 3rd fl. scene iii expla-
nation US-101 N, 14 ff. EUR/USD Dial *67 No. 88-1234 1099-MISC $5+ million hit .305 $(4.2) (£m) 1:45.3 12/23-1/2 12ff. '05
(1066–1087) Hwy 101 S 2008-09 at 300 K 3.x 3pp 2-3x/day 88 F.3d 767-300 q4h C♯m Am7 NaCl TNF-α f(x) °C ¹⁴C Na⁺ 10⁻⁹ s x₁
£3 10s. up 48c x 3 days 7:58 min/mile 9:16/mi 5 mg/5 mL 6-4, 7-5 ty! £9 pcm 20 m s⁻¹ I ❤️ NY GIFs 40° 42' N 1.234,56 ★★☆ 0xFF 2 days/week 5 yr. old 1000s 18th c. (a)/(b) (a-b) +/- 5
5!/3! = n! (n-1)! 2 x 400g tins 1 x onion a 15A outlet 12 st 3 lb f/2.8 1/60 s 5W-30 Root 104*, 5* hotel 40-15 T-10 and IIB
stage IIIB P(A|B) Q7-Q9 x̄ /6 dec. -g ♩ = 9 Bb, E maj. 21-cv-345 Ke$ha 3% y/y 5 - x doi:10.1000/182 want 2 go = 3 r 2
## Heading
- [ ] task
+ bullet
```fence
Mon-Fri v1.2.3 Roe v. Wade Q &amp; A &c. NCAA Mr Smith Dr. Who J. R. Smith 'tis NE of here C++ a % b
"""
KINDS = {"d": r"\d", "e": r"\d", "l": r"[^\W\d]", "s": r"\s", "p": r"[^\w\s]"}


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.name)
def test_a_match_begins_as_its_rule_says(rule):
    for match in re.finditer(rule.pattern, TEXTS):
        assert any(re.match(KINDS[kind], match.group()) for kind in rule.beginnings), match.group()


def test_groups_find_what_the_rules_find_one_by_one():
    one_by_one = re.compile("|".join(rule.pattern for rule in rules.RULES))
    in_groups = re.compile("|".join(rules.ENGLISH))
    expected = [(match.lastgroup, match.span()) for match in one_by_one.finditer(TEXTS)]
    assert [(match.lastgroup, match.span()) for match in in_groups.finditer(TEXTS)] == expected
    assert len({name for name, _ in expected}) > 155


def test_a_rule_matched_again_finds_the_same():
    whole = re.compile("|".join(rules.ENGLISH))
    own = {rule.name: re.compile(rule.pattern) for rule in rules.RULES if rule.has_own_match}
    matches = [match for match in whole.finditer(TEXTS) if match.lastgroup in own]
    assert len(matches) > 50
    for match in matches:
        again = own[match.lastgroup].match(TEXTS, match.start())
        assert again
        assert again.span() == match.span(), match.group()


def test_groups_of_rules_that_are_matched_again_are_not_in_the_whole_pattern():
    whole = re.compile("|".join(rules.ENGLISH))
    every = re.compile("|".join(rule.pattern for rule in rules.RULES))
    assert whole.groups < every.groups / 2
