import { breakJoinedLines, hasAddress, hasMoment, isRuleInLetters } from "./joined-lines.ts";
import { FROM, SENT, TO, VERBS } from "./quote-phrases.ts";

/** Longer texts are not split. */
const MAX_READ = 64_000;
const MAX_LINES = 4_000;

export interface ReplyParts {
  /**
   * The person's own text, wherever it is: above, below or between quoted lines. Empty if everything is
   * quoted.
   */
  readonly words: string;
  /** The rest: quoted lines, and lines their mail program added. */
  readonly quoted: string;
}

/** An attribution, such as `On Friday, Larkspur wrote:`, as one or several whole lines, in any word order. */
const ATTRIBUTION = new RegExp(
  `(?:^|[\\s>,])(?:${VERBS})(?=[\\s:：<("]|$)[^\\n]{0,300}[:：]?\\s*$|(?:${VERBS})\\s*[:：]\\s*$`,
  "iu",
);
const BEGINS_ATTRIBUTION =
  /^\s*(?:(?:on|am|le|el|em|op|il|den|p[åa]|dne|dnia|în|pe|στις|v|vào|pada)\s|于|在|\p{L}{1,6}\.?,?\s\d{1,2}\b|\d{1,4}[./年-])/iu;
const HAS_DATE_OR_TIME = /(?:\b(?:19|20)\d{2}\b|\b\d{1,2}[:h.]\d{2}\b|年|@)/u;
const MAX_WRAPPED = 4;
const MAX_ATTRIBUTION = 600;

const field = (names: string) => new RegExp(`^\\s*\\*?(?:${names})\\s?\\*?\\s?[:：]\\*?`, "iu");
const FROM_LINE = field(FROM);
const SENT_LINE = field(SENT);
const TO_LINE = field(TO);
const ANY_FIELD = /^\s*\*?[\p{L}][\p{L}\p{M} .'’-]{0,24}\*?\s?[:：]\*?\s*\S/u;
/**
 * The separator above a quoted mail's fields: dashes with words between them, in any language, or
 * underscores.
 */
const RULE_WITH_WORDS = /^\s*-{2,}\s?[^-\n]{3,60}?\s?-{2,}\s*$/u;
const RULE = /^\s*(?:_{10,}|-{10,}|={10,}|\*{10,})\s*$/u;
/** `---- On Friday, Larkspur wrote ---`. */
const DASHED_ATTRIBUTION = /^\s{0,9}-{2,20}\s?[^\s-].{10,400}[^\s-]\s?-{2,20}\s{0,9}$/u;
const FORWARD_LINE =
  /^\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato)\s?[:：]\s*$/iu;

/** Signature lines of phones and programs. */
const DEVICE =
  /^\s*(?:(?:sent|send) (?:from|with|via|using|by) (?:my |the )?(?:\w+ )?(?:i ?phone|i ?pad|ipod|android|samsung|galaxy|mobile|phone|cell|blackberry|pixel|htc|lg\b|motorola|verizon|at&t|t-mobile|xfinity|yahoo|outlook|aol|mail\b|gmail|proton|hey\b|spark|airmail|windows|microsoft|tablet|device|smartphone|workspace|zoho|bluemail|superhuman|fastmail|tutanota|canary)|get (?:outlook|bluemail|spark|yahoo mail) for\b|von (?:meinem|meiner|outlook|yahoo|mail)\b.{0,50}(?:gesendet|aus gesendet)?|gesendet (?:von|mit|aus)\b|diese nachricht wurde von meinem\b|envoyé (?:de|depuis|à partir de)\b|télécharge[rz]? outlook\b|obtenir outlook\b|enviado (?:desde|do|a partir de|con)\b|obtener outlook\b|obter o outlook\b|inviato da\b|verzonden (?:vanaf|met|via)\b|skickat från\b|sendt fra\b|lähetetty\b|wysłane z\b|odesláno z\b|отправлено с\b|iphoneから送信|发自我的|從我的|나의 iphone에서 보냄)/iu;
const MAX_DEVICE = 140;
const PLACEHOLDER =
  /^\s*(?:\[(?:cid|image|inline image|bild|imagen)\b[^\]]{0,200}\]|<(?:image|img)[^>]{0,100}>|\ufffc)+\s*$/iu;

/**
 * Splits a text into the person's own words and what their program quoted or added. Own words may be above,
 * below and between quoted lines. Nothing is lost: every line is in one of the two.
 */
export function splitReply(text: string): ReplyParts {
  const lines = breakJoinedLines(text.slice(0, MAX_READ).split(/\r?\n/, MAX_LINES));
  const isQuoted = quotedLines(lines);
  const isAdded = lines.map((line, at) => !isQuoted[at] && (isDeviceLine(line) || PLACEHOLDER.test(line)));
  const pick = (wanted: (at: number) => boolean) => tidy(lines.filter((_, at) => wanted(at)));
  const words = pick((at) => !isQuoted[at] && !isAdded[at]);
  const rest = text.length > MAX_READ ? `\n${text.slice(MAX_READ)}` : "";
  return {
    words,
    quoted: (
      tidy(lines.filter((line, at) => isQuoted[at] || (isAdded[at] && !PLACEHOLDER.test(line)))) + rest
    ).trim(),
  };
}

/** A quoted text without its marks and without its attribution. */
export function unquoted(quoted: string): string {
  const lines = quoted.split("\n");
  const marked = lines.filter(isMarked);
  return tidy((marked.length ? marked : lines).map((line) => line.replace(/^\s*(?:[>＞]\s?)+/, "")));
}

const tidy = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const isMarked = (line: string | undefined) => line !== undefined && /^\s{0,3}[>＞]/.test(line);
const isDeviceLine = (line: string) => line.length <= MAX_DEVICE && DEVICE.test(line);

function quotedLines(lines: readonly string[]): boolean[] {
  const marked = lines.filter(isMarked);
  // An mbox escapes a line that begins with From as `>From`.
  const isEscapedFrom = marked.length === 1 && />From /.test(marked[0]!);
  const quoted = lines.map((line) => isMarked(line) && !isEscapedFrom);
  const end = lines.findIndex((_, at) => !quoted[at] && beginsQuoteToTheEnd(lines, at));
  if (end >= 0) quoted.fill(true, end);
  const sent = ourLines(lines, quoted);
  if (sent) quoted.fill(true, sent.from, sent.to + 1);
  let isAttributed = end >= 0 || sent !== undefined;
  for (let at = 0; at < lines.length; at++) {
    if (!quoted[at] || quoted[at - 1]) continue;
    const above = attributionAbove(lines, quoted, at);
    for (const line of above) quoted[line] = true;
    isAttributed ||= above.length > 0;
  }
  if (!isAttributed && isOwnList(lines, quoted)) quoted.fill(false);
  // Empty lines between two quoted ones belong to them.
  return quoted;
}

/** Whether an unmarked quotation begins at this line and continues to the end. */
function beginsQuoteToTheEnd(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (line.trim() === "") return false;
  const behind = lines.slice(at + 1, at + 12).filter((next) => next.trim());
  if (RULE_WITH_WORDS.test(line)) return ANY_FIELD.test(behind[0] ?? "") || ATTRIBUTION.test(behind[0] ?? "");
  if (FORWARD_LINE.test(line)) return behind.length > 0;
  if (
    DASHED_ATTRIBUTION.test(line) &&
    hasMoment(line) &&
    (hasAddress(line) || ATTRIBUTION.test(line.replace(/[\s-]+$/, ":")))
  )
    return true;
  if (isRuleInLetters(line)) return isFieldBlock(behind);
  if (RULE.test(line)) return isFieldBlock(behind);
  if (isFieldBlock([line, ...behind])) return true;
  return isUnmarkedAttribution(lines, at);
}

/** Whether lines begin with the fields of a quoted mail: sender, and date or recipient. */
function isFieldBlock(lines: readonly string[]): boolean {
  const [first = "", ...more] = lines;
  const few = more.slice(0, 5);
  const fieldValue = (line: string) => line.slice(line.search(/[:：]/) + 1);
  const isDateOrTime = (line: string) =>
    /\b(?:19|20)\d{2}\b|年/.test(fieldValue(line)) || /\b\d{1,2}[:.]\d{2}\b/.test(fieldValue(line));
  if (FROM_LINE.test(first)) {
    const sent = few.some((line) => SENT_LINE.test(line) && isDateOrTime(line));
    const to =
      few.some((line) => TO_LINE.test(line)) && (/@/.test(first) || few.some((line) => SENT_LINE.test(line)));
    return sent || to;
  }
  // Some programs write the date first.
  if (SENT_LINE.test(first) && isDateOrTime(first))
    return few.some((line) => FROM_LINE.test(line)) && few.some((line) => TO_LINE.test(line));
  // In any other language: three fields, the first with an address, another with a date or time.
  return (
    /<[^<>\s]+@[^<>\s]+>|\[mailto:/i.test(first) &&
    ANY_FIELD.test(first) &&
    few.slice(0, 2).every((line) => ANY_FIELD.test(line)) &&
    few.some(isDateOrTime)
  );
}

/** `On Friday, November 20, 2026, Larkspur <x@y> wrote:` above an unmarked quotation. */
function isUnmarkedAttribution(lines: readonly string[], at: number): boolean {
  for (let count = 1; count <= MAX_WRAPPED; count++) {
    const block = lines.slice(at, at + count);
    if (block.length < count || block.some((line) => !line.trim() || isMarked(line))) return false;
    const together = block.join(" ").trim();
    if (together.length > MAX_ATTRIBUTION) return false;
    if (!/[:：]$/.test(together)) {
      if (count > 1 && DASHED_ATTRIBUTION.test(together) && hasMoment(together) && hasAddress(together))
        return true;
      continue;
    }
    const begins = BEGINS_ATTRIBUTION.test(together);
    const isOne =
      ATTRIBUTION.test(together) && HAS_DATE_OR_TIME.test(together) && (begins || hasAddress(together));
    // In any other language: a date or time and an address.
    if (!isOne && !(hasMoment(together) && hasAddress(together))) return false;
    // The person's own line right above is not part of it.
    if (count > 1 && isWholeAttribution(block.slice(1).join(" "), begins)) return false;
    // If marked lines follow, the quotation ends where they end.
    const next = lines.slice(at + count).find((line) => line.trim());
    return next !== undefined ? !isMarked(next) : true;
  }
  return false;
}

/** Whether the lines below a block's first are an attribution by themselves. */
function isWholeAttribution(rest: string, beginsAbove: boolean): boolean {
  if (!/[:：]\s*$/.test(rest)) return false;
  if (hasMoment(rest) && (hasAddress(rest) || BEGINS_ATTRIBUTION.test(rest))) return true;
  return !beginsAbove && hasAddress(rest) && /^\s*[^<([]{2,}[<([]/.test(rest);
}

function attributionAbove(lines: readonly string[], quoted: readonly boolean[], at: number): number[] {
  let last = at - 1;
  while (last >= 0 && at - last <= 3 && !lines[last]!.trim()) last--;
  if (last < 0 || quoted[last] || !lines[last]!.trim()) return [];
  const found: number[] = [];
  let best: number[] = [];
  for (
    let line = last;
    line >= 0 && last - line < MAX_WRAPPED && lines[line]!.trim() && !quoted[line];
    line--
  ) {
    found.unshift(line);
    const together = found.map((one) => lines[one]).join(" ");
    if (together.length > MAX_ATTRIBUTION) break;
    if (!isAttribution(together)) continue;
    const begins = BEGINS_ATTRIBUTION.test(lines[line]!);
    // Adds a line above only if it begins like an attribution.
    if (begins || !best.length) best = [...found];
    if (begins) break;
  }
  return best;
}

function isAttribution(together: string): boolean {
  if (ATTRIBUTION.test(together))
    return (
      /[:：]\s*$/.test(together) || (HAS_DATE_OR_TIME.test(together) && BEGINS_ATTRIBUTION.test(together))
    );
  // In any other language: ends with a colon and has a date or time and an address, or begins with the day.
  return (
    /[:：]\s*$/.test(together) &&
    HAS_DATE_OR_TIME.test(together) &&
    (/@/.test(together) || /\b(?:19|20)\d{2}\b|年/.test(together))
  );
}

/** The end of our emails: why people get them, and where to unsubscribe. */
const OUR_FOOTER =
  /https?:\/\/\S{3,200}\/u\/[\w-]{3,}|^\s*\*?(?:unsubscribe|never write to this address|darse de baja|se désabonner|abmelden)\*?\s?[:：<([]|^\s*(?:you(?:['’]re| are)? (?:get|getting|receiv\w+|got) this (?:e-?mail |message |note )?because\b|recibe este (?:correo|mensaje) porque\b|vous recevez ce(?:t e-?mail| message| courriel) (?:car|parce)|sie erhalten diese (?:e-?mail|nachricht),? weil\b)/iu;
const GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hola|buen[oa]s|estimad[oa]s?|bonjour|bonsoir|cher|chère|hallo|liebe[rs]?|guten (?:tag|morgen))(?:[\s,][^.!?\n]{0,40})?[,:!]?\s*$/iu;

/**
 * Lines from our message that were neither marked nor attributed in a known way: from the line above with a
 * date or time and a name, or from our greeting, down to our footer.
 */
function ourLines(
  lines: readonly string[],
  quoted: readonly boolean[],
): { from: number; to: number } | undefined {
  const footer = lines.findIndex((line, at) => !quoted[at] && OUR_FOOTER.test(line));
  if (footer < 0) return undefined;
  let to = footer;
  while (
    to + 1 < lines.length &&
    !quoted[to + 1] &&
    (lines[to + 1]!.trim() || OUR_FOOTER.test(lines[to + 2] ?? ""))
  )
    to++;
  const above = lines.slice(0, footer);
  const isAttributionPart = (line: string) =>
    hasMoment(line) && (hasAddress(line) || ATTRIBUTION.test(line.trim())) && /[:：-]\s*$|>\s*$/.test(line);
  const named = above.findIndex((line, at) => !quoted[at] && isAttributionPart(line));
  if (named >= 0) return { from: named, to };
  const greeting = above.findLastIndex((line, at) => !quoted[at] && GREETING.test(line));
  const first = lines.findIndex((line) => line.trim());
  if (greeting <= first) return { from: footer, to };
  // Lines right above that introduce it: a separator, a date or time, a name with a colon.
  let from = greeting;
  for (let at = greeting - 1; at > first && greeting - at <= MAX_WRAPPED + 1; at--) {
    const line = lines[at]!;
    if (!line.trim()) continue;
    if (
      !RULE.test(line) &&
      !RULE_WITH_WORDS.test(line) &&
      !isRuleInLetters(line) &&
      !hasAddress(line) &&
      !(hasMoment(line) && /[:：-]\s*$/.test(line))
    )
      break;
    from = at;
  }
  return { from, to };
}

const MAX_ITEM = 60;
const MAX_ITEMS = 20;

/** Whether marked lines are the person's own list with `>` for bullets: short items below an introduction. */
function isOwnList(lines: readonly string[], quoted: readonly boolean[]): boolean {
  const first = quoted.indexOf(true);
  const items = lines.filter((_, at) => quoted[at]);
  if (first < 0 || items.length > MAX_ITEMS || items.some((line) => !isMarked(line))) return false;
  const points = items.map((line) => line.replace(/^\s*[>＞]\s?/, ""));
  const isListItem = (point: string) =>
    point.trim() !== "" &&
    point.length <= MAX_ITEM &&
    !/^[>＞\s]|[?]\s*$|https?:/.test(point) &&
    !GREETING.test(point) &&
    !/^-- ?$/.test(point);
  if (!points.every(isListItem)) return false;
  const intro = lines
    .slice(0, first)
    .findLast((line) => line.trim())
    ?.trim();
  if (!intro) return false;
  return /[:：]$/.test(intro) || (points.length > 1 && points.every((point) => !/[.!,;]\s*$/.test(point)));
}
