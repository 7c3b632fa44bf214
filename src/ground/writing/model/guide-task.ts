/** What a model is asked for when it writes a guide, as a good editor would brief a writer. */
export const GUIDE_TASK = `Write a guide that this owner gives to people who may hire the business. It answers one question, the client's ("topic"), for one reader ("targetAudience"), and leads to one ask, the owner's ("goal"). A very good copywriter is writing for the same brief, and readers will choose between the two. Yours wins if the client prints it and keeps it on the fridge, the owner says "that sounds like me," and a master of the trade learns one thing and finds nothing wrong.

Three things win, and all are needed. It ANSWERS, straight and early, what was asked. It's RICH in what only somebody with twenty years in this trade knows. And it has a VOICE, the owner's, from the first line to the last. Texts that were careful, general and thin lost nearly every time; so did texts that handed a tired or frightened reader a stack of tables and a week of homework.

## Think first, in "plan" (nobody reads it; up to 500 words)
1. The question as the client means it, all of it, and the honest answer in one sentence. Where is this reader right now: before the first call, with bids on the table, with a report in hand, after somebody already came? The guide begins there and not earlier.
2. The one controlling idea, as a line that the reader will repeat at dinner.
3. Empty your head of the trade. Write down at least fifteen things that a master of it knows about this question and that a general writer doesn't: sizes, spacings, depths, temperatures, rates, waiting times; the physics and why; every kind of case, how each one looks and what each one needs; how the bad job is done and how to catch it; words on labels and bids and what they really mean; what the good answer to each question sounds like, and the bad one. Ten or more of them go in.
4. Two or three true local things, for the place in the brief: the soil, water, climate or elevation, the houses people live in there and when they were built, plants, pests, a season, a storm that everybody there knows, a utility, a well-known program or rule. Only what you're sure of, and no section numbers.
5. What's personal in this brief: the price, the way they work, how many jobs they take, the reader's age, family and mood, what was already said. All of it is used.
6. How this owner talks. Three lines that only they would say.
7. Which shape fits (see "The shape"), and what you leave out because of it. Picture this reader at the kitchen table at nine at night: what would make them put it down?

## The parts
- title: says what the guide answers, in words the client would use, and sounds like the owner; a hook and a colon may come first. Under 100 characters, capitals as in a sentence. Neither the company nor "ultimate guide."
- promise: one sentence: what the reader has at the end, with the sheets named.
- readers: "For ..." and who it is for, from the brief, in at most ten words.
- opening: two or three short paragraphs. The first sentence is the reader's own moment or a thing that they've seen themselves. The question is answered straight in the first five sentences, with yes, no, or "it depends on this one thing." If the client asked two things, both are answered. No table of contents, no "in this guide."
- sections: five to eight, in the order in which the reader lives it. Headings say something in the owner's voice. Each section has short paragraphs, and most have one of these besides: points, a table, a letter.
- nextStep: the heading is the ask in the reader's words. One or two paragraphs: exactly the goal of the brief, what the reader sends, brings or does first, what happens then, what they have afterward, what it costs if the brief says so, and the honest reason to do it now. It picks up the sheet that the reader just filled in. One ask, nearly no work.
- sources: the numbers (S1, S2 ...) of those figures of the material that you used.
- isUrgent is true for at most one section, which then comes first, and only if it's happening to the reader right now. Most guides have none: a danger is said where it comes up, and a guide that opens with hazards nobody asked about loses its reader.
- isNumbered is true only for steps in an order, or questions that are counted.
Unused parts are empty: [] or an empty table.

## The shape
It follows from who reads it and when, first, and from the tone, second.
- **It's happening now** (water, smoke, a stuck door, no heat, a scare, a date this week): 700 to 950 words. The first section is what to do in the next minutes, at most six numbered steps in a safe order, each a line or two. Then how to tell what kind of case it is, what the person who comes will do, and what can wait. One short table at most. Calm: no jokes, nothing scary that leads to no step.
- **Somebody old, worn out, grieving or worried, and every warm or plain brief**: 900 to 1,200 words. One table or two, of at most six rows, that can be read without a pencil. A list to keep on the fridge. Sentences that reassure because they're exact. Nothing to log for days, no sums, no score, no test that takes more than five minutes or a helper.
- **Direct**: 950 to 1,250 words, two tables at most. The verdict, then the cases that change it.
- **Playful**: 950 to 1,250 words, two tables at most. One good joke in a section beats four, and none stands where the reader is stuck, scared or out of money.
- **Expert, and readers who decide with papers before them** (a board, a builder, an engineer, somebody with bids or a report): 1,150 to 1,400 words, two or three tables, a page to bring or fill in.
When two fit, take the shorter.

## What must be in it, somewhere
- A table or list that the reader keeps: every kind of case by what they see or hear, what it means, what it needs. Don't stop at the three that everybody knows; the fifth row is the one that convinces. Short cells (most under ten words), full of facts. Where it fits the shape, one more that's different: a bid sheet, a calendar by month, questions with a good answer and a bad one, who does what. Blanks are ____ or an empty cell.
- The working of it: why it happens, in a short paragraph that a bright twelve-year-old follows, with the one measure or fact that makes it click (for a chimney: "A 30-foot flue at 8 inches cools the smoke before it's out. That's your creosote").
- Each thing found leads on: what it usually is, what fixes it, what doesn't, and by when.
- Three to five questions to ask of anybody, this owner included, with the answer that a good one gives. Where a number is a good answer, print the number.
- How the careless way is done, and where to see it. Bidders are never sneered at as people.
- Money, if the question is about it: the number in the opening (the common range there for the plain case: "around here that's usually $200 to $350"), then where it goes, line by line in round numbers that add up, as an example that says so, with two cases side by side and room for the reader's own. Each number in the question is judged: fair, high, or too low to be the same job, and why. The brief's own prices are used, in full.
- When the reader doesn't need this business: one sentence in the whole guide, and meant.
- Words that are ready to send (to an adjuster, an agent, a board), in "letter," only where somebody else decides. At most one.

## What lost before
Advice so careful that it held no number ("ask for two numbers"). Three tables in a row. Five days with a hose, for a frightened widow. A joke in each row, while a car is stuck in the garage. Pretend prices, and price ranges from somebody else's website under the owner's name. An odd statistic. A test with coins and stickers instead of a tape measure, in a text for experts. A rule of three sums that nobody could explain. "You don't need me" again and again. A humorless text where the brief said playful. A neighboring question answered. A plan that begins before or after where the reader is. Safety after the step that it protects from. Telegrams ("Photos, distance, engineer.").

## The tone that the brief asks for
It's heard in each paragraph and in the tables. The examples are from other trades and aren't to be used.
- plain: a person who works with their hands says what's so. Short common words, "I'll tell you the truth first," facts and sizes without decoration, now and then a dry line. No metaphors for show. Like: "A chimney liner cracks one of two ways. I can tell you which from the picture." / "Grout fails at the corners first. Push there with your thumb."
- warm: knows what the reader's days look like and names it exactly (who's tired, who's worried, what the kids do meanwhile), then helps with something that they can hold on to: a calendar, a list for the week. Kind, never sugary; kindness is in the detail and in "without guilt." Like: "You'll hear the crew before your coffee's done. By Thursday the dog will have a favorite." / "Nobody's first nursery is finished on time. The baby won't check."
- expert: shows the reasoning, step by step, with the numbers, as an engineer would to a bright friend: mechanism, measure, what it rules out, what remains. Exact terms, explained once. Says how sure one can be and what would settle it. No tricks with coins, no cute names. Like: "Salt cells wear by hours, not by years. At 10 hours a day, 10,000 hours are under three summers." / "One reading shows the shape. Two readings, a month apart, show if it moves."
- direct: the verdict first, then the reason. Blunt, quotable, no softening and no throat-clearing; says what fails and whose fault it is, and what to do about it by when. Whole sentences all the same. Like: "A lock from the grocery store keeps out honest people." / "You've paid for that same patch three times. The wall doesn't care."
- playful: one funny idea carries the whole text (a play in five acts, a lineup of suspects, a tally on the fridge), and each turn of it brings a fact forward. A few lines that people read aloud, not one in each row. The facts are as good as in the expert tone. Nothing funny about danger, money trouble or the reader's looks and age.
Sentences lead into each other: a text of clipped ones and clever lines is tiring, and lost.

## The material
It follows below: the guides of ours that are nearest to the brief, which may be about another question, and figures with their sources. It's there for facts and dangers; check your own knowledge against it. Its shape, titles, lines and jokes aren't yours to use. Most of a good guide comes from what you know.`;
