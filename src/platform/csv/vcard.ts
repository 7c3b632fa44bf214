import { csvLine } from "./csv.ts";

/** Maximum characters of a value; photos and keys are longer, and not needed. */
const MAX_VALUE_LENGTH = 8_000;
const MAX_VALUES = 10;

const HEADER = [
  "Name",
  "First name",
  "Last name",
  "Company",
  "Email",
  "Phone",
  "Address",
  "Notes",
  "Labels",
] as const;

/** Whether a text begins like a vCard export (2.1, 3.0, or 4.0). */
export const isVcard = (head: string): boolean => /^\uFEFF?\s*BEGIN:VCARD\s/i.test(head);

interface Card {
  readonly values: Map<string, string[]>;
}

interface Property {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

/** Converts vCards to CSV with a header; one chunk per card. Memory holds one of them. */
export async function* csvOfVcards(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield csvLine(HEADER);
  let card: Card | undefined;
  for await (const line of unfoldLines(chunks)) {
    const property = propertyOf(line);
    if (!property) continue;
    if (property.name === "BEGIN") card = { values: new Map() };
    else if (property.name === "END") {
      const row = card && rowOf(card);
      card = undefined;
      if (row?.some(Boolean)) yield csvLine(row);
    } else if (card) addProperty(card, property);
  }
}

/** Unfolded lines: RFC 6350, 3.2, and the soft line breaks of quoted-printable in vCard 2.1. */
async function* unfoldLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  let open: string | undefined;
  const readLine = function* (line: string): Generator<string> {
    const isSoft = open !== undefined && open.endsWith("=") && /^[^:]*QUOTED-PRINTABLE/i.test(open);
    if (open !== undefined && (isSoft || /^[ \t]/.test(line))) {
      if (open.length < MAX_VALUE_LENGTH) open = isSoft ? open.slice(0, -1) + line : open + line.slice(1);
      return;
    }
    if (open !== undefined) yield open;
    open = line.slice(0, MAX_VALUE_LENGTH);
  };
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) yield* readLine(line);
  }
  yield* readLine(rest);
  if (open !== undefined) yield open;
}

function propertyOf(line: string): Property | undefined {
  const found = /^\uFEFF?(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line);
  if (!found) return undefined;
  const [, name = "", parameters = "", raw = ""] = found;
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value: decoded(raw, parameters) };
}

function decoded(raw: string, parameters: string): string {
  if (!/QUOTED-PRINTABLE/i.test(parameters)) return raw;
  // Browsers run this too.
  const bytes = Uint8Array.from(
    raw.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (sign) => sign.codePointAt(0)!,
  );
  const charset = /CHARSET="?([\w-]+)/i.exec(parameters)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const PROPERTIES = new Set(["FN", "N", "ORG", "EMAIL", "TEL", "ADR", "NOTE", "CATEGORIES"]);

function addProperty({ values }: Card, { name, parameters, value }: Property): void {
  if (!PROPERTIES.has(name)) return;
  const known = values.get(name) ?? [];
  if (known.length >= MAX_VALUES || !value.trim()) return;
  // The preferred one comes first; a fax takes no calls.
  if (name === "TEL" && /FAX|PAGER/.test(parameters)) return;
  const isFirst =
    /PREF/.test(parameters) || (name === "TEL" && /CELL|IPHONE|MOBILE/.test(parameters) && known.length > 0);
  values.set(name, isFirst ? [value, ...known] : [...known, value]);
}

/** Unescapes `\n`, `\,` and `\;`. */
const plain = (value: string) =>
  value.replaceAll(/\\([nN,;:\\])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();
/** The semicolon-separated parts of a value. */
const partsOf = (value: string | undefined, isPlain = true) =>
  (value?.match(/(?:\\.|[^;\\])*(?:;|$)/gs) ?? []).map((part) => {
    const bare = part.replace(/;$/, "");
    return isPlain ? plain(bare) : bare;
  });

/** A person on a card, with all their addresses. */
export interface ContactCard {
  readonly name: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/**
 * The person in the text of a QR code on a business card: a vCard, or MECARD.
 * @returns null for any other text
 */
export function readContactCard(text: string): ContactCard | null {
  const card: Card = { values: new Map() };
  if (isVcard(text)) {
    const lines = text.replaceAll(/(?:\r\n|\r|\n)[ \t]/g, "").split(/\r\n|\r|\n/);
    for (const line of lines) {
      const property = propertyOf(line.slice(0, MAX_VALUE_LENGTH));
      if (property) addProperty(card, property);
    }
  } else if (/^MECARD:/i.test(text))
    for (const part of partsOf(text.slice(0, MAX_VALUE_LENGTH).replace(/^MECARD:/i, ""), false)) {
      const [, name = "", value = ""] = /^([A-Z-]+):(.*)$/is.exec(part) ?? [];
      // A name is written last name first, with a comma.
      if (name.toUpperCase() === "N")
        addProperty(card, { name, parameters: "", value: value.replace(/(?<!\\),/, ";") });
      else addProperty(card, { name: name.toUpperCase(), parameters: "", value });
    }
  else return null;
  const [name = "", , , company = "", emails = "", phones = ""] = rowOf(card);
  const listed = (cell: string) => cell.split("; ").filter(Boolean);
  return { name: name || company, emails: listed(emails), phones: listed(phones) };
}

function rowOf({ values }: Card): string[] {
  const of = (name: string) => values.get(name) ?? [];
  const [last = "", first = ""] = partsOf(of("N")[0]);
  const name = plain(of("FN")[0] ?? "") || `${first} ${last}`.trim();
  const address = partsOf(of("ADR")[0]).filter(Boolean).join(", ");
  return [
    name,
    first,
    last,
    partsOf(of("ORG")[0]).filter(Boolean).join(", "),
    of("EMAIL").map(plain).join("; "),
    of("TEL")
      .map((value) => plain(value).replace(/^tel:/i, ""))
      .join("; "),
    address,
    of("NOTE").map(plain).join("\n"),
    of("CATEGORIES").map(plain).join(", "),
  ];
}
