import { describe, expect, it } from "vitest";
import { OBJECTIONS } from "../trades/schema.ts";
import { versionsIn } from "./fill-follow-up.ts";
import { readFollowUp } from "./follow-up-file.ts";
import { readObjections } from "./objections-file.ts";

describe("a file is refused", () => {
  const read = (change: (text: string) => string) => () => readFollowUp(change(SOURCE), "roofer/cold");
  it.each<[string, string, (text: string) => string]>([
    ["without a head", "must begin with a head", (text) => text.replace("---\n", "")],
    [
      "with a usual ask that it doesn't have",
      "must have otherwise",
      (text) => text.replace("otherwise: visit", "otherwise: call"),
    ],
    [
      "without an ask for a goal",
      "An ask is for each of visit, reply",
      (text) => text.replace("- reply: Write.\n", ""),
    ],
    [
      "with an ask for no goal",
      "An ask begins with a goal",
      (text) => text.replace("- reply: Write.", "- shout: Write."),
    ],
    [
      "without a tone in the first email",
      "opens in plain",
      (text) => text.replace("{tone calm} Calm.\n", ""),
    ],
    ["with an unknown tone", "No tone is called loud", (text) => text.replace("{tone calm}", "{tone loud}")],
    [
      "without the place for the objection",
      "one place for the objection",
      (text) => text.replace(/# Objection[^#]+/, ""),
    ],
    ["with days out of order", "Days go up", (text) => text.replace("Email, day 3", "Email, day 20")],
    [
      "with a heading of another kind",
      "A heading says",
      (text) => text.replace("# Voicemail, day 5", "# Letter, day 5"),
    ],
    [
      "with a name that nobody fills in",
      "Nothing stands for {{phone}}",
      (text) => text.replace("Body.", "{{phone}}"),
    ],
    ["with bold words", "no bold words", (text) => text.replace("Body.", "**Body.**")],
    [
      "with a call that doesn't close",
      "A call ends with",
      (text) => text.replace(/- To close:\n.*\n.*\n/, ""),
    ],
    [
      "with a point that says nothing",
      "when, then what",
      (text) => text.replace("- If yes: Good.", "- Good."),
    ],
    ["without an occasion", "one line “when:”", (text) => text.replace("when: Early\n", "")],
  ])("%s", (_, why, change) => expect(read(change)).toThrow(why));

  it("and read otherwise, with points below points and colons in quotes", () => {
    const { calls, emails } = readFollowUp(
      SOURCE.replace("- If yes: Good.", "- If they say “Who: you?”: Me.\n  - If not: Bye."),
      "roofer/cold",
    );
    expect(calls[0]!.branches.slice(0, 3)).toEqual([
      { cue: "If they say “Who: you?”", say: "Me." },
      { cue: "If not", say: "Bye." },
      "objection",
    ]);
    expect(emails[0]).toMatchObject({
      day: 0,
      subjects: ["A"],
      paragraphs: ["Body."],
      openings: { calm: ["Calm."] },
    });
  });

  it("for objections, with one missing, twice or unknown, or without words for the phone", () => {
    const all = OBJECTIONS.map((kind) => `# ${kind}: Words\n\n> Say.\n`).join("\n");
    const objections = (text: string) => () => readObjections(`---\nsources: []\n---\n${text}`, "roofer");
    expect(objections(all)().answers.price).toMatchObject({ said: "Words", scripts: ["Say."] });
    expect(objections(all.replace("# mess: Words\n\n> Say.\n", ""))).toThrow("doesn’t answer mess");
    expect(objections(`${all}\n# mess: Again\n\n> Say.`)).toThrow("mess twice");
    expect(objections(all.replace("# mess:", "# chaos:"))).toThrow("No objection is called “chaos: Words”");
    expect(objections(all.replace("# mess: Words\n\n> Say.", "# mess: Words\n\nText."))).toThrow(
      "on the phone",
    );
    expect(objections(all.replace("# mess: Words\n", "# mess: Words\n\nText."))).toThrow("subject:");
  });
});

it("has another version only if there are other words for something", () => {
  const versions = (source: string) => versionsIn(readFollowUp(source, "roofer/cold"), "plain");
  expect(versions(SOURCE)).toBe(1);
  expect(versions(SOURCE.replace("# Email, day 3: B", "# Email, day 3: B\nalso: C"))).toBe(2);
  expect(versions(SOURCE.replace("{tone plain} Plain.", "{tone plain} Plain.\n{tone plain} Bare."))).toBe(2);
});

const ASKS = "- visit: Come.\n- reply: Write.\n";
const OPENINGS = ["plain", "friendly", "expert", "direct", "calm"]
  .map((tone) => `{tone ${tone}} ${tone.replace(/^./, (letter) => letter.toUpperCase())}.\n`)
  .join("");
const SOURCE = `---
work: the roof
goals: [visit, reply]
otherwise: visit
sources: []
---
# Email, day 0: A
${OPENINGS}
Body.

${ASKS}
# Email, day 3: B

More.

${ASKS}
# Objection, day 6

${ASKS}
# Email, day 10: C
${OPENINGS}
Last.

${ASKS}
# Call, day 2: First
when: Early
> Hello.

- If yes: Good.
- {objection}
- To close:
  - visit: Come?
  - reply: Write?

# Voicemail, day 5: Second
when: Late

> Hello again.
`;
