// Long because every rule is checked on drips for many briefs and on a faulty text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDrip } from "../checks/check-drip.ts";
import { courses } from "./courses.server.ts";
import { LEAD_TYPES, dripBriefSchema, dripTextSchema } from "./schema.ts";
import type { Playbook } from "../playbook/schema.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { GENERAL, choosePlaybook } from "../playbook/understand-brief.ts";
import { asMagnetBrief } from "./brief.ts";
import { writeDrip } from "./write-drip.ts";

const brief = (words: object) =>
  dripBriefSchema.parse({
    name: "Marcus Bell",
    email: "marcus@example.com",
    company: "North Fork Decks",
    product: "cedar decks",
    ...words,
  });
const write = (words: object, version = 1) =>
  writeDrip(brief(words), { version, playbooks: playbooks(), courses: courses() });

const TONES = ["", "Friendly", "Professional", "Direct", "Reassuring"];
const GOALS = [
  "",
  "Book a site visit",
  "Get more quote requests",
  "Schedule a call",
  "Get a reply",
  "Close the sale",
];
const SAID = {
  price: "It's too expensive",
  timing: "We're too busy right now",
  trust: "How do I know you show up",
  rival: "Already have a guy",
  looking: "I want to get two more quotes",
  self: "I can do it myself",
  partner: "I need to talk to my wife",
  burned: "Burned by the last contractor",
  waiting: "They want to wait until rates drop",
  thinking: "We're not sure yet",
  need: "The old one still works",
  mess: "mess",
  other: "My horoscope speaks against it",
};
const ODD = [
  "",
  "PRICE!!!",
  "<b>cheap</b> & {work} {{first_name}} [Your Company]",
  "🔥🔥",
  "السعر مرتفع جدا",
  "屋根修理",
  "x".repeat(190),
  "We do everything, you name it. Best in town! Guaranteed.",
  '"quoted" words\r\nBcc: x',
];

/** All lead types with all objections, and all tones and requests, for this playbook alone. */
function* everyKind(only: Playbook) {
  const list = [{ ...only, id: GENERAL }];
  let n = 0;
  for (const leadType of LEAD_TYPES)
    for (const objection of ["", ...Object.values(SAID)]) {
      const [tone, goal] = [TONES[n % TONES.length]!, GOALS[n % GOALS.length]!];
      const words = brief({
        leadType,
        tone,
        goal,
        objection,
        product: n % 5 === 0 ? "🏠" : only.work,
        industry: n % 3 === 0 ? "home services" : "",
      });
      yield {
        words,
        text: writeDrip(words, { version: 1 + (n++ % 4), playbooks: list, courses: courses() }),
      };
    }
}

describe.each(playbooks().map((playbook) => [playbook.id, playbook] as const))(
  "drips from the playbook %s",
  (_id, playbook) => {
    test("have no finding, whatever the brief asks", () => {
      const found = new Set<string>();
      for (const { words, text } of everyKind(playbook)) {
        dripTextSchema.parse(text);
        for (const { check, words: where } of checkDrip(text, words, playbook))
          found.add(`${check}: ${where}`);
      }
      expect([...found]).toEqual([]);
    }, 60_000);

    test("have no finding for odd text in any field", () => {
      const found = new Set<string>();
      for (const [at, odd] of ODD.entries())
        for (const [turn, field] of [
          "name",
          "company",
          "industry",
          "product",
          "tone",
          "objection",
          "goal",
        ].entries()) {
          // Each trade covers a third of the pairs.
          if ((at + turn + playbook.id.length) % 3 !== 0) continue;
          const parsed = dripBriefSchema.safeParse({
            name: "Ann Lee",
            email: "a@b.co",
            company: "Lee & Co",
            product: playbook.work,
            leadType: LEAD_TYPES[at % 4],
            [field]: odd.slice(0, 80),
          });
          if (!parsed.success) continue;
          const text = writeDrip(parsed.data, {
            playbooks: [{ ...playbook, id: GENERAL }],
            courses: courses(),
          });
          dripTextSchema.parse(text);
          for (const { check, words } of checkDrip(text, parsed.data, playbook))
            found.add(`${field} “${odd}”: ${check}: ${words}`);
        }
      expect([...found]).toEqual([]);
    });
  },
);

describe("a written drip", () => {
  test("has 3 to 5 emails and 2 or 3 scripts, ordered by day", () => {
    for (const leadType of LEAD_TYPES) {
      const { emails, scripts } = write({ leadType });
      for (const days of [emails.map(({ day }) => day), scripts.map(({ day }) => day)])
        expect(days).toEqual(days.toSorted((a, b) => a - b));
      expect(emails.length).toBeGreaterThanOrEqual(3);
      expect(emails.length).toBeLessThanOrEqual(5);
      expect([2, 3]).toContain(scripts.length);
    }
  });

  test("has calls with questions, answers to two objections and a close, plus a voicemail, for every lead type", () => {
    const talk = (questions: readonly string[]) => [
      "Say",
      ...questions,
      'If they say "Too expensive"',
      "If they say",
      "One small ask",
      "If it's a no",
    ];
    for (const leadType of LEAD_TYPES) {
      const { scripts } = write({ leadType, objection: "Too expensive" });
      const cues = scripts.map(({ lines }) =>
        lines.map(({ cue }, at) =>
          cue.startsWith("If they say") && lines[at - 1]!.cue.startsWith("If they say") ? "If they say" : cue,
        ),
      );
      expect(cues, leadType).toEqual([
        talk(["Ask, then listen", "Then ask"]),
        talk(["Ask, then listen"]),
        ["Say", "Add", "One small ask"],
      ]);
      for (const { lines } of scripts) expect(new Set(lines.map(({ cue }) => cue)).size).toBe(lines.length);
    }
  });

  test("resolves a contradictory brief by its plainest words", () => {
    // The product determines the trade, not the company; of two requested tones, one is used throughout.
    const painter = write({
      company: "Sunshine Pools & Spas",
      product: "Interior painting",
      tone: "Formal but super casual",
    });
    expect(painter.playbook).toBe("painter");
    expect(painter.tone).toBe("friendly");
    // A person on a trial is not asked to book one, and one emergency doesn't become a subscription.
    const once = write({
      company: "Hale",
      product: "A one-time emergency gutter repair",
      leadType: "trial",
      goal: "Book a free trial",
    });
    expect(once.playbook).toBe("roofer");
    expect(once.leadType).toBe("trial");
    expect(JSON.stringify(once)).toContain("one-time emergency gutter repair");
    expect(JSON.stringify(once)).not.toMatch(/book a free trial|subscri|per month|monthly|renew/i);
    // A goal that forbids what it names is not offered; an objection that contradicts itself is answered by
    // its first part.
    const calls = write({
      goal: "Please don't call us",
      objection: "Too expensive, but money is no problem",
    });
    expect(JSON.stringify(calls.emails)).not.toContain("Please don't call us");
    expect(JSON.stringify(calls)).toContain("expensive");
    for (const text of [painter, once, calls]) dripTextSchema.parse(text);
  });

  test("differs for every lead type", () => {
    const firsts = LEAD_TYPES.map((leadType) => write({ leadType }).emails[0]!.body);
    expect(new Set(firsts).size).toBe(4);
    expect(firsts[1]).toMatch(/yard visit/);
    expect(firsts[2]).toMatch(/free trial|for free/);
    expect(firsts[3]).toMatch(/going ahead|yes|settled|order/);
  });

  test("changes with every field of the brief", () => {
    const base = {
      industry: "Deck building",
      leadType: "demo",
      tone: "Friendly",
      objection: "Too expensive",
      goal: "Book a site visit",
    };
    const first = JSON.stringify(write(base));
    const others = [
      { name: "Ana Ruiz" },
      { email: "ana@example.com" },
      { company: "Oak & Co" },
      { industry: "Carpentry" },
      { product: "cedar fences" },
      { leadType: "trial" },
      { tone: "Professional" },
      { objection: "We'll wait until spring" },
      { goal: "Get a quote" },
    ];
    for (const other of others)
      expect(JSON.stringify(write({ ...base, ...other })), JSON.stringify(other)).not.toBe(first);
    expect(JSON.stringify(write(base))).toBe(first);
  });

  test("answers the given objection in one email and every call", () => {
    const text = write({ objection: "They say it's too expensive", leadType: "cold" });
    expect(text.objection).toBe("It's too expensive");
    expect(
      text.emails.filter(
        ({ body }) => body.includes(`"it's too expensive"`) || body.includes(`"It's too expensive"`),
      ),
    ).toHaveLength(1);
    for (const { lines } of text.scripts)
      expect(
        lines
          .map(({ cue, say }) => `${cue} ${say}`)
          .join(" ")
          .toLowerCase(),
      ).toContain("too expensive");
  });

  test("uses the trade's usual objection if none is given", () => {
    const roofer = playbooks().find(({ id }) => id === "roofer")!;
    expect(write({ product: "metal roofs", leadType: "cold" }).objection).toBe(
      roofer.drip.objections[roofer.drip.usual].said,
    );
    expect(write({ product: "metal roofs", leadType: "purchase" }).objection).toBe(
      roofer.drip.objections.price.said,
    );
  });

  test("leaves gates out of a drip about decks, and decks out of one about fences", () => {
    for (let version = 1; version <= 12; version++) {
      expect(JSON.stringify(write({ product: "composite decks", company: "Oak & Co" }, version))).not.toMatch(
        /\bgates?\b|picket/,
      );
      expect(JSON.stringify(write({ product: "privacy fences", company: "Oak & Co" }, version))).not.toMatch(
        /ledger|joist|railing/,
      );
    }
  });

  test("offers the owner's goal to the reader if possible, but never the owner's hopes", () => {
    expect(write({ goal: "Book a roof inspection" }).emails.at(-1)!.body).toContain(
      "to book a roof inspection",
    );
    expect(JSON.stringify(write({ goal: "Book more leads and close sales" }))).not.toContain("more leads");
  });

  test("never asks people with a price in hand to get a quote", () => {
    expect(JSON.stringify(write({ leadType: "purchase", goal: "Get the estimate signed" }))).not.toMatch(
      /written price|I can price/,
    );
  });

  test("uses the requested tone", () => {
    expect(JSON.stringify(write({ tone: "Professional" }).emails)).not.toMatch(
      /\b(?:don't|it's|isn't|you'll|can't|I'll)\b/,
    );
    expect(write({ tone: "bold" }).emails[0]!.body).toMatch(/^\{\{first_name\}\},\n/);
    expect(new Set(TONES.map((tone) => write({ tone }).emails[0]!.body)).size).toBe(5);
  });

  test("is signed by the person, the company and the address, and has one placeholder", () => {
    for (const { body } of write({}).emails) {
      expect(body.endsWith("\nMarcus Bell\nNorth Fork Decks\nmarcus@example.com")).toBe(true);
      expect(body.match(/\{\{?\w+\}?\}/g)).toEqual(["{{first_name}}"]);
    }
  });

  test("isn't much slower for long fields", () => {
    const long = {
      product: "decks and ".repeat(29),
      objection: "too expensive ".repeat(14),
      goal: "g".repeat(200),
    };
    const time = (words: object) => {
      const began = performance.now();
      for (let at = 0; at < 20; at++) write(words, 1 + (at % 3));
      return performance.now() - began;
    };
    time({});
    // Compared with an ordinary brief in the same run, to be independent of the machine's speed.
    expect(time(long)).toBeLessThan(10 * time({}) + 50);
  });

  test("never fails, and never passes on markup or our own braces", () => {
    fc.assert(
      fc.property(
        fc.record({
          company: fc.string({ minLength: 1, maxLength: 60, unit: "binary" }),
          product: fc.string({ minLength: 1, maxLength: 60, unit: "binary" }),
          objection: fc.string({ maxLength: 60 }),
          goal: fc.string({ maxLength: 60 }),
          industry: fc.string({ maxLength: 60 }),
          tone: fc.string({ maxLength: 20 }),
          leadType: fc.constantFrom(...LEAD_TYPES),
        }),
        (words) => {
          const parsed = dripBriefSchema.safeParse({ name: "Ann", email: "a@b.co", ...words });
          fc.pre(parsed.success);
          const text = writeDrip(parsed.data, { playbooks: playbooks(), courses: courses() });
          dripTextSchema.parse(text);
          const found = checkDrip(text, parsed.data, choosePlaybook(asMagnetBrief(parsed.data), playbooks()));
          expect(
            found.filter(({ check }) =>
              ["placeholder", "subject", "more than one ask", "missing"].includes(check),
            ),
          ).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  }, 90_000);
});

describe("a faulty drip", () => {
  const words = { objection: "Too expensive" };
  const good = write(words);
  const playbook = playbooks().find(({ id }) => id === "deck-fence")!;
  const found = (text: typeof good) =>
    new Set(checkDrip(text, brief(words), playbook).map(({ check }) => check));
  const without = (pattern: RegExp, part: "emails" | "scripts") =>
    ({
      ...good,
      [part]: JSON.parse(JSON.stringify(good[part]).replace(pattern, "barn")) as unknown,
    }) as typeof good;
  const withBody = (body: string) => ({
    ...good,
    emails: good.emails.map((email, at) => (at === 1 ? { ...email, body } : email)),
  });
  const withSubject = (subject: string) => ({
    ...good,
    emails: good.emails.map((email, at) => (at === 1 ? { ...email, subject } : email)),
  });
  const second = good.emails[1]!.body;

  test.each([
    ["banned phrase", withBody(second.replace("\n\n", "\n\nJust checking in about the deck. "))],
    ["placeholder", withBody(second.replace("\n\n", "\n\nThe deck of [Your Company] and {work}. "))],
    ["claim", withBody(second.replace("\n\n", "\n\nOur decks are guaranteed. "))],
    ["echo", withBody(good.emails[0]!.body)],
    ["repeat", withBody(good.emails[0]!.body)],
    ["fits any business", withBody(second.replace("\n\n", "\n\nIt was great to meet you.\n\n"))],
    ["loud", withBody(second.replace("\n\n", "\n\nThe deck! "))],
    ["more than one ask", withBody(second.replace("\n\n", "\n\nDo you want a deck? "))],
    ["subject", withSubject("A subject about the deck that nobody would ever type in full")],
  ] as const)("%s", (check, spoiled) => {
    expect(found(good)).toEqual(new Set());
    expect(found(spoiled)).toContain(check);
  });

  test.each([
    [
      "the address",
      without(/marcus@example\.com/g, "emails"),
      'The address "marcus@example.com" under every email',
    ],
    ["the person", without(/Marcus Bell/g, "emails"), 'The name "Marcus Bell" under every email'],
    [
      "the company",
      without(/North Fork Decks/g, "emails"),
      'The company "North Fork Decks" under every email',
    ],
    [
      "who is calling",
      without(/North Fork Decks/g, "scripts"),
      'The name "North Fork Decks" in the first script',
    ],
    ["what is sold by mail", without(/cedar|decks?\b/gi, "emails"), "What the brief sells, in the emails"],
    ["what is sold by phone", without(/cedar|decks?\b/gi, "scripts"), "What the brief sells, in the calls"],
    ["the objection by mail", without(/expensive/gi, "emails"), "The objection of the brief, in the emails"],
    ["the objection by phone", without(/expensive/gi, "scripts"), "The objection of the brief, in the calls"],
  ])("without %s", (_what, spoiled, missing) => {
    expect(checkDrip(spoiled, brief(words), playbook)).toContainEqual({ check: "missing", words: missing });
  });
});

describe("the brief of a drip", () => {
  test("requires name, email, company and product, with a message beside each", () => {
    const { error } = dripBriefSchema.safeParse({ leadType: "cold" });
    expect(error!.issues.map(({ path }) => path[0])).toEqual([
      "name",
      "email",
      "email",
      "company",
      "product",
    ]);
  });

  test("treats an unknown lead type as cold, and states its limits", () => {
    expect(dripBriefSchema.parse({ ...brief({}), leadType: "hot" }).leadType).toBe("cold");
    const { error } = dripBriefSchema.safeParse({
      ...brief({}),
      objection: "x".repeat(201),
      industry: "y".repeat(121),
    });
    expect(error!.issues.map(({ message }) => message)).toEqual([
      "Keep this under 120 characters. It has 121 now.",
      "Keep this under 200 characters. It has 201 now.",
    ]);
  });
});
