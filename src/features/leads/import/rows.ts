import { z } from "zod";
import type { CsvFault } from "#platform/csv/read-csv.ts";
import type { Mapping, Target } from "./mapping.ts";

/** A person as a row of a file has them. */
export interface RowPerson {
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  readonly address: string | null;
  readonly note: string | null;
  readonly came: Temporal.Instant | null;
  /** The lead that our own export says it is. */
  readonly leadId: string | null;
}

/** What is wrong with a row, in which column of ours, in words for whoever mends it. */
export interface RowProblem {
  readonly column: string;
  readonly problem: string;
}

/** What a row is: somebody, perhaps with a part that could not be read; an error; or nothing at all. */
export type RowReading =
  | { readonly kind: "person"; readonly person: RowPerson; readonly left?: RowProblem }
  | ({ readonly kind: "error" } & RowProblem)
  | { readonly kind: "blank" };

/** How dates with strokes are meant, and whose day it is. */
export interface RowOptions {
  readonly dayFirst: boolean;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

const FAULTS: Readonly<Record<CsvFault, string>> = {
  "open-quote": "There is a quotation mark that is never closed.",
  "too-long": "This row is far too long to be one person.",
  "too-many-cells": "This row has more than 1,000 cells.",
};

const MOST = { name: 120, address: 300, note: 2_000 } as const;
const emailSchema = z.email().max(254);
// NUL has no place in the database, and line separators none in a mail's head.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
/** Text that a spreadsheet was kept from running (see csvLine) comes back as it was. */
const asWritten = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n])/, "");
/** Google writes several values into one cell like this. */
const firstOf = (text: string) => text.split(/ ::: |[;|]/, 1)[0]!.trim();
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a row by the mapping. Pure: what is known of the person elsewhere is asked elsewhere. */
export function readRow(cells: readonly string[], fault: CsvFault | undefined, mapping: Mapping, options: RowOptions): RowReading {
  if (fault) return { kind: "error", column: "Row", problem: FAULTS[fault] };
  if (cells.every((cell) => !cell.trim())) return { kind: "blank" };
  const cell = (target: Target) => {
    const at = mapping[target];
    return at === undefined ? "" : asWritten(oneLine((cells[at] ?? "").toWellFormed()));
  };
  const email = emailOf(cell("email"));
  if (typeof email !== "string") return { kind: "error", ...email };
  if (mapping.consent !== undefined && !saysYes(cell("consent")))
    return {
      kind: "error",
      column: "Consent",
      problem: cell("consent") ? "The file says that they did not agree." : "The file does not say that they agreed.",
    };
  const name = cell("name") || oneLine(`${cell("first")} ${cell("last")}`);
  if (!name) return { kind: "error", column: "Name", problem: "There is no name. Follow-up greets people by name." };
  if (name.length > MOST.name) return { kind: "error", column: "Name", problem: `The name is longer than ${MOST.name} characters.` };
  const when = cell("date");
  const came = when ? dateOf(when, options) : null;
  if (came === undefined) return { kind: "error", column: "Date", problem: "This date can't be read. Write it like 2026-11-20." };
  const dialled = firstOf(cell("phone"));
  const phone = dialled ? phoneOf(dialled, options.zone) : null;
  const person: RowPerson = {
    name,
    email,
    phone: phone ?? null,
    address: cell("address").slice(0, MOST.address).toWellFormed() || null,
    note: cell("note").slice(0, MOST.note).toWellFormed() || null,
    came,
    leadId: ID.test(cell("id")) ? cell("id") : null,
  };
  return phone === undefined
    ? { kind: "person", person, left: { column: "Phone", problem: "This number can't be read. Write it like +1 303 555 0140." } }
    : { kind: "person", person };
}

function emailOf(text: string): string | RowProblem {
  const email = firstOf(text)
    .replace(/^.*<([^<>]+)>$/, "$1")
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();
  if (!email) return { column: "Email", problem: "There is no email address." };
  if (!email.includes("@")) return { column: "Email", problem: "The address is missing the @." };
  return emailSchema.safeParse(email).success ? email : { column: "Email", problem: "This is no email address that mail can go to." };
}

const YES =
  /^(y|yes|true|1|x|on|ok|agreed|granted|given|consented|opt(ed)?[ -]?in|subscribed|confirmed|active|marketing contact|ja|si|sí|oui)$/i;
const saysYes = (text: string) => YES.test(text.trim());

/** A number in E.164; undefined when it can't be told. Without a country it is taken for North American, where the business is there. */
export function phoneOf(text: string, zone: string): string | undefined {
  const digits = text.replace(/(ext|x|#).*$/i, "").replaceAll(/\D/g, "");
  const country = /^\s*\(?\+/.test(text) ? digits : /^\s*00/.test(text) ? digits.slice(2) : undefined;
  if (country !== undefined) return /^[1-9]\d{7,14}$/.test(country) ? `+${country}` : undefined;
  if (!/^(America|Pacific\/Honolulu|US|Canada)/.test(zone)) return undefined;
  const local = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(local) ? `+1${local}` : undefined;
}

const STROKES = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:[ ,T]+(.*))?$/;

/** Whether a date with strokes can only begin with its day, such as 20/11/2026. One of them tells how a whole file is meant. */
export const isDayFirst = (text: string): boolean => Number(STROKES.exec(text.trim())?.[1] ?? 0) > 12;

/** The moment a date means, at its day's noon where it names no time; undefined when it can't be read or is yet to come. */
export function dateOf(text: string, { dayFirst, zone, now }: RowOptions): Temporal.Instant | undefined {
  const found = momentOf(text.trim(), dayFirst, zone);
  // Today’s noon may be ahead, and today is tomorrow elsewhere in the world.
  return found && Temporal.Instant.compare(found, now.add({ hours: 36 })) <= 0 && found.epochMilliseconds > 0
    ? Temporal.Instant.compare(found, now) > 0
      ? now
      : found
    : undefined;
}

function momentOf(text: string, dayFirst: boolean, zone: string): Temporal.Instant | undefined {
  try {
    const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(.+))?$/.exec(text);
    if (iso) return at(iso[1]!, iso[2]!, iso[3]!, iso[4], zone);
    const dots = /^(\d{1,2})[.](\d{1,2})[.](\d{4}|\d{2})(?:[ ,T]+(.*))?$/.exec(text);
    if (dots) return at(dots[3]!, dots[2]!, dots[1]!, dots[4], zone);
    const strokes = STROKES.exec(text);
    if (!strokes) return undefined;
    const [day, month] = dayFirst ? [strokes[1]!, strokes[2]!] : [strokes[2]!, strokes[1]!];
    return at(strokes[3]!, month, day, strokes[4], zone);
  } catch {
    return undefined;
  }
}

function at(year: string, month: string, day: string, time: string | undefined, zone: string): Temporal.Instant | undefined {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const date = Temporal.PlainDate.from({ year: full, month: Number(month), day: Number(day) }, { overflow: "reject" });
  if (!time?.trim()) return date.toZonedDateTime({ timeZone: zone, plainTime: "12:00" }).toInstant();
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?m?\.?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(time.trim());
  if (!parts) return undefined;
  const [, hour, minute, second = "0", half, offset] = parts;
  const clock = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  const moment = date.toPlainDateTime(
    Temporal.PlainTime.from({ hour: clock, minute: Number(minute), second: Number(second) }, { overflow: "reject" }),
  );
  const zoneOf = !offset ? zone : /^(z|utc)$/i.test(offset) ? "UTC" : offset.replace(/^(.\d{2}):?(\d{2})$/, "$1:$2");
  return moment.toZonedDateTime(zoneOf).toInstant();
}
