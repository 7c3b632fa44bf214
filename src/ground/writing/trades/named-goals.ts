import type { Ask } from "./schema.ts";

/** What a business wants its readers to do, by its name and in words of ours: "book your furnace tune-up". */
export interface NamedGoal {
  /** After "to" or "would you like to." */
  readonly does: string;
  /** What the reader sends for it. */
  readonly sends: string;
  readonly ask: Ask;
}

/** What is booked or looked at, in our words, by how people write it. Longer names come first. */
const THINGS: readonly (readonly [string, RegExp])[] = [
  ["heat pump", /\bheat ?pumps?\b/],
  ["water heater", /\b(?:hot )?water heaters?\b/],
  ["garage door", /\bgarage doors?\b/],
  ["crawl space", /\bcrawl ?spaces?\b/],
  ["septic tank", /\bseptic\b/],
  ["sewer line", /\bsewers?\b/],
  ["retaining wall", /\bretaining walls?\b/],
  ["AC", /\ba\/?c\b|\bair ?condition\w*/],
  ["furnace", /\bfurnaces?\b|\bheating\b/],
  ["boiler", /\bboilers?\b/],
  ["generator", /\bgenerators?\b/],
  ["electrical panel", /\b(?:electric\w* |breaker )?panels?\b/],
  ["roof", /\broof\w*\b/],
  ["attic", /\battics?\b/],
  ["basement", /\bbasements?\b/],
  ["foundation", /\bfoundations?\b/],
  ["chimney", /\bchimneys?\b|\bfireplaces?\b|\bflues?\b/],
  ["gutter", /\bgutters?\b/],
  ["deck", /\bdecks?\b/],
  ["fence", /\bfenc(?:e|es|ing)\b/],
  ["driveway", /\bdriveways?\b/],
  ["patio", /\bpatios?\b/],
  ["tree", /\btrees?\b|\b(?:oak|maple|pine|elm|ash)s?\b/],
  ["pool", /\bpools?\b/],
  ["sprinkler", /\bsprinklers?\b|\birrigation\b/],
  ["yard", /\byards?\b|\blawns?\b/],
  ["window", /\bwindows?\b/],
  ["kitchen", /\bkitchens?\b/],
  ["bathroom", /\bbath(?:room)?s?\b/],
  ["termite", /\btermites?\b/],
  ["pest", /\bpests?\b/],
  ["mold", /\bmold\b/],
  ["radon", /\bradon\b/],
  ["backflow", /\bbackflow\b/],
  ["drain", /\bdrains?\b/],
  ["duct", /\bducts?\b/],
  ["floor", /\bfloors?\b|\bflooring\b/],
  ["stair", /\bstairs?\b|\bstaircases?\b/],
  ["insulation", /\binsulation\b/],
  ["energy", /\benergy\b/],
  ["design", /\bdesign\b/],
  ["office", /\boffices?\b/],
  ["house", /\bhouses?\b|\bhomes?\b/],
];
const DAYS = "two days that work for you";

const thingIn = (goal: string): string => THINGS.find(([, rule]) => rule.test(goal))?.[0] ?? "";

/** "your furnace tune-up," or "your tune-up" if nothing is named. */
const yours = (goal: string, what: string): string =>
  ["your", thingIn(goal), what].filter((word) => word !== "").join(" ");

/** Many of them go by a plural: "the gutters looked at." */
const PLURALS: ReadonlySet<string> = new Set(
  "gutter tree window drain duct floor stair sprinkler".split(" "),
);
const looked = (goal: string): string => `${thingIn(goal)}${PLURALS.has(thingIn(goal)) ? "s" : ""}`;

/** Things that nobody looks at. */
const UNSEEN: ReadonlySet<string> = new Set(["", "energy", "design", "termite", "pest", "radon"]);

type Rule = readonly [when: RegExp, ask: Ask, does: (goal: string) => string, sends: string];

/** The first that applies counts. */
const RULES: readonly Rule[] = [
  [
    /\b(?:bid(?:ders?)?|vendor|sub(?:contractor)?s?|approved)(?:['’]?s)? list|\binvit\w+ (?:us )?to bid/,
    "message",
    () => "put us on your bid list",
    "your next job and its bid date",
  ],
  [
    /\bsign\b.*\bagreement/,
    "message",
    (goal) =>
      `sign the ${/maintenance/.test(goal) ? "maintenance " : /service/.test(goal) ? "service " : ""}agreement`,
    "the address that it’s for",
  ],
  [
    /\b(?:maintenance|service|care|annual|yearly|seasonal) (?:plans?|agreements?|contracts?|programs?|memberships?)\b/,
    "message",
    (goal) => `sign up for the ${/maintenance/.test(goal) ? "maintenance" : "service"} plan`,
    "the address that it’s for",
  ],
  [
    /\bsamples?\b|\bswatch(?:es)?\b/,
    "message",
    () => "order samples",
    "your address and what you’d like to see",
  ],
  [/\bshow ?room/, "message", () => "come to the showroom", "a day that works for you"],
  [/\bsecond opinions?\b/, "message", () => "get a second opinion", "the quote or report that you have"],
  [/\btune.?ups?\b/, "visit", (goal) => `book ${yours(goal, "tune-up")}`, DAYS],
  [/\bcheck.?ups?\b/, "visit", (goal) => `book ${yours(goal, "checkup")}`, DAYS],
  [/\bwinteriz|\bblow.?outs?\b/, "visit", (goal) => `book ${yours(goal, "winterization")}`, DAYS],
  [/\bpool opening/, "visit", () => "book your pool opening", DAYS],
  [/\bpool closing/, "visit", () => "book your pool closing", DAYS],
  [/\bspring clean.?up/, "visit", () => "book your spring cleanup", DAYS],
  [/\bfall clean.?up/, "visit", () => "book your fall cleanup", DAYS],
  [/\bpump(?:ing|ed|out)\b/, "visit", (goal) => `book ${yours(goal, "pumping")}`, DAYS],
  [/\bsweep/, "visit", (goal) => `book ${yours(goal, "sweep")}`, DAYS],
  [/\binspections?\b/, "visit", (goal) => `book ${yours(goal, "inspection")}`, DAYS],
  [/\benergy (?:audits?|assessments?|ratings?)\b/, "visit", () => "book your energy audit", DAYS],
  [/\b(?:radon|mold|backflow) tests?\b/, "visit", (goal) => `book ${yours(goal, "test")}`, DAYS],
  [/\bclean(?:ing|ings)\b/, "visit", (goal) => `book ${yours(goal, "cleaning")}`, DAYS],
  [/\b(?:site|job) walks?\b|\bwalk.?through/, "visit", () => "set up a walk-through", DAYS],
  [
    /\bdesign (?:consult\w*|meetings?|appointments?|sessions?)\b/,
    "call",
    () => "set up a design consultation",
    DAYS,
  ],
  [/\bconsult(?:s|ation|ations)?\b/, "call", () => "set up a consultation", DAYS],
  [/\bmeasur(?:e|ed|ing|ement|ements)\b/, "visit", () => "have it measured", DAYS],
  [
    /\blook(?:ed)? (?:at|over|into)\b|\bchecked\b|\bcheck(?:s)?\b/,
    "visit",
    (goal) => (UNSEEN.has(thingIn(goal)) ? "" : `have the ${looked(goal)} looked at`),
    DAYS,
  ],
  [
    /\bon (?:the|our|my) (?:schedule|calendar)\b|\b(?:spot|slot) on\b|\breserve (?:a|their|your) (?:spot|slot|date)\b/,
    "visit",
    () => "get on the schedule",
    "your address and the weeks that work for you",
  ],
];

const NOT = /\b(?:don['’]?t|do not|never|without|no|stop)\b/;

/** What a goal names; undefined if that's nothing we have a word for. */
export function namedGoal(goal: string): NamedGoal | undefined {
  const text = goal.toLowerCase();
  if (NOT.test(text)) return undefined;
  for (const [when, ask, write, sends] of RULES) {
    const does = when.test(text) ? write(text) : "";
    if (does !== "") return { does, sends, ask };
  }
  return undefined;
}
