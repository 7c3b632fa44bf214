import { checkDrip, ownWords } from "./check-drip.ts";
import { type Finding, withoutOwnWords } from "./checks.ts";
import type { DripBrief, DripText } from "../drip/schema.ts";
import { WORDS } from "../limits.ts";
import { checkLength, checkModelLines, type ModelFinding } from "../model/checks.ts";
import type { Trade } from "../trades/schema.ts";

/** Runs every check on a follow-up of ours, including those for models. The owner's words are skipped. */
export function checkWholeDrip(text: DripText, brief: DripBrief, trade: Trade): (Finding | ModelFinding)[] {
  const mails = text.emails.map(({ body }) => body.split("\n\n").slice(1, -1));
  const spokenLines = text.scripts.map(({ lines }) => lines.map(({ say }) => say));
  const lines = [...text.emails.map(({ subject }) => subject), ...mails.flat(), ...spokenLines.flat()];
  const own = ownWords(brief, text, trade);
  return [
    ...checkDrip(text, brief, trade),
    ...checkModelLines(
      lines.map((line) => withoutOwnWords(line, own)),
      // The figures have sources in the text's file.
      { brief: { ...brief }, known: lines.join(" "), names: ["{{first_name}}"] },
    ),
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
