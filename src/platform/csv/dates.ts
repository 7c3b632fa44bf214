/** The order of day and month in slashed dates, and the time zone. */
export interface DateOptions {
  readonly dayFirst: boolean;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

/** `11/20/2026` or `11-20-26`, optionally with a time. */
const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,T]+(.*))?$/;

/**
 * Whether a slashed date can only begin with the day, such as 20/11/2026. One such date decides for the whole
 * file.
 */
export const isDayFirst = (text: string): boolean => Number(SLASHED.exec(text.trim())?.[1] ?? 0) > 12;

/**
 * Parses a date: ISO; with dots, slashes or dashes; with the month's name in English, German, Spanish or
 * French; an Excel day number; a Unix time. Noon if it has no time. Undefined if unreadable or in the future.
 */
export function dateOf(text: string, { dayFirst, zone, now }: DateOptions): Temporal.Instant | undefined {
  let found: Temporal.Instant | undefined;
  try {
    found = parseDate(text.trim(), dayFirst, zone);
  } catch {
    return undefined;
  }
  if (!found || found.epochMilliseconds <= 0) return undefined;
  // Noon today may still be ahead, and elsewhere it may already be tomorrow.
  if (Temporal.Instant.compare(found, now.add({ hours: 36 })) > 0) return undefined;
  return Temporal.Instant.compare(found, now) > 0 ? now : found;
}

function parseDate(text: string, dayFirst: boolean, zone: string): Temporal.Instant | undefined {
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso) return at({ year: iso[1]!, month: Number(iso[2]), day: iso[3]!, time: iso[4] }, zone);
  const dots = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:[ ,T]+(.*))?$/.exec(text);
  if (dots) return at({ year: dots[3]!, month: Number(dots[2]), day: dots[1]!, time: dots[4] }, zone);
  const slashed = SLASHED.exec(text);
  if (slashed) {
    const [day, month] = dayFirst ? [slashed[1]!, slashed[3]!] : [slashed[3]!, slashed[1]!];
    return at({ year: slashed[4]!, month: Number(month), day, time: slashed[5] }, zone);
  }
  return /^\d+(\.\d+)?$/.test(text) ? fromNumber(Number(text), zone) : fromWords(text, zone);
}

/**
 * Excel day numbers (days since the end of 1899, the time as a fraction), or Unix seconds or milliseconds.
 */
function fromNumber(count: number, zone: string): Temporal.Instant | undefined {
  if (count >= 1e12 && count < 1e13) return Temporal.Instant.fromEpochMilliseconds(Math.trunc(count));
  if (count >= 1e9 && count < 1e10) return Temporal.Instant.fromEpochMilliseconds(Math.trunc(count * 1000));
  // Before 1995, a number is more likely a quantity.
  if (count < 34_700 || count > 80_000) return undefined;
  const days = Math.trunc(count);
  const date = Temporal.PlainDate.from("1899-12-30").add({ days });
  const seconds = Math.round((count - days) * 86_400);
  const plainTime = seconds
    ? Temporal.PlainTime.from("00:00").add({ seconds })
    : Temporal.PlainTime.from("12:00");
  return date.toZonedDateTime({ timeZone: zone, plainTime }).toInstant();
}

/** In English, German, Spanish and French, without accents. */
const MONTHS = [
  ["jan", "jän", "ene"],
  ["feb", "fev"],
  ["mar", "mär", "maer"],
  ["apr", "abr", "avr"],
  ["may", "mai"],
  ["jun", "juin"],
  ["jul", "juil"],
  ["aug", "ago", "aou"],
  ["sep", "set"],
  ["oct", "okt"],
  ["nov"],
  ["dec", "dez", "dic"],
].map((names) => names.map(folded));

function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function monthOf(word: string): number | undefined {
  const month = MONTHS.findIndex((names) => names.some((name) => folded(word).startsWith(name)));
  return month < 0 ? undefined : month + 1;
}

/**
 * `Nov 20, 2026`, `20-Nov-26`, `Friday, November 20, 2026 3:05 PM`, `20 de noviembre de 2026`, `Fri Nov 20
 * 2026 10:00:00 GMT-0700 (MST)`.
 */
function fromWords(text: string, zone: string): Temporal.Instant | undefined {
  const bare = text.replace(
    /^\p{L}{2,10}\.?,?\s+(?=\p{L}{3,}\.?\s+\d|\d{1,2}\.?\s+(?:de |of )?\p{L}{3,})/u,
    "",
  );
  const dayFirst =
    /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]+(?:of |de )?(\p{L}{3,10})\.?,?[\s-]+(?:de |del )?(\d{4}|\d{2})(?![\d:])(.*)$/iu.exec(
      bare,
    );
  const monthFirst = /^(\p{L}{3,10})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})(.*)$/iu.exec(bare);
  const [day, word, year, time] = dayFirst
    ? [dayFirst[1]!, dayFirst[2]!, dayFirst[3]!, dayFirst[4]]
    : monthFirst
      ? [monthFirst[2]!, monthFirst[1]!, monthFirst[3]!, monthFirst[4]]
      : [];
  const month = word === undefined ? undefined : monthOf(word);
  return day === undefined || month === undefined ? undefined : at({ year: year!, month, day, time }, zone);
}

const ZONE_OFFSETS: Readonly<Record<string, string>> = {
  est: "-05:00",
  edt: "-04:00",
  cst: "-06:00",
  cdt: "-05:00",
  mst: "-07:00",
  mdt: "-06:00",
  pst: "-08:00",
  pdt: "-07:00",
  akst: "-09:00",
  akdt: "-08:00",
  hst: "-10:00",
  z: "UTC",
  utc: "UTC",
  gmt: "UTC",
};

const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:(?:GMT|UTC)?([+-]\d{2}:?\d{2})|([a-z]{1,4}))?$/i;

/** Noon if the time is missing or unreadable: only the day matters. */
function at(
  { year, month, day, time }: { year: string; month: number; day: string; time: string | undefined },
  zone: string,
): Temporal.Instant {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const date = Temporal.PlainDate.from({ year: full, month, day: Number(day) }, { overflow: "reject" });
  const bare = (time ?? "")
    .replace(/\s*\([^)]*\)\s*$/, "")
    .replace(/^[\s,T-]*(?:at|um|a las|à)?\s*/i, "")
    .trim();
  const [whole, hour, minute, second = "0", half, offset, name] = TIME.exec(bare) ?? [];
  const clock = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  if (!whole || clock > 23 || Number(minute) > 59 || Number(second) > 59)
    return date.toZonedDateTime({ timeZone: zone, plainTime: "12:00" }).toInstant();
  const plainTime = new Temporal.PlainTime(clock, Number(minute), Number(second));
  const utcOffset =
    offset?.replace(/^(.\d{2}):?(\d{2})$/, "$1:$2") ?? (name && ZONE_OFFSETS[name.toLowerCase()]);
  return date.toZonedDateTime({ timeZone: utcOffset ?? zone, plainTime }).toInstant();
}
