import { z } from "zod";

/** A guide's subject, from its topic. */
export const ANGLES = ["choose", "cost", "signs", "mistakes", "process", "care"] as const;
export type Angle = (typeof ANGLES)[number];

export const TONES = ["plain", "friendly", "expert", "direct", "calm"] as const;
export type Tone = (typeof TONES)[number];

export const READERS = ["owners", "managers", "builders", "buyers", "any"] as const;
export type Reader = (typeof READERS)[number];

/** What the reader is asked to do at the end, from the goal. */
export const ASKS = ["visit", "quote", "call", "message"] as const;
export type Ask = (typeof ASKS)[number];

/**
 * What keeps people from saying yes: price, no time now, no trust yet, another contractor, just looking,
 * doing it themselves, a spouse or partner, a bad experience, waiting for a season or for rates, wanting to
 * think, no need, the mess. `other` for the rest.
 */
export const OBJECTIONS = [
  "price",
  "timing",
  "trust",
  "rival",
  "looking",
  "self",
  "partner",
  "burned",
  "waiting",
  "thinking",
  "need",
  "mess",
  "other",
] as const;
export type ObjectionKind = (typeof OBJECTIONS)[number];

const SEASONS = ["spring", "summer", "fall", "winter"] as const;
/** A person's own subject lines are short. */
export const SUBJECT_LIMIT = 49;

const text = z.string().trim().min(1);
const texts = (least: number) => z.array(text).min(least);
const list = <T extends z.ZodType>(item: T, least: number) =>
  z.strictObject({ headings: texts(2), intros: texts(2), todos: texts(3), items: z.array(item).min(least) });

const subject = text.max(SUBJECT_LIMIT);
const note = z.strictObject({ subject, text });

/**
 * The job's short name, indefinite ("a deck") and definite ("the deck"). Both fit after "for" and "about".
 */
const job = z.strictObject({ any: text, theirs: text });

/** Material for a trade's follow-up emails and calls. */
const drip = z.strictObject({
  /** The next meeting: "a yard visit". */
  meeting: text,
  /** What the visit looks at: "the yard". */
  spot: text,
  /** Small things to send back, easiest first; fits after "Reply with". */
  sends: texts(8),
  /** Questions in this trade's words that settle the day of a visit; each works alone. */
  days: texts(6),
  job,
  /**
   * Kinds of jobs by word beginnings: a brief about decks gets nothing about gates. Words of an `everywhere`
   * kind fit any brief.
   */
  branches: z.array(
    z.strictObject({ words: texts(1), everywhere: z.literal(true).optional(), job: job.optional() }),
  ),
  /** The most common objection in this trade. */
  usual: z.enum(OBJECTIONS),
  subjects: z.strictObject({ question: z.array(subject).min(4), mistake: z.array(subject).min(4) }),
  notes: z.strictObject({
    sign: z.array(note).min(6),
    cost: z.array(note).min(6),
    step: z.array(note).min(6),
  }),
  /** Questions to ask on the phone before listening. */
  listen: texts(8),
  /** In the client's words, with answers for email and phone. */
  objections: z.record(
    z.enum(OBJECTIONS),
    z.strictObject({ said: text, subject, mails: texts(2), calls: texts(4) }),
  ),
});

/** One trade's know-how as data; content/playbooks/README.md documents every part. */
export const playbookSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]*$/),
  name: text,
  /** Word beginnings that indicate this trade, with weights. */
  signs: z.record(z.string().regex(/^[a-z-]+( [a-z-]+)*$/), z.number().int().min(1).max(9)),
  /** Words that make a sentence specific to this trade. */
  words: texts(20),
  worker: text,
  workers: text,
  /** Default for a missing product; fits "a job like …" and "before you pay for …". */
  work: text,
  /** Countable things that need an article in prose: "deck" becomes "a deck". */
  things: z.array(text),
  readers: text,
  titles: z.record(z.enum(ANGLES), texts(3)),
  productTitles: texts(4),
  topicTitles: texts(5),
  promises: z.record(z.enum(ANGLES), texts(2)),
  openingHeadings: texts(2),
  openings: z.record(z.enum(TONES), texts(2)),
  aboutTopic: z.strictObject({ phrase: texts(3), question: texts(2) }),
  aboutReaders: z.record(z.enum(READERS), texts(2)),
  fears: z.array(z.strictObject({ fear: text, answer: text })).min(20),
  sections: z
    .array(
      z.strictObject({
        angle: z.enum(ANGLES),
        /** Word beginnings in the brief that select this section. Without tags it is for everyone. */
        tags: z.array(z.string()),
        heading: text,
        paragraphs: texts(1),
        points: z.array(z.strictObject({ title: text, text })).optional(),
        todo: text,
      }),
    )
    .min(18),
  questions: list(z.strictObject({ ask: text, listenFor: text }), 24),
  mistakes: list(z.strictObject({ mistake: text, instead: text }), 20),
  proof: list(z.strictObject({ show: text, why: text }), 16),
  vocabulary: list(z.strictObject({ word: text, means: text }), 20),
  seasons: list(z.strictObject({ season: z.enum(SEASONS), when: text, text }), 8),
  checklist: z.strictObject({
    headings: texts(2),
    intros: texts(2),
    groups: z
      .array(z.strictObject({ heading: text, angles: z.array(z.enum(ANGLES)).min(1), items: texts(8) }))
      .min(6),
  }),
  aboutHeadings: texts(2),
  abouts: z.array(texts(2)).min(2),
  asks: z.record(z.enum(ASKS), z.array(z.strictObject({ heading: text, text })).min(2)),
  /** Claims that are untrue or not ours to make, with the reason. */
  doNotSay: z.array(z.strictObject({ phrase: text, why: text })).min(10),
  drip,
});

export type Playbook = z.output<typeof playbookSchema>;
export type Trade = z.output<typeof drip>;
