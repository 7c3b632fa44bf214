import { headingsOf, linesOfWhole } from "../checks/checks.ts";
import { fillGuide } from "../guides/fill-guide.ts";
import { chooseGuide } from "../guides/guides.server.ts";
import { guides } from "../guides/library.server.ts";
import { type WholeGuide, wholeGuideSchema } from "../guides/whole-guide-schema.ts";
import { WORDS } from "../limits.ts";
import type { MagnetBrief } from "../schema.ts";
import { otherLanguage } from "../text/language.ts";
import { stems } from "../text/normalize.ts";
import { phrasesOf } from "../trades/phrases.ts";
import type { Trade } from "../trades/schema.ts";
import { trades } from "../trades/trades.server.ts";
import { chooseTrade } from "../trades/understand-brief.ts";
import { checkLength, checkModelLines, type ModelFinding } from "./checks.ts";
import { exampleLines } from "./examples.ts";
import { type GuideAnswer, guideAnswerSchema, settledGuide, wholeGuideOf } from "./guide-answer.ts";
import { GUIDE_TASK } from "./guide-task.ts";
import { knownNumbers, questionIn } from "./known-numbers.ts";
import { linesOf, withoutMarks } from "./lines.ts";
import { type Material, materialOf, usedSources } from "./material.ts";
import { unsourcedFigures } from "./numbers.ts";
import { checkProse } from "./prose.ts";
import { readGuide } from "./read-guide.ts";
import type { Job } from "./running.server.ts";
import { inOrder } from "./to-check.ts";
import { fenced, instructionsFor } from "./voice.server.ts";
import { type Commission, type ModelResult, writeByModel } from "./write.server.ts";

/** Sections that a model is asked for at least; more count as these. */
const SECTIONS = 5;
/** The opening, the sections, the next step, and the final check. */
export const MAGNET_PARTS = SECTIONS + 3;

/**
 * Lets the model write a whole guide for one brief, with our guides nearest to it as material. The contact is
 * ours.
 */
export function writeMagnetByModel(
  brief: MagnetBrief,
  version: number,
  job: Job,
): Promise<ModelResult<WholeGuide>> {
  return writeByModel(magnetCommission(brief, version), job);
}

function magnetCommission(
  brief: MagnetBrief,
  version: number,
): Commission<typeof guideAnswerSchema, WholeGuide> {
  const { guide, others } = chooseGuide(brief);
  const trade = chooseTrade(brief, trades());
  const ours = fillGuide(guide, brief);
  const material = materialOf(trade, [
    ...[guide, ...others],
    ...guides().filter((one) => one.trade === guide.trade),
  ]);
  // The email address is personal and not needed, so the model doesn't get it.
  const { email: _email, ...shared } = brief;
  const typed = Object.values(shared).join("\n");
  return {
    read: readGuide,
    schema: guideAnswerSchema,
    instructions: `${instructionsFor(GUIDE_TASK)}\n\n# Material: ${trade.name}\n${material.text}`,
    prompt: `${fenced(shared)}\n\nWrite the guide.${version > 1 ? ` There are ${version - 1} earlier ones for the same brief: take another thought, another title and another way of looking than the ones that come to mind first.` : ""}`,
    own: phrasesOf(brief, trade).own,
    finished,
    settle: settledGuide,
    assemble: (answer) =>
      wholeGuideOf(answer, {
        guide: guide.id,
        readers: ours.readers,
        contact: ours.nextStep.contact,
        sources: usedSources(
          material,
          answer.sources,
          textsOf(answer).map(({ text }) => text),
        ),
        toCheck: figuresOf(answer, typed, questionIn(shared), material),
      }),
    check: (whole, answer) => checkModelMagnet(whole, answer, { brief, trade, material }),
  };
}

/** The figures that neither the owner nor the material gave. */
function figuresOf(answer: GuideAnswer, typed: string, question: string, material: Material): string[] {
  const examples = exampleLines(answer);
  const known = knownNumbers(typed, material.text, question);
  return inOrder(
    textsOf(answer).flatMap(({ text }) =>
      unsourcedFigures(withoutMarks(text), known, examples.has(withoutMarks(text))),
    ),
  );
}

/** What is read of an answer. */
const textsOf = ({ sources: _sources, ...read }: GuideAnswer) => linesOf(read);

/** Words by which a guide may be shorter or longer than asked for, and still be given. */
const STRETCH = 250;

function checkModelMagnet(
  whole: WholeGuide,
  answer: GuideAnswer,
  { brief, trade, material }: { brief: MagnetBrief; trade: Trade; material: Material },
): ModelFinding[] {
  const schema = wholeGuideSchema.safeParse(whole);
  if (!schema.success)
    return schema.error.issues.map(({ path, message }) => ({
      check: "shape",
      words: `${path.join(".")}: ${message}`,
    }));
  const lines = textsOf(answer).flatMap(({ text }) => withoutMarks(text) || []);
  const phrases = phrasesOf(brief, trade);
  const { least, most } = WORDS.modelGuide;
  return [
    ...checkModelLines(lines, {
      brief,
      known: material.text,
      names: [phrases.person, phrases.sender, brief.email],
      examples: exampleLines(answer),
    }),
    ...checkProse(lines, { brief: Object.values(brief).join("\n"), trade }),
    ...checkLength("The guide", lines, least, most),
    ...checkLength("The guide", lines, least - STRETCH, most + STRETCH).map(({ words }): ModelFinding => ({
      check: "shape",
      words,
    })),
    ...(isOnSubject(whole, brief)
      ? []
      : [{ check: "off the subject", words: "Nothing in it is about the topic of the brief." } as const]),
  ];
}

/** Whether any word of the topic or the product is in a guide; true if the brief has none. */
function isOnSubject(whole: WholeGuide, { topic, product }: MagnetBrief): boolean {
  const inEnglish = [topic, product].filter((words) => otherLanguage([words]) === undefined);
  const wanted = [...stems(inEnglish.join(" "))];
  const heard = stems([...headingsOf(whole), ...linesOfWhole(whole)].join(" "));
  return wanted.length === 0 || wanted.some((stem) => heard.has(stem));
}

function finished(partial: unknown): number {
  // Of what is on its way, the last part is the next step: it and the opening are complete once another has
  // started.
  const { sections, nextStep } = partial as { sections: readonly unknown[]; nextStep?: unknown };
  return nextStep === undefined ? 0 : 1 + Math.min(SECTIONS, sections.length);
}
