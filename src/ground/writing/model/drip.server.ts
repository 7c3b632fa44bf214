import { z } from "zod";
import { WORN_IN_MAIL } from "../checks/check-drip.ts";
import type { Finding } from "../checks/checks.ts";
import { asMagnetBrief } from "../drip/brief.ts";
import { type DripBrief, type DripText, dripTextSchema } from "../drip/schema.ts";
import { writeFollowUp } from "../follow-ups/write-follow-up.server.ts";
import { chooseGuide } from "../guides/guides.server.ts";
import { guides } from "../guides/library.server.ts";
import { WORDS } from "../limits.ts";
import { sentencesOf } from "../text/sentences.ts";
import { phrasesOf } from "../trades/phrases.ts";
import { SUBJECT_LIMIT, type Trade } from "../trades/schema.ts";
import { trades } from "../trades/trades.server.ts";
import { chooseTrade } from "../trades/understand-brief.ts";
import { checkLength, checkModelLines, type ModelFinding } from "./checks.ts";
import { dripTaskFor } from "./drip-task.ts";
import { knownNumbers, questionIn } from "./known-numbers.ts";
import { linesOf, mapLines } from "./lines.ts";
import { materialOf } from "./material.ts";
import { unsourcedFigures } from "./numbers.ts";
import { checkProse } from "./prose.ts";
import { readDrip } from "./read-drip.ts";
import type { Job } from "./running.server.ts";
import { inOrder } from "./to-check.ts";
import { fenced, instructionsFor } from "./voice.server.ts";
import { type Commission, type ModelResult, writeByModel } from "./write.server.ts";

/** At most five emails, three scripts, and the final check. */
export const DRIP_PARTS = 9;

const FIRST_NAME = "{{first_name}}";
const BLANK = "____";
const text = (most: number) => z.string().trim().min(1).max(most);

/** At the end of an email. */
const MOST_QUESTIONS = 2;
const LAST_DAY = 60;
const day = z.int().min(0).max(LAST_DAY);

/** What a model writes of a drip. The greeting and the signature are ours. */
const answerSchema = z.object({
  objection: z.string().trim().max(200),
  emails: z
    .array(z.object({ day, subject: text(120), paragraphs: z.array(text(900)).min(1).max(20) }))
    .min(3)
    .max(5),
  scripts: z
    .array(
      z.object({
        title: text(120),
        day,
        when: text(300),
        lines: z
          .array(z.object({ cue: text(200), say: text(1200) }))
          .min(1)
          .max(14),
      }),
    )
    .min(2)
    .max(3),
});
type Answer = z.output<typeof answerSchema>;

/** Lets the model write a drip. */
export function writeDripByModel(
  brief: DripBrief,
  version: number,
  job: Job,
): Promise<ModelResult<DripText>> {
  return writeByModel(dripCommission(brief, version), job);
}

function dripCommission(brief: DripBrief, version: number): Commission<typeof answerSchema, DripText> {
  const ours = writeFollowUp(brief, version);
  const asMagnet = asMagnetBrief(brief);
  const trade = chooseTrade(asMagnet, trades());
  const { guide } = chooseGuide({ ...asMagnet, topic: brief.objection });
  const material = materialOf(trade, [guide, ...guides().filter((one) => one.trade === guide.trade)]);
  const { email: _email, ...shared } = brief;
  return {
    read: readDrip,
    schema: answerSchema,
    instructions: `${instructionsFor(dripTaskFor(ours))}\n\n# Material: ${trade.name}\n${material.text}`,
    prompt: `${fenced(shared)}\n\nWrite the emails and the call scripts.${version > 1 ? ` There are ${version - 1} earlier ones for the same brief: take other openings, other subjects and other things to give than the ones that come to mind first.` : ""}`,
    own: [...phrasesOf(asMagnet, trade).own, brief.objection, ours.objection].filter(
      (word) => word.length > 1,
    ),
    finished,
    // Emails and calls are plain text.
    settle: (answer) => mapLines(answer, (line) => line.replaceAll("**", "").replace(/_{2,}/g, BLANK)),
    assemble: (answer) => {
      const numbers = knownNumbers(Object.values(shared).join("\n"), material.text, questionIn(shared));
      const toCheck = inOrder(textsOf(answer).flatMap((line) => unsourcedFigures(line, numbers)));
      return { ...assemble(answer, ours, brief), ...(toCheck.length > 0 ? { toCheck } : {}) };
    },
    check: (whole, answer) => checkModelDrip(whole, answer, { brief, ours, trade, known: material.text }),
  };
}

function assemble(answer: Answer, { arc: _arc, ...ours }: DripText, brief: DripBrief): DripText {
  const around = (body: string) => {
    const paragraphs = body.split("\n\n");
    return [paragraphs[0]!, paragraphs.at(-1)!] as const;
  };
  return {
    ...ours,
    objection: brief.objection === "" ? "" : answer.objection || ours.objection,
    emails: answer.emails.map(({ day: at, subject, paragraphs }, place) => {
      const [greeting, signature] = around((ours.emails[place] ?? ours.emails.at(-1)!).body);
      return { day: at, subject, body: [greeting, ...paragraphs, signature].join("\n\n") };
    }),
    scripts: answer.scripts.map(({ title, day: at, when, lines }) => ({ title, day: at, when, lines })),
  };
}

/** An email is sent as it stands: only what the lead is to copy, in quotes, may have blanks. */
const blanksIn = (paragraphs: readonly string[]): string[] =>
  sentencesOf(paragraphs.join("\n").replace(/"[^"]*"/g, "")).filter((sentence) => sentence.includes(BLANK));

/** What is read of an answer, without blanks, and without the placeholder for the lead's name. */
const textsOf = ({ objection, emails, scripts }: Answer): string[] =>
  [
    objection,
    ...linesOf(emails).map(({ text: line }) => line),
    ...linesOf(scripts).map(({ text: line }) => line),
  ].flatMap((line) => line.replaceAll(FIRST_NAME, "Pat").replaceAll(BLANK, "").trim() || []);

function checkModelDrip(
  whole: DripText,
  answer: Answer,
  { brief, ours, trade, known }: { brief: DripBrief; ours: DripText; trade: Trade; known: string },
): (ModelFinding | Finding)[] {
  const shape = shapeOf(answer);
  if (shape.length > 0) return shape.map((words) => ({ check: "shape", words }));
  if (!dripTextSchema.safeParse({ ...whole, emails: whole.emails.map(withShortSubject) }).success)
    return [{ check: "shape", words: "A text is empty or too long." }];
  const { person, sender } = phrasesOf(asMagnetBrief(brief), trade);
  const lines = textsOf(answer);
  const mails = answer.emails.flatMap(({ paragraphs }) => paragraphs);
  return [
    ...checkModelLines(lines, {
      brief: { ...brief },
      known: `${known} ${JSON.stringify(ours)}`,
      names: [person, sender, brief.email],
    }),
    // Two calls may open alike, and ask for what an email asked for.
    ...checkProse(lines, { brief: Object.values(brief).join("\n"), trade }).filter(
      ({ check, words }) => check !== "repeat" || mails.join("\n").split(words).length > 2,
    ),
    ...[...mails, ...answer.emails.map(({ subject }) => subject)]
      .filter((line) => WORN_IN_MAIL.test(line))
      .map((words): Finding => ({ check: "banned phrase", words: WORN_IN_MAIL.exec(words)![0] })),
    ...answer.emails
      .flatMap(({ paragraphs }) => blanksIn(paragraphs))
      .map((words): Finding => ({ check: "placeholder", words })),
    ...answer.emails
      .filter(({ subject }) => subject.length > SUBJECT_LIMIT)
      .map(({ subject }): Finding => ({ check: "subject", words: subject })),
    ...answer.emails
      .flatMap(({ paragraphs }) => paragraphs.slice(-1))
      .filter((paragraph) => paragraph.split("?").length > MOST_QUESTIONS + 1)
      .map((words): Finding => ({ check: "more than one ask", words })),
    ...answer.emails.flatMap(({ paragraphs }, at) =>
      checkLength(`Email ${at + 1}`, paragraphs, WORDS.mail.least, WORDS.mail.most),
    ),
    ...answer.scripts.flatMap(({ lines: said }, at) =>
      said.flatMap(({ say }, place) =>
        checkLength(`Line ${place + 1} of script ${at + 1}`, [say], WORDS.say.least, WORDS.say.most),
      ),
    ),
    ...(namesCaller(answer, [person, sender])
      ? []
      : [{ check: "who calls", words: "The first line of the first script names the business." } as const]),
  ];
}

/** The check of subjects names those that are too long, so the schema may pass them. */
const withShortSubject = <Email extends { readonly subject: string }>(email: Email): Email => ({
  ...email,
  subject: email.subject.slice(0, SUBJECT_LIMIT),
});

/** People leave out LLC, and the second half of their name. */
const namesCaller = ({ scripts }: Answer, names: readonly string[]): boolean => {
  const said = scripts[0]!.lines.map(({ say }) => say.toLowerCase()).join(" ");
  return names.some((name) => said.includes(name.toLowerCase().split(/[\s,]/)[0]!));
};

/** The first email goes out right away, and each email and call after the one before. */
function shapeOf({ emails, scripts }: Answer): string[] {
  const isRising = (days: readonly { readonly day: number }[]) =>
    days.every((one, at) => at === 0 || one.day > days[at - 1]!.day);
  return [
    ...(emails[0]!.day === 0 && isRising(emails) ? [] : ["The days of the emails must rise from 0."]),
    ...(isRising(scripts) ? [] : ["The days of the call scripts must rise."]),
  ];
}

function finished(partial: unknown): number {
  const { emails, scripts } = partial as Record<"emails" | "scripts", readonly unknown[]>;
  // The last one is on its way.
  return Math.max(0, emails.length + scripts.length - 1);
}
