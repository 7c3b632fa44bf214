import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkMagnet, readingGrade, unitsOf } from "../checks/checks.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { BRIEF_LIMITS } from "../limits.ts";
import { type MagnetBrief, magnetBriefSchema, magnetTextSchema } from "../schema.ts";
import { choosePlaybook } from "../playbook/understand-brief.ts";
import { writeMagnet } from "./write-magnet.ts";

const brief = (words: Partial<MagnetBrief>) =>
  magnetBriefSchema.parse({ name: "Maria Lopez", email: "maria@example.com", ...words });
const write = (words: Partial<MagnetBrief>, version = 1) =>
  writeMagnet(brief(words), { version, playbooks: playbooks() });
const ROOF = {
  company: "Tampa Bay Metal Roofing",
  product: "Standing seam metal roofs",
  targetAudience: "Homeowners in Tampa with older shingle roofs",
};

describe("a written magnet", () => {
  test("uses the given words", () => {
    const text = write({
      ...ROOF,
      topic: "How to know when your roof needs replacing",
      goal: "Book a roof inspection",
    });
    expect(text.title).toBe("How to know when your roof needs replacing");
    expect(text.readers).toBe("For homeowners in Tampa with older shingle roofs");
    expect(text.nextStep.heading).toBe("Book a roof inspection");
    expect(text.nextStep.contact).toEqual({
      name: "Maria Lopez",
      company: "Tampa Bay Metal Roofing",
      email: "maria@example.com",
    });
    expect(text.about.paragraphs[0]).toContain(
      "What Tampa Bay Metal Roofing does: standing seam metal roofs.",
    );
    expect(text.sections.map(({ heading }) => heading).join("; ")).toContain("metal");
  });

  test("has as many mistakes or questions as its title says", () => {
    const mistakes = write({ topic: "7 mistakes to avoid when building a fence" });
    expect(mistakes.title).toBe("7 mistakes to avoid when building a fence");
    expect(mistakes.sections[0]!.points).toHaveLength(7);
    const questions = write({ topic: "10 questions to ask a roofer" });
    expect(questions.title).toBe("10 questions to ask a roofer");
    expect(questions.sections.map(({ points }) => points.length)).toContain(10);
    // There aren't forty, so the title gives no number.
    expect(write({ topic: "40 mistakes with decks" }).title).not.toMatch(/\d/);
    expect(write({ topic: "Top 5 signs you need a new roof" }).title).toBe("Signs you need a new roof");
  });

  test("changes with every field of the brief", () => {
    const base = { ...ROOF, topic: "Roof replacement", goal: "Get a quote", tone: "friendly" };
    const first = JSON.stringify(write(base));
    const others = [
      { company: "Other Roofs" },
      { product: "Slate roofs" },
      { targetAudience: "Property managers" },
      { topic: "Roof leaks" },
      { goal: "Book an inspection" },
      { tone: "expert" },
    ];
    for (const other of others) expect(JSON.stringify(write({ ...base, ...other }))).not.toBe(first);
    expect(JSON.stringify(write(base, 2))).not.toBe(first);
    expect(JSON.stringify(write(base))).toBe(first);
  });

  test("uses the requested tone", () => {
    expect(JSON.stringify(write({ ...ROOF, tone: "Professional" }))).not.toMatch(
      /\b(?:don't|it's|isn't|you'll|can't)\b/,
    );
    expect(write({ tone: "bold" }).todoLabel).toBe("Do this now");
    expect(write({ tone: "warm and funny" }).todoLabel).toBe("Worth ten minutes");
  });

  test("says I without a company and us with one", () => {
    expect(write({ product: "decks" }).about.paragraphs[1]).toMatch(/\bme\b/);
    expect(write({ product: "decks", company: "Oak & Co" }).about.paragraphs[1]).toMatch(/\bus\b/);
  });

  test("doesn't print an owner's goal for leads", () => {
    const text = JSON.stringify(write({ ...ROOF, goal: "Get more leads and close more sales" }));
    expect(text).not.toContain("leads");
  });

  test("lowercases shouting in prose but leaves the contact as typed", () => {
    const text = write({
      name: "JOHN O'BRIEN",
      company: "O'BRIEN DECK & FENCE LLC",
      product: "CUSTOM CEDAR FENCES!!!",
      topic: "CEDAR FENCES",
    });
    expect(text.about.paragraphs[0]).toContain("O'Brien Deck & Fence LLC");
    expect(text.about.paragraphs[0]).toContain("custom cedar fences.");
    expect(text.title).toMatch(/^Cedar fences/);
    expect(text.nextStep.contact.company).toBe("O'BRIEN DECK & FENCE LLC");
  });

  test("quotes a product that is a sentence, and uses the trade's word in prose", () => {
    const text = write({ company: "Raman Structural", product: "We help homeowners understand cracks." });
    expect(text.about.paragraphs[0]).toContain(
      'What Raman Structural does: "We help homeowners understand cracks."',
    );
    expect(text.opening.paragraphs[0]).toContain("structural engineering");
  });

  test("reads easily", () => {
    for (const topic of [
      "Roof costs",
      "Deck mistakes",
      "Panel upgrades",
      "Foundation cracks",
      "Solar payback",
      "Kitchen remodel timeline",
      "Hiring a bookkeeper",
    ]) {
      const text = write({ topic });
      const prose = [
        ...text.opening.paragraphs,
        ...text.sections.flatMap(({ paragraphs, points, todo }) => [
          ...paragraphs,
          ...points.map((point) => point.text),
          todo,
        ]),
      ];
      expect(readingGrade(prose), topic).toBeGreaterThan(4);
      expect(readingGrade(prose), topic).toBeLessThan(8.5);
    }
  });
});

describe("detects the trade", () => {
  test.each([
    [{ product: "Metal roofing", company: "Summit Exteriors" }, "roofer"],
    [{ product: "solar panels for flat roofs" }, "solar"],
    [{ company: "Bright Spark Electrical" }, "electrician"],
    [{ topic: "Do I need a panel upgrade for an EV charger?" }, "electrician"],
    [{ product: "Kitchen and bath remodels" }, "kitchen-bath"],
    [{ product: "Composite decks and railings" }, "deck-fence"],
    [{ topic: "Is this wall load-bearing?" }, "structural-engineer"],
    [{ company: "Raman Structural Engineering", product: "Foundation letters" }, "structural-engineer"],
    [{ product: "Piano lessons" }, "general"],
    [{ product: "proofreading" }, "general"],
    [{ product: "屋根修理" }, "general"],
    [{}, "general"],
  ] as const)("%o → %s", (words, id) => {
    expect(choosePlaybook(brief(words), playbooks()).id).toBe(id);
  });
});

describe("the brief", () => {
  test("requires only name and email, with a message beside each", () => {
    expect(magnetBriefSchema.safeParse({ name: "A", email: "a@b.co" }).success).toBe(true);
    const { error } = magnetBriefSchema.safeParse({ name: " \u0000\n ", email: "nobody" });
    expect(error!.issues.map(({ path }) => path[0])).toEqual(["name", "email"]);
  });

  test("is trimmed to one clean line per field", () => {
    const { name, product } = magnetBriefSchema.parse({
      name: "\u202e  A\u0007nn\r\nBcc: x  ",
      email: " a@b.co ",
      product: "<b>decks</b> 👷🏽‍♀️ 屋根",
    });
    expect(name).toBe("A nn Bcc: x");
    expect(product).toBe("<b>decks</b> 👷🏽‍♀️ 屋根");
  });

  test("states its limits", () => {
    for (const [field, limit] of Object.entries(BRIEF_LIMITS)) {
      const { error } = magnetBriefSchema.safeParse({
        name: "A",
        email: "a@b.co",
        [field]: "x".repeat(limit + 1),
      });
      expect(
        error!.issues.some(
          ({ path, message }) =>
            path[0] === field && message.includes(`under ${limit} characters. It has ${limit + 1}`),
        ),
        field,
      ).toBe(true);
    }
  });
});

const hostileLine = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: "binary", maxLength }),
    fc.string({ unit: "grapheme", maxLength }),
    fc.constantFrom(
      "",
      "{company}",
      "{work} [Your Company] {{first_name}} undefined",
      "<img src=x onerror=alert(1)>",
      "#panic() $x$ *b* `c` @r \\ // /*",
      "ROOFS! DECKS! SOLAR!",
      "O'Brien's \"best\" roofs",
      "שיפוץ גגות",
      "تركيب ألواح شمسية",
      "👷🏽‍♀️🏠✨",
      "$1 $& $$ \\1",
      "\ud800\udc00\ud800",
      "Z̸̡̛a̷͜l̶g̵o̷",
      "'; drop table magnets; --",
      "a. B. c! D? e",
      "12 questions. 99 mistakes",
      "=HYPERLINK(1)",
    ),
  );
const hostileBrief = fc
  .record({
    name: hostileLine(90).map((text) => `N${text}`),
    email: fc.constantFrom("a@b.co", "o'brien+x@sub.example.com"),
    company: hostileLine(110),
    product: hostileLine(200),
    targetAudience: hostileLine(150),
    goal: hostileLine(150),
    tone: hostileLine(70),
    topic: hostileLine(150),
  })
  .filter((input) => magnetBriefSchema.safeParse(input).success);

describe("for any input", () => {
  test("writes a complete, deterministic guide, and odd input doesn't spoil our own sentences", () => {
    fc.assert(
      fc.property(hostileBrief, fc.integer({ min: 1, max: 3 }), (input, version) => {
        const checked = magnetBriefSchema.parse(input);
        const text = writeMagnet(checked, { version, playbooks: playbooks() });
        expect(magnetTextSchema.safeParse(text).error).toBeUndefined();
        expect(writeMagnet(checked, { version, playbooks: playbooks() })).toEqual(text);
        const playbook = playbooks().find(({ id }) => id === text.playbook)!;
        // Typed text may be long, loud or hard to read; our text around it must stay clean.
        const ours = checkMagnet(text, checked, playbook).filter(({ check }) =>
          ["banned phrase", "placeholder", "claim", "repeat"].includes(check),
        );
        expect(ours).toEqual([]);
        expect(
          unitsOf(text)
            .flat()
            .every((line) => line.isWellFormed() && !/\p{Cc}/u.test(line)),
        ).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

test("repeats no swear word from any field", () => {
  for (const field of ["product", "targetAudience", "goal", "topic", "tone"] as const) {
    const text = write({ company: "Oak & Co", product: "decks", [field]: "Book the best damn shit in town" });
    expect(JSON.stringify(text), field).not.toMatch(/shit|damn/i);
  }
});
