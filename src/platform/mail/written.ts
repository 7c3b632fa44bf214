import type { ReceivedMail } from "./parse.server.ts";

/** Whoever wants no more mail says so in a few words. */
const LONGEST_WISH = 300;
/** Beyond this nothing decides. */
const LONGEST_READ = 20_000;

/** Where mail programs begin what is quoted, line by line. */
const QUOTE_BEGINS = [
  /^\s*>/,
  /^\s*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original)\s*-{2,}/iu,
  /^\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht)\s*:/i,
  // Outlook draws a line above what it quotes.
  /^\s*_{20,}\s*$/,
];
/** `On Friday, Larkspur wrote:`, which programs wrap onto up to three lines. */
const ATTRIBUTION =
  /^\s*(?:on|am|le|el|op|il|em)\b[^]{0,400}\s(?:wrote|schrieb|a écrit|escribió|schreef|ha scritto|escreveu)[^\n]{0,200}:\s*$/iu;
const MOST_WRAPPED = 3;
const FROM_LINE = /^\s*\*?(?:from|von|de|van|da)\s?\*?\s?:/iu;
const SENT_LINE = /^\s*\*?(?:sent|date|gesendet|datum|envoyé|enviado|verzonden|inviato)\s?\*?\s?:/iu;
const SIGNATURE =
  /^\s*(?:-- ?$|sent from (?:my|yahoo|outlook|mail|proton|samsung)\b|get outlook for\b|von meinem\b|envoyé de mon\b|enviado desde mi\b)/iu;

/** What somebody wrote themselves: the text above what their program quoted, without a signature that it put there. */
export function writtenAbove(text: string): string {
  const lines = text.slice(0, LONGEST_READ).split(/\r?\n/);
  const end = lines.findIndex(
    (line, at) =>
      QUOTE_BEGINS.some((begin) => begin.test(line)) ||
      SIGNATURE.test(line) ||
      isAttribution(lines.slice(at, at + MOST_WRAPPED)) ||
      (FROM_LINE.test(line) && lines.slice(at + 1, at + 4).some((next) => SENT_LINE.test(next))),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join("\n").trim();
}

function isAttribution(lines: readonly string[]): boolean {
  const blank = lines.findIndex((line) => !line.trim());
  const together = blank < 0 ? lines : lines.slice(0, blank);
  return together.some((_, at) => ATTRIBUTION.test(together.slice(0, at + 1).join("\n")));
}

const LIST =
  "(?:(?:your|this|the|that|these|those|all|any) )?(?:(?:mailing|email|mail|e mail) )?(?:lists?|emails?|e mails?|mails?|mailings?|newsletters?)";
const WISH = new RegExp(
  `^(?:${[
    `stop(?: it| this| now| ${LIST})?`,
    `stop (?:sending|emailing|e mailing|mailing|contacting|writing)(?: to)?(?: me)?(?: (?:any )?more)?(?: ${LIST})?`,
    `(?:i (?:want|would like|wish) to )?(?:unsubscribe|opt out|be removed)(?: me)?(?: (?:from|of) ${LIST})?`,
    `(?:unsubscribe|opt) me(?: out)?`,
    `remove(?: me| my (?:address|email|e mail|email address|name))?(?: from ${LIST})?`,
    `take (?:me|my (?:address|email|name)) off(?: of)?(?: ${LIST})?`,
    `no more (?:emails?|e mails?|mails?)`,
    `(?:do not|don t|dont) (?:email|e mail|mail|contact|write to) me(?: again| any ?more)?`,
  ].join("|")})$`,
);
const COURTESY = /\b(?:please|pls|plz|kindly|thanks|thank you|thx|hi|hello|immediately|at once|asap)\b/g;

/** Whether a text says, and says nothing else, that no more mail is wanted. */
function isWish(text: string): boolean {
  if (text.length > LONGEST_WISH) return false;
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(COURTESY, " ")
    .replace(/\s+/g, " ")
    .trim();
  return WISH.test(words);
}

/**
 * Whether an answer asks for no more mail, as the whole of what was written above the quoted text; `stop by on Tuesday` does not.
 * With nothing written the subject speaks, unless it is that of what is answered.
 */
export function asksToStop({ text, subject }: Pick<ReceivedMail, "text" | "subject">): boolean {
  const written = writtenAbove(text ?? "");
  return isWish(written || (subject ?? ""));
}
