import { describe, expect, test } from "vitest";
import { guideAnswerSchema } from "./guide-answer.ts";
import { readDrip } from "./read-drip.ts";
import { readGuide } from "./read-guide.ts";

const GUIDE = `Sure, here it is:

\`\`\`markdown
# Is it the roof or the gutter?

*One walk around the house that says which.*
For people with a stain by the wall

It's the gutter more often than not.

Here's how to tell.

## Look after the rain

Stand on the lawn.

- Drips at the corner: the gutter.
- Drips at the wall: the roof.

| What | Whose |
| --- | --- |
| Gutter | Mine |
| Roof | Theirs |

The corner comes first.

> My gutter leaks at ____.

### And the attic

Dry wood is good wood.

## When to leave it

Under a cup a year.

## Send me one picture

I'll say which.

1. Take it from the lawn.

Sources: S3, S7
\`\`\``;

describe("a guide written down", () => {
  test("is read into title, promise, opening, sections and next step, in the order of the text", () => {
    expect(readGuide(GUIDE)).toMatchObject({
      title: "Is it the roof or the gutter?",
      promise: "One walk around the house that says which.",
      readers: "For people with a stain by the wall",
      opening: ["It's the gutter more often than not.", "Here's how to tell."],
      sections: [
        {
          heading: "Look after the rain",
          paragraphs: ["Stand on the lawn."],
          points: ["Drips at the corner: the gutter.", "Drips at the wall: the roof."],
        },
        {
          heading: "",
          table: {
            columns: ["What", "Whose"],
            rows: [
              ["Gutter", "Mine"],
              ["Roof", "Theirs"],
            ],
          },
          after: ["The corner comes first."],
        },
        { heading: "", letter: ["My gutter leaks at ____."] },
        { heading: "And the attic", paragraphs: ["Dry wood is good wood."] },
        { heading: "When to leave it" },
      ],
      nextStep: {
        heading: "Send me one picture",
        paragraphs: ["I'll say which.", "1. Take it from the lawn."],
      },
      sources: ["S3", "S7"],
    });
    expect(guideAnswerSchema.safeParse(readGuide(GUIDE)).success).toBe(true);
  });

  test("that begins with “For” in its opening keeps it", () => {
    const text = GUIDE.replace("For people with a stain by the wall\n", "").replace(
      "It's the gutter",
      "For most, it's it",
    );
    expect(readGuide(text)).toMatchObject({
      readers: "",
      opening: [expect.stringMatching(/^For most/), "Here's how to tell."],
    });
  });

  test.each([
    ["nothing", ""],
    ["a refusal", "I'd rather write a poem."],
    ["a title", "# Roofs"],
    ["an object", '{"title":"Roofs"}'],
    ["no next step", GUIDE.slice(0, GUIDE.indexOf("## Look"))],
  ])("that is %s doesn't fit", (_name, text) => {
    expect(guideAnswerSchema.safeParse(readGuide(text)).success).toBe(false);
  });
});

const DRIP = `Objection: "It's more than I have"

## Email 1, day 0: Which line would you cross out?

Hi {{first_name}},
You said it's steep.

Copy this:

> The roof is ____ years old.

1. Look at the flashing.
2. Look at the pipes.

Which line is it?

Best,
Maria

**Email 2 - Day 3 - Subject: "Steep" is sometimes right**

It may be.

## Call 1, day 1: The line

When: The day after, before noon, because they've read it.

**Say:** "Hi {{first_name}}, Maria here."
**If they say "it's steep":** Fair. Which line?

Then wait.

**Voicemail:** My number is ____.`;

describe("follow-ups written down", () => {
  test("are read into emails without greeting and signature, and calls by their cues", () => {
    expect(readDrip(DRIP)).toEqual({
      objection: "It's more than I have",
      emails: [
        {
          day: 0,
          subject: "Which line would you cross out?",
          paragraphs: [
            "You said it's steep.",
            "Copy this:",
            '"The roof is ____ years old."',
            "1. Look at the flashing.",
            "2. Look at the pipes.",
            "Which line is it?",
          ],
        },
        { day: 3, subject: '"Steep" is sometimes right', paragraphs: ["It may be."] },
      ],
      scripts: [
        {
          day: 1,
          title: "The line",
          when: "The day after, before noon, because they've read it.",
          lines: [
            { cue: "Say", say: "Hi {{first_name}}, Maria here." },
            { cue: 'If they say "it\'s steep"', say: "Fair. Which line? Then wait." },
            { cue: "Voicemail", say: "My number is ____." },
          ],
        },
      ],
    });
  });

  test.each(["", "I'd rather not.", '{"emails":[]}'])("that are %j have no parts", (text) => {
    expect(readDrip(text)).toEqual({ objection: "", emails: [], scripts: [] });
  });
});
