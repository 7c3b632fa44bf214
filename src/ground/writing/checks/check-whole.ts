import { checkDrip, ownWords } from "./check-drip.ts";
import { checkMagnet, type Finding, unitsOf, withoutOwnWords } from "./checks.ts";
import type { DripBrief, DripText } from "../drip/schema.ts";
import { WORDS } from "../limits.ts";
import { checkLength, checkModelLines, type ModelFinding } from "../model/checks.ts";
import { phrasesOf } from "../playbook/phrases.ts";
import type { Playbook } from "../playbook/schema.ts";
import type { ComposedGuide, MagnetBrief } from "../schema.ts";

// Runs every check on our own texts, including those for models. The owner's words are skipped, because our
// writer uses them as typed. Numbers may come from the brief and the playbook.

export function checkWholeMagnet(
  text: ComposedGuide,
  brief: MagnetBrief,
  playbook: Playbook,
): (Finding | ModelFinding)[] {
  const lines = unitsOf(text).flat();
  const { own } = phrasesOf(brief, playbook);
  return [
    ...checkMagnet(text, brief, playbook),
    ...checkOurLines(lines, own, { brief, playbook }),
    ...checkLength("The guide", lines, WORDS.guide.least, WORDS.guide.most),
  ];
}

export function checkWholeDrip(
  text: DripText,
  brief: DripBrief,
  playbook: Playbook,
): (Finding | ModelFinding)[] {
  const mails = text.emails.map(({ body }) => body.split("\n\n").slice(1, -1));
  const spokenLines = text.scripts.map(({ lines }) => lines.map(({ say }) => say));
  const lines = [...text.emails.map(({ subject }) => subject), ...mails.flat(), ...spokenLines.flat()];
  return [
    ...checkDrip(text, brief, playbook),
    ...checkOurLines(lines, ownWords(brief, playbook), {
      brief: { ...brief },
      playbook,
      // The figures of a whole text have sources in its file.
      known: text.arc === undefined ? "" : lines.join(" "),
    }),
    ...mails.flatMap((paragraphs, at) =>
      checkLength(`Email ${at + 1}`, paragraphs, WORDS.mail.least, WORDS.mail.most),
    ),
    ...spokenLines.flatMap((spoken, at) =>
      spoken.flatMap((line, place) =>
        checkLength(`Line ${place + 1} of script ${at + 1}`, [line], WORDS.say.least, WORDS.say.most),
      ),
    ),
  ];
}

function checkOurLines(
  lines: readonly string[],
  own: readonly string[],
  {
    brief,
    playbook,
    known = "",
  }: { brief: Readonly<Record<string, string>>; playbook: Playbook; known?: string },
): ModelFinding[] {
  return checkModelLines(
    lines.map((line) => withoutOwnWords(line, own)),
    { brief, known: `${JSON.stringify(playbook)} ${known}`, names: ["{{first_name}}"] },
  );
}
