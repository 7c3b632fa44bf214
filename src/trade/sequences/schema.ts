import { z } from "zod";
import { isDeed } from "#ground/events/public.server.ts";
import { foldForText } from "#platform/sms/segments.ts";
import { isInSentence, RECENT_WORK } from "./message/recent-work.ts";
import { LONGEST_TEXT, longestText, textParts } from "./message/text-parts.ts";

/** Heads-up links have one byte for the number. */
const MOST_STEPS = 60;
/** No one remembers why after a longer wait. */
const LONGEST_WAIT_DAYS = 366;
const DAYS = { minutes: 1 / 1440, hours: 1 / 24, days: 1, weeks: 7, months: 31 } as const;

/** Of an email or a call script, in characters. */
const LONGEST = 20_000;

const words = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .refine((text) => text.trim() !== "", missing)
    .max(most, `Please keep this to ${most.toLocaleString("en-US")} characters or fewer.`);

const delay = z
  .object({
    amount: z.int("Please give a whole number.").min(0, "This can't be in the past."),
    unit: z.enum(["minutes", "hours", "days", "weeks", "months"], {
      error: "Please choose minutes, hours, days, weeks, or months.",
    }),
  })
  .refine(
    ({ amount, unit }) => amount * DAYS[unit] <= LONGEST_WAIT_DAYS,
    "Please wait no longer than a year.",
  );
const span = delay.refine(({ amount }) => amount > 0, "Please give at least one.");

const deed = z
  .string({ error: "Please say what they did." })
  .refine((what) => isDeed(what) && what !== "silent", {
    error: "Please use lower-case words with dots between, such as estimate.viewed.",
  });

const test = z.union(
  [
    z.strictObject({ what: z.literal("silent"), days: z.int().min(1).max(LONGEST_WAIT_DAYS) }),
    z.strictObject({ what: deed, within: span.optional(), not: z.literal(true).optional() }),
  ],
  { error: "Please say what they did, such as clicked, or for how many days they were silent." },
);

const ONLY_IN_MAIL = `${RECENT_WORK} only works in the text of an email.`;
const subject = words(300, "Please give the mail a subject.").refine(
  (typed) => !typed.includes(RECENT_WORK),
  ONLY_IN_MAIL,
);
const body = words(LONGEST, "Please write the email.").refine(
  (typed) => !isInSentence(typed),
  `Please put ${RECENT_WORK} on a line of its own.`,
);

const text = z.string({ error: "Please write the text." }).superRefine((typed, { addIssue }) => {
  const folded = foldForText(typed).trim();
  if (typed.includes(RECENT_WORK)) addIssue(ONLY_IN_MAIL);
  else if (!folded) addIssue("Please write the text.");
  else if (folded.length > LONGEST_TEXT)
    addIssue(
      `Please keep a text to ${LONGEST_TEXT} characters. This has ${folded.length} and would be sent as ${textParts(longestText(typed))} messages.`,
    );
});

const step = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("gift"), subject, body }),
    z.strictObject({ kind: z.literal("mail"), delay, subject, body, signed: z.literal(true).optional() }),
    z.strictObject({ kind: z.literal("text"), delay, body: text }),
    z.strictObject({
      kind: z.literal("call"),
      delay,
      say: words(LONGEST, "Please say what the call is about."),
    }),
    z.strictObject({ kind: z.literal("wait"), delay: span }),
    z.strictObject({
      kind: z.literal("condition"),
      if: test,
      otherwise: z.union([
        z.literal("end"),
        z.strictObject({ skip: z.int().min(1, "Please leave out at least one step.") }),
      ]),
    }),
  ],
  { error: "There is no such kind of step." },
);

const trigger = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("new lead"), pageId: z.uuid("There is no such page.") }),
    z.strictObject({ kind: z.literal("manual") }),
    z.strictObject({ kind: z.literal("event"), what: deed }),
    z.strictObject({ kind: z.literal("date"), on: z.iso.date("Please give a day, such as 2027-04-01.") }),
  ],
  { error: "Please choose what starts it." },
);

export const stepsSchema = z
  .array(step)
  .min(1, "Please give it at least one step.")
  .max(MOST_STEPS, `Please keep it to ${MOST_STEPS} steps.`);

/** Messages are shown to users; a field's path is such as `steps.2.subject`. */
export const sequenceSchema = z
  .strictObject({
    name: words(120, "Enter a name."),
    trigger,
    steps: stepsSchema,
  })
  .check(({ value: { trigger: start, steps }, issues }) => {
    const wrong = (path: (string | number)[], message: string) =>
      issues.push({ code: "custom", input: steps, path: ["steps", ...path], message });
    const isOver = start.kind === "event" && (start.what === "won" || start.what === "lost");
    if (start.kind === "new lead" && steps[0]?.kind !== "gift")
      wrong([0], "A page sends what it promised first: begin with the guide.");
    for (const [at, one] of steps.entries()) {
      if (one.kind === "gift" && (at > 0 || start.kind !== "new lead"))
        wrong([at], "Only a personal page sends a guide, and at once.");
      if (one.kind === "text" && isOver)
        wrong([at], "No text goes to somebody whose job was won or lost: write an email or a call here.");
      if (one.kind !== "condition") continue;
      const left = steps.length - at - 1;
      if (left === 0) wrong([at], "Nothing comes after this: a fork can't be the last step.");
      else if (one.otherwise !== "end" && one.otherwise.skip > left)
        wrong([at], `Only ${left === 1 ? "one step follows" : `${left} steps follow`} this one.`);
    }
    if (steps.length > 0 && steps.every(({ kind }) => kind === "wait" || kind === "condition"))
      wrong([], "Nothing happens in it yet: add an email, a text or a call.");
  });

export type NewSequence = z.input<typeof sequenceSchema>;
