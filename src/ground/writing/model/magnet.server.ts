import { z } from "zod";
import { type Finding, checkMagnet } from "../checks/checks.ts";
import { sortMagnetFields } from "../field-order.ts";
import { checkLength, checkModelLines, type ModelFinding } from "./checks.ts";
import type { Job } from "./running.server.ts";
import { WORDS } from "../limits.ts";
import { linesOf } from "./lines.ts";
import { materialOf } from "./material.ts";
import { fenced, instructionsFor } from "./voice.server.ts";
import { type Commission, type ModelResult, writeByModel } from "./write.server.ts";
import { phrasesOf } from "../playbook/phrases.ts";
import type { Playbook } from "../playbook/schema.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { type MagnetBrief, type ComposedGuide, composedGuideSchema } from "../schema.ts";
import { writeMagnet } from "../magnet/write-magnet.ts";

const SECTIONS = 4;
/** The opening, the sections, the checklist, the business, the next step, and the final check. */
export const MAGNET_PARTS = SECTIONS + 5;

const text = (most: number) => z.string().trim().min(1).max(most);
const point = z.object({ title: text(160), text: text(500) });

/** What a model writes of a magnet. Readers, contact and playbook are ours. */
const answerSchema = z.object({
  title: text(120),
  promise: text(280),
  opening: z.object({
    heading: text(100),
    paragraphs: z.array(text(900)).min(2).max(4),
    points: z.array(point).max(4),
  }),
  sections: z
    .array(
      z.object({
        heading: text(120),
        paragraphs: z.array(text(900)).min(1).max(4),
        points: z.array(point).max(7),
        todo: text(400),
      }),
    )
    .min(3)
    .max(5),
  todoLabel: text(40),
  checklist: z.object({
    heading: text(100),
    intro: text(300),
    groups: z
      .array(z.object({ heading: text(60), items: z.array(text(170)).min(2).max(6) }))
      .min(2)
      .max(4),
  }),
  about: z.object({ heading: text(100), paragraphs: z.array(text(600)).min(1).max(3) }),
  nextStep: z.object({ heading: text(100), paragraphs: z.array(text(600)).min(1).max(3) }),
});
type Answer = z.output<typeof answerSchema>;

const TASK = `Write a guide that a business gives away to people who might hire it: a short book that answers what they ask before they pay for the work. A careful owner sends it out unchanged, and a stranger reads it to the end because every page is of use.
- title: one that the reader would click. It names the work or the question, not the business.
- promise: one sentence, what the reader can do after reading.
- opening: why it matters now, in two or three paragraphs, and up to three points with what people fear and what is true.
- sections: exactly ${SECTIONS}, each one question of the reader's answered, in one to three paragraphs of two to four sentences. Two or three of the sections also have four to seven points, each a short bold lead and one or two sentences. todo: the one thing to do after reading the section.
- todoLabel: two to four words that stand before each thing to do, such as "Do this next".
- checklist: three groups of four items to tick off, each a thing to see, ask or have in writing, in one line of under fifteen words.
- about: one or two short paragraphs on the business: its name and what it does, as the brief says, and not a word more.
- nextStep: one small step that suits the goal of the brief, in one or two short paragraphs. It asks and does not press.
About 1,100 to 1,700 words in all.`;

/**
 * Lets the model write a magnet. Our writer's text of the same brief and version provides what the model must
 * not choose.
 */
export function writeMagnetByModel(
  brief: MagnetBrief,
  version: number,
  job: Job,
): Promise<ModelResult<ComposedGuide>> {
  return writeByModel(magnetCommission(brief, version), job);
}

function magnetCommission(
  brief: MagnetBrief,
  version: number,
): Commission<typeof answerSchema, ComposedGuide> {
  const ours = writeMagnet(sortMagnetFields(brief), { playbooks: playbooks() });
  const playbook = playbooks().find(({ id }) => id === ours.playbook)!;
  const about = [brief.product, brief.topic, brief.goal, brief.targetAudience].join(" ");
  const material = materialOf(playbook, about, "magnet");
  const { contact } = ours.nextStep;
  // The email address is personal and not needed, so the model doesn't get it.
  const { email: _email, ...shared } = brief;
  return {
    name: "guide",
    schema: answerSchema,
    instructions: `${instructionsFor("magnet", TASK)}\n\n# Material: ${playbook.name}\n${material}`,
    prompt: `${fenced(shared)}\n\nWrite the guide.${version > 1 ? ` There are ${version - 1} earlier ones for the same brief: take another angle, another title and other sections than the ones that come to mind first.` : ""}`,
    own: phrasesOf(brief, playbook).own,
    finished,
    assemble: (answer) => ({
      version: 1,
      playbook: ours.playbook,
      title: answer.title,
      promise: answer.promise,
      readers: ours.readers,
      opening: answer.opening,
      sections: answer.sections,
      todoLabel: answer.todoLabel.replace(/[:.]$/, ""),
      checklist: answer.checklist,
      about: answer.about,
      nextStep: { ...answer.nextStep, contact },
    }),
    check: (whole, answer) => checkModelMagnet(whole, answer, { brief, playbook, material }),
  };
}

function checkModelMagnet(
  whole: ComposedGuide,
  answer: Answer,
  { brief, playbook, material }: { brief: MagnetBrief; playbook: Playbook; material: string },
): (ModelFinding | Finding)[] {
  const schema = composedGuideSchema.safeParse(whole);
  if (!schema.success)
    return schema.error.issues.map(({ path, message }) => ({
      check: "length",
      words: `${path.join(".")}: ${message}`,
    }));
  const lines = linesOf(answer).map(({ text: line }) => line);
  const phrases = phrasesOf(brief, playbook);
  return [
    ...checkMagnet(whole, brief, playbook),
    ...checkModelLines(lines, {
      brief,
      known: `${material} ${countsOf(answer)}`,
      names: [phrases.person, phrases.sender, brief.email],
    }),
    ...checkLength("The guide", lines, WORDS.guide.least, WORDS.guide.most),
  ];
}

/** Counts of items that the guide's title may mention. */
function countsOf({ sections, checklist }: Answer): string {
  const items = checklist.groups.reduce((sum, group) => sum + group.items.length, 0);
  return [sections.length, items, ...sections.map(({ points }) => points.length)].join(" ");
}

function finished(partial: unknown): number {
  const { sections, checklist, about, nextStep } = (partial ?? {}) as Record<string, unknown>;
  const begun = Array.isArray(sections) ? sections.length : 0;
  // A part is complete once a later part has started.
  const whole = (part: unknown) => Number(part !== undefined);
  return (
    whole(sections) +
    Math.min(SECTIONS, checklist === undefined ? Math.max(0, begun - 1) : begun) +
    whole(about) +
    whole(nextStep)
  );
}
