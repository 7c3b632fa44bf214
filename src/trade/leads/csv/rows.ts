import { z } from "zod";
import type { CsvFault } from "#platform/csv/read-csv.ts";
import { phoneCountry, phonesIn } from "#platform/phones/phone.ts";
import { answerOf, type Columns } from "./columns.ts";
import { type DateOptions, dateOf } from "#platform/csv/dates.ts";
import type { Target } from "./mapping.ts";
import { saysOptedOut, judgeCell, YES } from "./opt-outs.ts";

export interface RowPerson {
  readonly name: string;
  /** Lower case. Null for someone with only a number. */
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** Beside the main ones. */
  readonly others: readonly { readonly channel: "mail" | "text"; readonly address: string }[];
  readonly address: string | null;
  readonly note: string | null;
  readonly came: Temporal.Instant | null;
  /** The lead's id, if the file is our own export. */
  readonly leadId: string | null;
}

/** An error in a row, for the owner: our name of the column, and what is wrong. */
export interface RowProblem {
  readonly column: string;
  readonly problem: string;
}

/** The column name under which opted-out rows are listed. */
export const OPTED_OUT = "Asked not to be emailed";

/**
 * A row is a person, possibly without an unreadable part; a person who opted out, or may have (then `asks`
 * names the column's index, or `file`); an error; or blank.
 */
export type RowReading =
  | { readonly kind: "person"; readonly person: RowPerson; readonly left?: RowProblem }
  | ({
      readonly kind: "out";
      readonly email: string | null;
      /** True for a real opt-out, false for a mere lack of consent. */
      readonly optedOut?: boolean;
      readonly asks?: { readonly at: number | "file"; readonly value: string };
    } & RowProblem)
  | ({ readonly kind: "error" } & RowProblem)
  | { readonly kind: "blank" };

const FAULTS: Readonly<Record<CsvFault, string>> = {
  "open-quote": "A quotation mark is never closed.",
  "too-long": "This row is too long to be one person.",
  "too-many-cells": "This row has more than 1,000 cells.",
};

const MOST_OTHERS = 9;
const MOST = { name: 120, address: 300, note: 2_000, value: 60 } as const;
const emailSchema = z.email().max(254);
// PostgreSQL refuses NUL, and an email header must not contain line separators.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
/** Removes the apostrophe that csvLine() puts before text a spreadsheet would run as a formula. */
const asWritten = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n])/, "");
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads one row. Pure: known leads and suppressions are checked elsewhere. */
export function readRow(
  cells: readonly string[],
  fault: CsvFault | undefined,
  columns: Columns,
  options: DateOptions,
): RowReading {
  if (fault) return { kind: "error", column: "Row", problem: FAULTS[fault] };
  if (cells.every((cell) => !cell.trim())) return { kind: "blank" };
  const { mapping, spare } = columns;
  const raw = (at: number | undefined) => (at === undefined ? "" : (cells[at] ?? "").toWellFormed());
  const cellAt = (at: number | undefined) => asWritten(oneLine(raw(at)));
  const cell = (target: Target) => cellAt(mapping[target]);
  const out = optOutOf(cellAt, columns);
  const emails = emailsIn([raw(mapping.email), ...(spare.email ?? []).map(raw)]);
  const isNamed = !("problem" in emails);
  const numbers = phonesOf(
    [mapping.phone, ...(spare.phone ?? [])].map((at) => asWritten(raw(at))),
    options.zone,
  );
  const [email = null, ...otherEmails] = isNamed ? emails : [];
  if (out && (isNamed || emails.problem !== NO_ADDRESS || numbers?.length))
    return { kind: "out", email, ...out };
  if (!isNamed && !(emails.problem === NO_ADDRESS && numbers?.length)) return { kind: "error", ...emails };
  // Nobody emails a person without an address.
  if (email !== null && mapping.consent !== undefined && !YES.test(cell("consent")))
    return { kind: "error", column: "Consent", problem: "The file doesn’t say that they agreed." };
  const name =
    cell("name") ||
    oneLine(`${cell("first")} ${cell("last")}`) ||
    ((spare.name ?? []).map(cellAt).find(Boolean) ?? "");
  if (!name) return { kind: "error", column: "Name", problem: "No name. Follow-up greets people by name." };
  if (name.length > MOST.name)
    return { kind: "error", column: "Name", problem: `The name is longer than ${MOST.name} characters.` };
  const came = cell("date") ? dateOf(cell("date"), options) : null;
  const [phone = null, ...otherNumbers] = numbers ?? [];
  const street = cell("address");
  const address = street
    ? [street, ...(spare.address ?? []).map(cellAt).filter((part) => part && !street.includes(part))]
    : [];
  const notes = [
    ...[mapping.note, ...(spare.note ?? [])].map(cellAt),
    ...columns.extras.map(({ at, header }) => {
      const text = cellAt(at);
      return text && `${header}: ${text}`;
    }),
  ].filter(Boolean);
  const person: RowPerson = {
    name,
    email,
    phone,
    others: [
      ...otherEmails.map((address) => ({ channel: "mail" as const, address })),
      ...otherNumbers.map((address) => ({ channel: "text" as const, address })),
    ].slice(0, MOST_OTHERS),
    address: address.join(", ").slice(0, MOST.address).toWellFormed() || null,
    note: notes.join(" · ").slice(0, MOST.note).toWellFormed() || null,
    came: came ?? null,
    leadId: ID.test(cell("id")) ? cell("id") : null,
  };
  const left = [
    ...(numbers === undefined
      ? [{ column: "Phone", problem: "We can’t read this number. Write it like +1 303 555 0140." }]
      : []),
    ...(came === undefined
      ? [{ column: "Date", problem: "We can’t read this date. Write it like 2026-11-20." }]
      : []),
  ];
  if (!left.length) return { kind: "person", person };
  const [column, problem] = [
    left.map((one) => one.column).join(", "),
    left.map((one) => one.problem).join(" "),
  ];
  return { kind: "person", person, left: { column, problem } };
}

/** Why someone shouldn’t be emailed, or not before the owner decides; undefined if nothing says so. */
function optOutOf(cellAt: (at: number | undefined) => string, columns: Columns) {
  const statements = columns.signals.map(({ at, header, kind }) => ({
    at,
    header,
    value: cellAt(at),
    verdict: judgeCell(kind, cellAt(at)),
    optedOut: saysOptedOut(kind, cellAt(at)),
  }));
  const { consent } = columns.mapping;
  const agreed = cellAt(consent);
  if (consent !== undefined && judgeCell("says", agreed) === "out")
    statements.push({
      at: consent,
      header: columns.headers[consent] ?? "Consent",
      value: agreed,
      verdict: "out",
      optedOut: saysOptedOut("says", agreed),
    });
  const outs = statements.filter(({ verdict }) => verdict === "out");
  const out = outs.find(({ optedOut }) => optedOut) ?? outs[0];
  const problemOf = (header: string, value: string) =>
    `${header}: ${value.slice(0, MOST.value).toWellFormed()}`;
  if (out) return { column: OPTED_OUT, problem: problemOf(out.header, out.value), optedOut: out.optedOut };
  if (columns.isNamedForOptOuts && answerOf(columns, "file") !== "in") {
    const asks =
      answerOf(columns, "file") === undefined
        ? { asks: { at: "file", value: "" } as const }
        : { optedOut: true };
    return { column: OPTED_OUT, problem: "The file’s name says so.", ...asks };
  }
  const unclear = statements.find(
    ({ verdict, at }) => verdict === "unclear" && answerOf(columns, at) !== "in",
  );
  if (!unclear) return undefined;
  const asks =
    answerOf(columns, unclear.at) === undefined
      ? { asks: { at: unclear.at, value: unclear.value.slice(0, MOST.value) } }
      : { optedOut: true };
  return { column: OPTED_OUT, problem: problemOf(unclear.header, unclear.value), ...asks };
}

const NO_ADDRESS = "The email address is missing.";

/** All valid addresses in several cells, each of which may list several; what is wrong if there is none. */
function emailsIn(cells: readonly string[]): readonly string[] | RowProblem {
  let wrong: RowProblem | undefined;
  const all = new Set<string>();
  for (const cell of cells) {
    const found = emailsOf(oneLine(cell));
    if (!("problem" in found)) for (const email of found) all.add(email);
    else if (found.problem !== NO_ADDRESS) wrong ??= found;
  }
  return all.size ? [...all] : (wrong ?? { column: "Email", problem: NO_ADDRESS });
}

/** Brackets, quotes, a final dot, `mailto:` or invisible characters around an address. */
const WRAPPING = /^(?:mailto:|[\s"'“”‘’`<([{])+|[\s"'“”‘’`>)\]}.,;:]+$/giu;

function emailsOf(text: string): readonly string[] | RowProblem {
  const cleaned = (part: string) =>
    part
      .replaceAll(/\p{Cf}/gu, "")
      .replace(/^[^<]*<([^<>]+)>.*$/u, "$1")
      .replaceAll(WRAPPING, "")
      .toLowerCase();
  const isAddress = (part: string) => emailSchema.safeParse(part).success;
  const whole = cleaned(asWritten(text));
  if (!whole) return { column: "Email", problem: NO_ADDRESS };
  if (isAddress(whole)) return [whole];
  const parts = text.split(/ ::: |[;,|]|\s[/&+]\s|\s(?:or|and|o|y|und|oder|et|ou)\s/i).map(cleaned);
  const found = parts.filter(isAddress);
  if (found.length) return found;
  const words = /@.*@/.test(text)
    ? text
        .split(/[\s;,|/]+/)
        .map(cleaned)
        .filter(isAddress)
    : [];
  if (words.length) return words;
  if (!whole.includes("@")) return { column: "Email", problem: "The address is missing the @." };
  return { column: "Email", problem: "This isn’t a valid email address." };
}

/** All usable phone numbers, each once; undefined if there are some, and none is readable. */
function phonesOf(cells: readonly string[], zone: string): string[] | undefined {
  const country = phoneCountry(zone);
  const found = new Set(cells.flatMap((cell) => (/\d/.test(cell) ? phonesIn(cell, country) : [])));
  if (found.size) return [...found];
  return cells.some((cell) => cell.trim()) && !isNone(cells) ? undefined : [];
}

const isNone = (cells: readonly string[]) =>
  cells.every((cell) => /^\s*(?:-+|–|n\/?a|none|null|keine?s?|ninguno)?\s*$/i.test(cell));
