import { z } from "zod";
import { checkDrip } from "../checks/check-drip.ts";
import type { Finding } from "../checks/checks.ts";
import { asMagnetBrief } from "../drip/brief.ts";
import { type DripBrief, type DripText, dripTextSchema } from "../drip/schema.ts";
import { writeFollowUp } from "../follow-ups/write-follow-up.server.ts";
import { checkLength, checkModelLines, type ModelFinding } from "./checks.ts";
import type { Job } from "./running.server.ts";
import { WORDS } from "../limits.ts";
import { linesOf } from "./lines.ts";
import { materialOf } from "./material.ts";
import { fenced, instructionsFor } from "./voice.server.ts";
import { type Commission, type ModelResult, writeByModel } from "./write.server.ts";
import { phrasesOf } from "../playbook/phrases.ts";
import { SUBJECT_LIMIT, type Playbook } from "../playbook/schema.ts";
import { playbooks } from "../playbook/playbooks.server.ts";

/** At most five emails, three scripts, and the final check. */
export const DRIP_PARTS = 9;

const text = (most: number) => z.string().trim().min(1).max(most);

/** What a model writes of a drip: text only. The number of emails and calls, their days and cues are ours. */
const answerSchema = z.object({
  emails: z
    .array(z.object({ subject: text(SUBJECT_LIMIT), paragraphs: z.array(text(900)).min(2).max(6) }))
    .min(3)
    .max(5),
  scripts: z
    .array(z.object({ lines: z.array(text(800)).min(1).max(14) }))
    .min(2)
    .max(3),
});
type Answer = z.output<typeof answerSchema>;

const STAGES: Readonly<Record<DripBrief["leadType"], string>> = {
  cold: "a stranger who has not asked for anything yet",
  demo: "somebody who asked to see more",
  trial: "somebody who has begun a trial or a first small job",
  purchase: "somebody who has a price in hand and did not say yes",
};

/** Lets the model write a drip. Our writer's drip of the same brief and version provides its structure. */
export function writeDripByModel(
  brief: DripBrief,
  version: number,
  job: Job,
): Promise<ModelResult<DripText>> {
  return writeByModel(dripCommission(brief, version), job);
}

function dripCommission(brief: DripBrief, version: number): Commission<typeof answerSchema, DripText> {
  // Cues differ by version, because each answers other objections.
  const ours = writeFollowUp(brief, version);
  const playbook = playbooks().find(({ id }) => id === ours.playbook)!;
  const material = materialOf(playbook, [brief.product, brief.industry, brief.objection].join(" "), "drip");
  const { email: _email, ...shared } = brief;
  // Script titles and cues can contain the brief's words, so they go into the data part, not among the rules.
  const scripts = ours.scripts.map(({ title, when, lines }) => ({
    title,
    when,
    cues: lines.map(({ cue }) => cue),
  }));
  // A whole text of ours is what the model has to be better than.
  const model = ours.arc === undefined ? {} : { ourText: answerOf(ours) };
  return {
    name: "drip",
    schema: answerSchema,
    instructions: `${instructionsFor("drip", taskFor(ours))}\n\n# Material: ${playbook.name}\n${material}`,
    prompt: `${fenced({ ...shared, objection: ours.objection, scripts, ...model })}\n\nWrite the emails and the call scripts.${version > 1 ? ` There are ${version - 1} earlier ones for the same brief: take other openings, other subjects and other lessons than the ones that come to mind first.` : ""}`,
    own: [...phrasesOf(asMagnetBrief(brief), playbook).own, brief.objection, ours.objection].filter(
      (word) => word.length > 1,
    ),
    finished,
    assemble: (answer) => assemble(answer, ours),
    check: (whole, answer) => checkModelDrip(whole, answer, { brief, ours, playbook, material }),
  };
}

/** A text of ours in the form of a model's answer. */
const answerOf = ({ emails, scripts }: DripText): Answer => ({
  emails: emails.map(({ subject, body }) => ({ subject, paragraphs: body.split("\n\n").slice(1, -1) })),
  scripts: scripts.map(({ lines }) => ({ lines: lines.map(({ say }) => say) })),
});

function taskFor(ours: DripText): string {
  if (ours.arc !== undefined)
    return `Write ${ours.emails.length} follow-up emails and ${ours.scripts.length} call scripts from a business to one lead: ${STAGES[ours.leadType]}. What holds the lead back stands in the brief, as its objection. A busy owner pastes them unchanged.
The brief has our own text as "ourText": take its order, its facts and what each part gives the reader, and say all of it in the words of this business, about what it sells. Where the brief says nothing, nothing is assumed.
Each email has a subject of under ${SUBJECT_LIMIT} characters that fits what is inside, and three to five short paragraphs. Greeting and signature are ours; write neither. Each email stands on the one before it, gives one thing worth having, and says when the reader does not need us. The last paragraph asks for one small thing, with one question at most.
The days of the emails: ${ours.emails.map(({ day }) => day).join(", ")}.
The scripts are spoken aloud, in short sentences that a person can say. The brief names each with its occasion and its cues: write one text for each cue, in their order, without the cue. The first says which business is calling.`;
  return `Write ${ours.emails.length} follow-up emails and ${ours.scripts.length} call scripts from a business to one lead: ${STAGES[ours.leadType]}. What holds the lead back stands in the brief, as its objection. A busy owner pastes them unchanged.
Each email has a subject of under ${SUBJECT_LIMIT} characters that a person would type, and two or three short paragraphs. Greeting and signature are ours; write neither. The first paragraph says why this mail comes, the next teaches one useful thing about the work, the last asks for one small thing. Only the last paragraph has a question, and one at most. Who writes and for which business is said in the first email.
The days of the emails: ${ours.emails.map(({ day }) => day).join(", ")}. Each opens differently, none speaks of having sent another, and the one about what holds the lead back answers it honestly.
The scripts are spoken aloud, in short sentences that a person can say. The brief names each with its occasion and its cues: write one text for each cue, in their order, without the cue.`;
}

function assemble(answer: Answer, ours: DripText): DripText {
  const around = (body: string) => {
    const paragraphs = body.split("\n\n");
    return [paragraphs[0]!, paragraphs.at(-1)!] as const;
  };
  return {
    ...ours,
    emails: ours.emails.map(({ day, body }, at) => {
      const [greeting, signature] = around(body);
      const { subject, paragraphs } = answer.emails[at] ?? { subject: "", paragraphs: [] };
      return { day, subject, body: [greeting, ...paragraphs, signature].join("\n\n") };
    }),
    scripts: ours.scripts.map((script, place) => ({
      ...script,
      lines: script.lines.map(({ cue }, at) => ({ cue, say: answer.scripts[place]?.lines[at] ?? "" })),
    })),
  };
}

function checkModelDrip(
  whole: DripText,
  answer: Answer,
  {
    brief,
    ours,
    playbook,
    material,
  }: { brief: DripBrief; ours: DripText; playbook: Playbook; material: string },
): (ModelFinding | Finding)[] {
  const counts: ModelFinding[] = [
    ...(answer.emails.length === ours.emails.length ? [] : [`There must be ${ours.emails.length} emails.`]),
    ...(answer.scripts.length === ours.scripts.length
      ? []
      : [`There must be ${ours.scripts.length} call scripts.`]),
    ...ours.scripts.flatMap(({ lines }, at) =>
      answer.scripts[at]?.lines.length === lines.length
        ? []
        : [`Script ${at + 1} must have ${lines.length} lines.`],
    ),
  ].map((words) => ({ check: "length", words }));
  if (counts.length > 0 || !dripTextSchema.safeParse(whole).success)
    return counts.length > 0 ? counts : [{ check: "length", words: "A text is empty or too long." }];
  const phrases = phrasesOf(asMagnetBrief(brief), playbook);
  const lines = linesOf(answer).map(({ text: line }) => line);
  const [first] = answer.emails;
  // A whole text may leave that to the signature.
  const missing = [
    ...(ours.arc !== undefined || first!.paragraphs.join(" ").includes(phrases.sender)
      ? []
      : [`The name "${phrases.sender}" in the first email`]),
  ];
  return [
    ...checkDrip(whole, brief, playbook),
    ...checkModelLines(lines, {
      brief: { ...brief },
      known: `${material} ${JSON.stringify(ours)}`,
      names: [phrases.person, phrases.sender, brief.email],
    }),
    ...answer.emails.flatMap(({ paragraphs }, at) =>
      checkLength(`Email ${at + 1}`, paragraphs, WORDS.mail.least, WORDS.mail.most),
    ),
    ...answer.scripts.flatMap(({ lines: said }, at) =>
      said.flatMap((line, place) =>
        checkLength(`Line ${place + 1} of script ${at + 1}`, [line], WORDS.say.least, WORDS.say.most),
      ),
    ),
    ...missing.map((words): ModelFinding => ({ check: "missing", words })),
  ];
}

function finished(partial: unknown): number {
  const { emails, scripts } = (partial ?? {}) as Record<string, unknown>;
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return scripts === undefined
    ? Math.max(0, count(emails) - 1)
    : count(emails) + Math.max(0, count(scripts) - 1);
}
