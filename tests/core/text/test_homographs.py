import pytest

from timbre.text.english.homographs import HOMOGRAPHS
from timbre.text.normalize import Normalizer

SENTENCES = """
I read the news every morning.                              | ɹˈiːd
Yesterday she read the letter twice.                        | ɹˈɛd
Have you read this book?                                    | ɹˈɛd
He sat down and read the paper.                             | ɹˈɛd
Please read it aloud.                                       | ɹˈiːd
They will read the contract tomorrow.                       | ɹˈiːd
The poem was read by its author.                            | ɹˈɛd
Can you read the small print?                               | ɹˈiːd
I have not yet read it.                                     | ɹˈɛd
We learn to read at school.                                 | ɹˈiːd
The old pipes were made of lead.                            | lˈɛd
Follow me, I will lead the way.                             | lˈiːd
She took the lead in the final lap.                         | lˈiːd
Lead paint is toxic to children.                            | lˈɛd
All roads lead to Rome.                                     | lˈiːd
It was as heavy as lead.                                    | lˈɛd
Copper and lead are mined in the valley.                    | lˈɛd
He sang the lead role.                                      | lˈiːd
I live in a small town.                                     | lˈɪv
The concert was broadcast live from Vienna.                 | lˈaɪv
We love live music.                                         | lˈaɪv
They live with their parents.                               | lˈɪv
The show goes live at nine.                                 | lˈaɪv
Nobody can live without water.                              | lˈɪv
Do not touch a live wire.                                   | lˈaɪv
Where do you live?                                          | lˈɪv
The wind blew all night.                                    | wˈɪnd
Remember to wind the clock.                                 | wˈaɪnd
A cold wind came from the north.                            | wˈɪnd
The paths wind through the forest.                          | wˈaɪnd
Wind up the toy and let it go.                              | wˈaɪnd
Wind power is cheap.                                        | wˈɪnd
Sit down, relax and listen to the wind.                     | wˈɪnd
A tear rolled down her cheek.                               | tˈɪɹ
Do not tear the paper.                                      | tˈɛɹ
There is a tear in my jacket.                               | tˈɛɹ
They will tear down the old wall.                           | tˈɛɹ
He wiped a tear from his eye.                               | tˈɪɹ
It is only normal wear and tear.                            | tˈɛɹ
She fired an arrow from her bow.                            | bˈoʊ
The actors took a bow.                                      | bˈaʊ
You must bow to the queen.                                  | bˈaʊ
He stood at the bow of the ship.                            | bˈaʊ
She wore a red bow in her hair.                             | bˈoʊ
The violinist raised his bow.                               | bˈoʊ
They bow before the king.                                   | bˈaʊ
Please close the door.                                      | klˈoʊz
They are close friends.                                     | klˈoʊs
The shops close at six.                                     | klˈoʊz
Our house is close to the station.                          | klˈoʊs
Close your eyes and count to ten.                           | klˈoʊz
That was a close call.                                      | klˈoʊs
Stay close and do not talk.                                 | klˈoʊs
We had to close the account.                                | klˈoʊz
You can use my phone.                                       | jˈuːz
What is the use of that?                                    | jˈuːs
It is no use to complain.                                   | jˈuːs
Use a sharp knife.                                          | jˈuːz
The tool is in use today.                                   | jˈuːs
They use it every day.                                      | jˈuːz
For external use only.                                      | jˈuːs
How do I use this program?                                  | jˈuːz
The nurse cleaned the wound.                                | wˈuːnd
He wound the clock before bed.                              | wˈaʊnd
The river wound through the valley.                         | wˈaʊnd
Wait a minute.                                              | mˈɪnɪt
She described it in minute detail.                          | maɪnˈuːt
They found minute traces of gold.                           | maɪnˈuːt
He was content with little.                                 | kəntˈɛnt
The content of the letter is secret.                        | kˈɑːntɛnt
They crossed the desert by night.                           | dˈɛzɚt
He would never desert his friends.                          | dᵻzˈɜːt
I refuse to answer.                                         | ɹɪfjˈuːz
The refuse is collected on Monday.                          | ɹˈɛfjuːs
A strange object fell from the sky.                         | ˈɑːbdʒɛkt
I object to that remark.                                    | əbdʒˈɛkt
She gave me a present for my birthday.                      | pɹˈɛzənt
Let me present the results.                                 | pɹɪzˈɛnt
He broke the world record.                                  | ɹˈɛkɚd
We want to record a song.                                   | ɹᵻkˈɔːɹd
My grandfather read to us every night.                      | ɹˈɛd
Could you read that again?                                  | ɹˈiːd
I read your message last night.                             | ɹˈɛd
To read is to dream.                                        | ɹˈiːd
The roof was covered in lead.                               | lˈɛd
This will lead to problems.                                 | lˈiːd
Lead is a soft metal.                                       | lˈɛd
The detective has a new lead.                               | lˈiːd
The band plays live every Friday.                           | lˈaɪv
People who live here are happy.                             | lˈɪv
The match was shown live on television.                     | lˈaɪv
A strong wind broke the tree.                               | wˈɪnd
You need to wind your watch.                                | wˈaɪnd
The wind is picking up.                                     | wˈɪnd
She shed a single tear.                                     | tˈɪɹ
Be careful not to tear your dress.                          | tˈɛɹ
He tied the ribbon into a bow.                              | bˈoʊ
The dancer made a deep bow.                                 | bˈaʊ
We sat close together.                                      | klˈoʊs
The bank will close early today.                            | klˈoʊz
Keep close to the wall.                                     | klˈoʊs
I never use sugar.                                          | jˈuːz
The use of force was banned.                                | jˈuːs
Make use of your time.                                      | jˈuːs
"""
CASES = [tuple(part.strip() for part in line.split("|")) for line in SENTENCES.strip().splitlines()]


def reading(text):
    tokens = Normalizer("en-us").tokens(text, 0, len(text))
    return [token.spoken[0].split("/")[1] for token in tokens if token.text.lower() in HOMOGRAPHS]


@pytest.mark.parametrize(("text", "ipa"), CASES)
def test_the_words_beside_a_homograph_choose_its_reading(text, ipa):
    assert reading(text) == [ipa]


MORE = """
My parents used to travel a lot.                            | jˈuːst
This is a tool used to cut glass.                           | jˈuːzd
We used the old map.                                        | jˈuːzd
You get used to the noise.                                  | jˈuːst
The method used to train models                             | jˈuːzd
Nobody used it.                                             | jˈuːzd
The singer's deep bass voice filled the hall.               | bˈeɪs
Grandpa caught a bass at the pond.                          | bˈæs
He turned the bass up.                                      | bˈeɪs
A white dove landed on the roof.                            | dˈʌv
She dove off the cliff.                                     | dˈoʊv
Tears of joy                                                | tˈɪɹz
He tears down posters.                                      | tˈɛɹz
Sales decrease every winter.                                | dᵻkɹˈiːs
There was a decrease in sales.                              | dˈiːkɹiːs
They import wine from France.                               | ɪmpˈɔːɹt
The import of wine is taxed.                                | ˈɪmpɔːɹt
The editors reject most papers.                             | ɹᵻdʒˈɛkt
He is a strong advocate of reform.                          | ˈædvəkət
We advocate for change.                                     | ˈædvəkˌeɪt
Her business associate called.                              | ɐsˈoʊsɪət
I associate it with summer.                                 | ɐsˈoʊsɪˌeɪt
Please excuse my delay.                                     | ɛkskjˈuːz
That is no excuse.                                          | ɛkskjˈuːs
A duplicate key                                             | dˈuːplᵻkət
Do not duplicate this file.                                 | dˈuːplᵻkˌeɪt
The farm sells fresh produce.                               | pɹˈoʊduːs
The factory can produce ten cars.                           | pɹədˈuːs
Prices will increase in May.                                | ɪnkɹˈiːs
An increase of 5%                                           | ˈɪnkɹiːs
The subject of the email                                    | sˈʌbdʒɛkt
Do not subject them to this.                                | səbdʒˈɛkt
I was upset by the news.                                    | ʌpsˈɛt
Let's estimate it.                                          | ˈɛstᵻmˌeɪt
a rough estimate                                            | ˈɛstᵻmət
Keep them separate.                                         | sˈɛpɹət
We separate the eggs.                                       | sˈɛpɚɹˌeɪt
I want a refund.                                            | ɹˈiːfʌnd
They will refund you.                                       | ɹᵻfˈʌnd
sign the contract                                           | kˈɑːntɹækt
Stocks close lower on Friday.                               | klˈoʊz
He read aloud to the class.                                 | ɹˈɛd
Have you ever read Proust?                                  | ɹˈɛd
You should read more.                                       | ɹˈiːd
Many people read on their phones.                           | ɹˈiːd
She just read the news.                                     | ɹˈɛd
I have read and agree to the terms.                         | ɹˈɛd
The lead actor quit.                                        | lˈiːd
Water pipes made of lead                                    | lˈɛd
We watched it live on TV.                                   | lˈaɪv
Where did they live?                                        | lˈɪv
Live music every Friday                                     | lˈaɪv
The strong wind broke a window.                             | wˈɪnd
Wind the yarn around your hand.                             | wˈaɪnd
The record shows it.                                        | ɹˈɛkɚd
Press the button to record.                                 | ɹᵻkˈɔːɹd
He set a new record.                                        | ɹˈɛkɚd
It will be present tomorrow.                                | pɹˈɛzənt
May I present my wife?                                      | pɹɪzˈɛnt
Does he object?                                             | əbdʒˈɛkt
Take a bow.                                                 | bˈaʊ
The cello bow broke.                                        | bˈoʊ
every minute counts                                         | mˈɪnɪt
"""
MORE_CASES = [tuple(part.strip() for part in line.split("|")) for line in MORE.strip().splitlines()]


@pytest.mark.parametrize(("text", "ipa"), MORE_CASES)
def test_nouns_and_verbs_of_one_spelling_differ(text, ipa):
    tokens = Normalizer("en-us").tokens(text, 0, len(text))
    chosen = [token.spoken[0].split("/")[1] for token in tokens if token.spoken[0].startswith("/")]
    assert chosen == [ipa]


def test_a_reading_that_needs_both_sides_is_not_taken_for_one():
    assert reading("The knife was used to cut rope.") == ["jˈuːzd"]
    assert reading("She used salt.") == ["jˈuːzd"]
    assert reading("She used to sing.") == ["jˈuːst"]
