import { z } from "zod";

/** What a guide is about, read from its topic. */
export const ANGLES = ["choose", "cost", "signs", "mistakes", "process", "care"] as const;
export type Angle = (typeof ANGLES)[number];

/** How a guide speaks, read from its tone. */
export const TONES = ["plain", "friendly", "expert", "direct", "calm"] as const;
export type Tone = (typeof TONES)[number];

/** Who reads it, read from its audience. */
export const READERS = ["owners", "managers", "builders", "buyers", "any"] as const;
export type Reader = (typeof READERS)[number];

/** What the reader is asked to do at the end, read from its goal. */
export const ASKS = ["visit", "quote", "call", "message"] as const;
export type Ask = (typeof ASKS)[number];

const text = z.string().trim().min(1);
const texts = (least: number) => z.array(text).min(least);
const list = <T extends z.ZodType>(item: T, least = 10) =>
  z.strictObject({ heading: text, intro: text, todo: text, items: z.array(item).min(least) });

/** One trade's know-how as plain data: content/playbooks/README.md explains every part to the people who write it. */
export const playbookSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]*$/),
  name: text,
  /** Beginnings of words that point to this trade, and how strongly. */
  signs: z.record(z.string().regex(/^[a-z-]+( [a-z-]+)*$/), z.number().int().min(1).max(9)),
  /** Words that make a sentence belong to this trade. */
  words: texts(20),
  worker: text,
  workers: text,
  /** Stands in for the product where none was given: fits "a job like …" and "before you pay for …". */
  work: text,
  /** Single things that need an article in running text: "deck" becomes "a deck". */
  things: z.array(text),
  /** Stands in for the audience where none was given. */
  readers: text,
  titles: z.record(z.enum(ANGLES), texts(1)),
  productTitles: texts(2),
  topicTitles: texts(3),
  promises: z.record(z.enum(ANGLES), text),
  openingHeading: text,
  openings: z.record(z.enum(TONES), text),
  aboutTopic: z.strictObject({ phrase: texts(1), question: texts(1) }),
  aboutReaders: z.record(z.enum(READERS), text),
  fears: z.array(z.strictObject({ fear: text, answer: text })).min(10),
  sections: z
    .array(
      z.strictObject({
        angle: z.enum(ANGLES),
        /** Word beginnings in the brief that call for this section. */
        tags: z.array(z.string()),
        heading: text,
        paragraphs: texts(1),
        points: z.array(z.strictObject({ title: text, text })).optional(),
        todo: text,
      }),
    )
    .min(5),
  questions: list(z.strictObject({ ask: text, listenFor: text })),
  mistakes: list(z.strictObject({ mistake: text, instead: text })),
  proof: list(z.strictObject({ show: text, why: text })),
  vocabulary: list(z.strictObject({ word: text, means: text })),
  checklist: z.strictObject({
    heading: text,
    intro: text,
    groups: z.array(z.strictObject({ heading: text, items: texts(4) })).min(3),
  }),
  aboutHeading: text,
  about: texts(2),
  asks: z.record(z.enum(ASKS), z.strictObject({ heading: text, text })),
  /** Claims that sound good and are not true or not ours to make, with what is wrong about them. */
  doNotSay: z.array(z.strictObject({ phrase: text, why: text })).min(10),
});

export type Playbook = z.output<typeof playbookSchema>;
