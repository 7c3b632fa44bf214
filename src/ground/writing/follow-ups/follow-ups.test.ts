import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type DripBrief, dripBriefSchema, dripTextSchema, LEAD_TYPES } from "../drip/schema.ts";
import { asMagnetBrief } from "../drip/brief.ts";
import { chooseTrade } from "../trades/understand-brief.ts";
import { checkWholeDrip } from "../checks/check-whole.ts";
import { trades } from "../trades/trades.server.ts";
import { OBJECTIONS } from "../trades/schema.ts";
import { chooseFor, fillFollowUp } from "./fill-follow-up.ts";
import type { FollowUp } from "./follow-up-file.ts";
import {
  closerObjection,
  closerObjections,
  FOLDER,
  followUpOf,
  kindOf,
  objectionsOf,
} from "./follow-ups.server.ts";
import { lintFollowUp, lintObjections, sharedSentences } from "./lint-follow-up.ts";
import said from "./testing/objections.json" with { type: "json" };
import retold from "./testing/retold-objections.json" with { type: "json" };
import { BUSINESS, goalOf, tradeOf, understoodAs } from "./understand-drip.ts";
import { followUpVersions, understoodIn, writeFollowUp } from "./write-follow-up.server.ts";

const TRADES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const FILES = TRADES.flatMap((trade) => LEAD_TYPES.flatMap((stage) => followUpOf(trade, stage) ?? []));

const briefOf = (typed: Partial<Record<keyof DripBrief, string>>): DripBrief =>
  dripBriefSchema.parse({
    name: "Maria Lopez",
    email: "maria@example.com",
    company: "Lopez Roofing",
    product: "roof replacement",
    ...typed,
  });
const textOf = (typed: Parameters<typeof briefOf>[0], version = 1) => writeFollowUp(briefOf(typed), version);

const TONES = ["", "Friendly", "Professional", "Direct", "Reassuring"];
const GOALS = ["", "Book a site visit", "Get a quote", "Schedule a call", "Get a reply", "Close the sale"];

describe("the library", () => {
  it.each(FILES.map((followUp) => [followUp.id, followUp] as const))("%s can be sent", (_, followUp) => {
    expect(lintFollowUp(followUp)).toEqual([]);
  });

  it.each(TRADES)("%s answers every objection, in files that the maker finds", (trade) => {
    expect(lintObjections(objectionsOf(trade))).toEqual([]);
    const names = new Set(["objections.md", ...LEAD_TYPES.map((stage) => `${stage}.md`)]);
    expect(readdirSync(path.join(FOLDER, trade)).filter((name) => !names.has(name))).toEqual([]);
    // Readers, not a trade.
    if (trade === BUSINESS) return;
    expect(
      ["trades", "guides"].some((folder) =>
        ["", ".json"].some((end) => existsSync(path.resolve(`content/${folder}/${trade}${end}`))),
      ),
    ).toBe(true);
  });

  it.each(["general", BUSINESS])("has something for every stage in %s", (folder) => {
    expect(LEAD_TYPES.filter((stage) => !followUpOf(folder, stage))).toEqual([]);
  });

  it("has closer answers that can be sent, each with phrases that lead to it", () => {
    const answers = Object.fromEntries(closerObjections());
    expect(lintObjections({ trade: "closer", sources: [], answers })).toEqual([]);
    const phrases = JSON.parse(readFileSync(path.join(FOLDER, "what-exactly.json"), "utf8")) as object;
    expect(Object.keys(phrases).toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  it("says no sentence twice in a trade", () => {
    expect(sharedSentences(FILES, TRADES.map(objectionsOf))).toEqual([]);
  });

  // Tone, goal and objection fill different places, so not all of them have to meet.
  const WANTED = [
    ...GOALS.map((goal, at) => ({ tone: TONES[at % TONES.length]!, goal, kind: undefined })),
    ...OBJECTIONS.map((kind, at) => ({ tone: "", goal: GOALS[at % GOALS.length]!, kind })),
  ];

  it.each(FILES.map((followUp) => [followUp.id, followUp] as const))(
    "%s is whole for every tone, goal and objection, in every version",
    (id, followUp) => {
      const objections = objectionsOf(id.split("/")[0]!);
      for (const { tone, goal, kind } of WANTED)
        for (const version of [1, 2]) {
          const brief = briefOf({ leadType: followUp.stage, tone, goal });
          const trade = chooseTrade(asMagnetBrief(brief), trades());
          const text = fillFollowUp(brief, chooseFor(brief, { followUp, objections, trade }, kind), version);
          // The same checks as for a model. They take their time.
          if (version === 1) expect(checkWholeDrip(text, brief, trade)).toEqual([]);
          expect(dripTextSchema.safeParse(text).error).toBeUndefined();
          expect(JSON.stringify(text)).not.toMatch(/undefined|\{(?:company|sender|objection|tone)/);
          const spoken = text.scripts.flatMap(({ lines }) => lines.map(({ say }) => say));
          expect(new Set(spoken).size).toBe(spoken.length);
        }
    },
  );
});

describe("a follow-up for a brief", () => {
  it("has nothing that was typed but names and the address", () => {
    const text = JSON.stringify(
      textOf({
        industry: "Qwertian roofing",
        product: "Zyxgrout roofs",
        tone: "Plonkish",
        objection: "Snorfling roofs are too expensive",
        goal: "Vrombook visits",
      }),
    );
    for (const word of ["Zyxgrout", "Qwertian", "Vrombook", "Plonkish", "Snorfl"])
      expect(text).not.toContain(word);
    for (const name of ["Maria Lopez", "Lopez Roofing", "maria@example.com"]) expect(text).toContain(name);
  });

  it("isn't broken by odd names", () => {
    for (const company of [
      "Lee & Co.",
      "{sender} {{first_name}}",
      "<b>Roofs</b>",
      "ALL CAPS ROOFING LLC",
      "屋根",
    ]) {
      const text = textOf({ company, name: "o'brien" });
      expect(dripTextSchema.safeParse(text).success).toBe(true);
      expect(JSON.stringify(text)).not.toMatch(/\.\.(?!\.)/);
    }
  });

  it("answers the objection by email and on the phone, once in each", () => {
    const text = textOf({ leadType: "demo", objection: "other bids" });
    const { said: inWords, email, scripts } = objectionsOf("roofer").answers.rival;
    const straight = (line: string) => line.replaceAll("’", "'");
    expect(text.objection).toBe(straight(inWords));
    expect(text.emails.filter(({ subject }) => subject === straight(email!.subject))).toHaveLength(1);
    const answers = text.scripts.flatMap(({ lines }) =>
      lines.filter(({ say }) => say === straight(scripts[0])),
    );
    expect(answers).toEqual([{ cue: `If they say "${straight(inWords)}"`, say: straight(scripts[0]) }]);
  });

  it("answers none where none was given, and asks what's behind one that it doesn't know", () => {
    const [none, odd] = [textOf({}), textOf({ objection: "Mercury is in retrograde" })];
    const behind = objectionsOf("roofer").answers.other.scripts[0].replaceAll("’", "'");
    expect(none.objection).toBe("");
    for (const text of [none, odd]) {
      expect(text.emails).toHaveLength(followUpOf("roofer", "cold")!.emails.length - 1);
      expect(JSON.stringify(text.scripts)).toContain(JSON.stringify(behind));
    }
    expect(understoodIn(briefOf({ objection: "Mercury is in retrograde" }), odd)).toContain(
      "asks what’s behind it",
    );
  });

  it("asks for what the brief wants, in every email", () => {
    const { emails } = followUpOf("roofer", "cold")!;
    for (const [goal, asked] of [
      ["Book more roof inspections", "visit"],
      ["More quote requests", "quote"],
      ["get them on the phone", "call"],
      ["Hear back from them", "reply"],
      ["Please don't call us", "reply"],
      ["", "reply"],
      // A cold lead has nothing to say yes to.
      ["Get a yes or a no", "reply"],
    ] as const) {
      const text = textOf({ goal, objection: "too expensive" });
      const asks = emails.map((email) => email.asks[asked]!.replaceAll("’", "'").replaceAll(/[“”]/g, '"'));
      for (const { body } of text.emails)
        expect(
          asks.filter((ask) => body.includes(ask)),
          goal,
        ).toHaveLength(1);
    }
    expect(goalOf(briefOf({ goal: "Get a yes or a no" }), followUpOf("roofer", "purchase")!)).toBe("finish");
    expect(goalOf(briefOf({ goal: "sell more" }), followUpOf("roofer", "purchase")!)).toBe("finish");
  });

  it("answers what was said first where people have the offer, else second, on the days of the stage", () => {
    const days = (leadType: string) => followUpOf("roofer", leadType as "cold")!.emails.map(({ day }) => day);
    for (const [leadType, place] of [
      ["cold", 1],
      ["demo", 1],
      ["trial", 1],
      ["purchase", 0],
    ] as const) {
      const { emails } = textOf({ leadType, objection: "too expensive" });
      expect(emails.map(({ day }) => day)).toEqual(days(leadType));
      expect(emails[place]!.body, leadType).toContain("A roof is a lot of money");
    }
  });

  it("opens in the tone, and in another one with other words", () => {
    const first = (tone: string) => textOf({ tone }).emails[0]!.body;
    expect(new Set(TONES.map(first)).size).toBe(5);
  });

  it("belongs to the trade of what is sold, or to any", () => {
    const trade = (typed: Parameters<typeof briefOf>[0]) =>
      tradeOf(briefOf({ company: "Hale", ...typed }), trades());
    expect(trade({ product: "standing seam metal roofs" })).toBe("roofer");
    expect(trade({ product: "Interior painting", company: "Sunshine Pools & Spas" })).toBe("painter");
    expect(trade({ product: "Roof replacement and gutters" })).toBe("roofer");
    expect(trade({ product: "Gutter cleaning" })).toBe("gutters");
    expect(trade({ product: "maintenance plan", industry: "Roofing" })).toBe("roofer");
    expect(trade({ product: "bookkeeping" })).toBe("general");
    expect(textOf({ product: "bookkeeping", company: "Hale" }).arc).toBe("general/cold");
    expect(textOf({ product: "Land surveying", leadType: "trial" }).arc).toBe("surveyor/trial");
  });

  it("says in one line what was understood", () => {
    const typed = { leadType: "demo", objection: "TOO EXPENSIVE!!!", goal: "Book a site visit" };
    const line = understoodIn(briefOf(typed), textOf(typed));
    expect(line).toBe(
      "Written for: the roof, people who asked for a visit or a price, who say “It’s too expensive”, to book a visit.",
    );
    // A text composed before there was a whole one says what it's about itself.
    expect(understoodIn(briefOf(typed), { ...textOf(typed), arc: undefined })).toBeNull();
    expect(understoodIn(briefOf(typed), { ...textOf(typed), arc: "roofer/cold" })).toBeNull();
    const other = (product: string) => {
      const sold = { product, company: "Hale", leadType: "trial" };
      return understoodIn(briefOf(sold), textOf(sold));
    };
    const anyTrade = "Written for: any trade, people who’ve started with something small, to get a reply.";
    expect(other("bookkeeping")).toBe(anyTrade);
    const unwritten = { trade: "surveyor", goal: "reply", objection: undefined } as const;
    expect(understoodAs(followUpOf("general", "trial")!, unwritten)).toBe(
      `${anyTrade} We have nothing for your trade alone yet.`,
    );
  });

  it("has another version only if there are other words for something", () => {
    const text = textOf({});
    const count = followUpVersions(text)!;
    const versions = Array.from({ length: count }, (_, at) => JSON.stringify(textOf({}, at + 1)));
    expect(new Set(versions).size).toBe(count);
    expect(JSON.stringify(textOf({}, count + 1))).toBe(versions[0]);
    expect(followUpVersions({ ...text, arc: undefined })).toBeUndefined();
  });
});

describe("an objection", () => {
  it.each([
    ["he says his brother in law can do it cheaper", "rival-relative"],
    ["already under contract with another company until the end of the year", "rival-contract"],
    ["read online that it’s toxic", "trust-health"],
    ["can't we just patch it for now", "need-patch"],
    ["the deposit is too much to put down", "timing-deposit"],
    ["need to think about it", "thinking-over"],
    ["too expensive", undefined],
    ["wants a blue one", undefined],
  ])("%s is answered as said", (objection, name) => {
    const closer = closerObjection(objection);
    expect(closer?.name).toBe(name);
    const subjects = textOf({ objection, leadType: "demo" }).emails.map(({ subject }) => subject);
    if (closer) expect(subjects[1]).toBe(closer.email!.subject.replaceAll("’", "'").replaceAll(/[“”]/g, '"'));
  });

  // What these labels showed to be missing became phrases; the second set came after them.
  it("is understood in nine of ten cases, and wrongly in at most one of fifteen", () => {
    const judged = said.map((one) => ({ ...one, got: kindOf(one.said) }));
    const wrong = judged.filter(({ kind, got }) => got !== kind);
    const right = judged.filter(({ kind, got }) => got === kind);
    expect(right.length / judged.length, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(0.9);
    expect(wrong.filter(({ got }) => got !== "other").length / judged.length).toBeLessThanOrEqual(1 / 15);
  });

  // In an owner's words, of any trade, by somebody who saw none of the phrases; 40 of 260 are no objection.
  it("is understood in seven of ten cases as owners retell it, and wrongly in at most one of seven", () => {
    const judged = retold.map(({ said: words, kind }) => ({
      words,
      kinds: [kind].flat(),
      got: kindOf(words),
    }));
    const known = judged.filter(({ kinds }) => !kinds.includes("other"));
    const right = known.filter(({ kinds, got }) => kinds.includes(got));
    const wrong = judged.filter(({ kinds, got }) => got !== "other" && !kinds.includes(got));
    expect(right.length / known.length).toBeGreaterThanOrEqual(0.7);
    expect(wrong.length / judged.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(1 / 7);
  });
});

it.each<[string, string, (email: string) => string]>([
  ["a figure without a source", "4711 has no source", (text) => `${text} It costs $4,711.`],
  ["a worn phrase", "worn phrase", (text) => `${text} Enjoy peace of mind.`],
  ["a follow-up about following up", "says that it follows up", (text) => `${text} Just checking in.`],
  ["a straight quote", "straight quote", (text) => `${text} It's good.`],
  ["a day that may be another", "names a day", (text) => `${text} I called last week.`],
  ["an offer that isn't ours", "claims “free estimate”", (text) => `${text} I’ll give you a free estimate.`],
  ["too many words", "words in an email", (text) => `${text} ${"and more ".repeat(80)}`],
])("the check of a follow-up finds %s", (_, why, spoil) => {
  const followUp = followUpOf("roofer", "cold")!;
  const emails = followUp.emails.map((email, at) =>
    at === 1 && email.kind === "email" ? { ...email, paragraphs: email.paragraphs.map(spoil) } : email,
  );
  expect(lintFollowUp({ ...followUp, emails }).join("\n")).toContain(why);
});

it("the check of a follow-up finds a long subject, two requests and a sentence said twice", () => {
  const followUp = followUpOf("roofer", "cold")!;
  const [first, ...others] = followUp.emails;
  const spoil = (change: object): FollowUp => ({
    ...followUp,
    emails: [{ ...first!, ...change }, ...others],
  });
  expect(
    lintFollowUp(
      spoil({ subjects: ["A subject that nobody would ever type out in its full length"] }),
    ).join(),
  ).toContain("49 at most");
  expect(lintFollowUp(spoil({ asks: { visit: "Which day? Or which hour?" } })).join()).toContain(
    "more than one thing",
  );
  expect(sharedSentences([followUp, followUp], [])).not.toEqual([]);
});

describe("a goal that is named", () => {
  const named = textOf({
    ...{ product: "heating and air", leadType: "demo", goal: "BOOK a furnace tune up", tone: "Friendly" },
  });
  const does = "book your furnace tune-up";

  it("ends the first and the last email, and no other", () => {
    const asks = named.emails.map(({ body }) => body.includes(does));
    expect(asks).toEqual(named.emails.map((_, at) => at === 0 || at === named.emails.length - 1));
    expect(named.emails[0]!.body).toContain("reply with two days that work for you.");
  });

  it("is asked for once in each call that asks for something", () => {
    const calls = named.scripts.map(
      ({ lines }) => lines.filter(({ say }) => say.includes(`Would you like to ${does}?`)).length,
    );
    expect(calls.some((count) => count === 1)).toBe(true);
    expect(calls.every((count) => count <= 1)).toBe(true);
  });

  it("isn’t there where nothing is named, or it's said not to", () => {
    for (const goal of ["", "more calls", "don’t book a tune-up"])
      expect(JSON.stringify(textOf({ product: "heating and air", leadType: "demo", goal }))).not.toContain(
        "tune-up,",
      );
  });
});
