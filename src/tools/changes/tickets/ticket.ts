import { readDate, readNumber, readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { type BaseLine, lineCents, readLines, wholeNumber } from "#trade/lines/public.ts";
import { formatQuantity, MOST_QUANTITY } from "#platform/money/amounts.ts";
import { formatAmount, MOST_CENTS } from "#platform/money/money.ts";

/** The kind of a signed ticket's paper, and the last part of its page's address. */
export const TICKET_PAPER = "ticket";

/** The record of a ticket: extra work of one day, by time and material, signed on the spot. */
export const TICKET = "changes.ticket";

export const MOST_TICKET_LINES = 60;
export const MOST_PEOPLE = 100;

export const TICKET_CATEGORIES = ["labor", "material", "equipment"] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];
export const TICKET_CATEGORY_LABELS: Readonly<Record<TicketCategory, string>> = {
  labor: "People",
  material: "Material",
  equipment: "Equipment",
};

/** What a signature agrees to. */
export const AGREES = ["hours", "price"] as const;
export type Agrees = (typeof AGREES)[number];
export const AGREES_LABELS: Readonly<Record<Agrees, string>> = {
  hours: "Only the hours, materials, and equipment",
  price: "The price too",
};

/** People of a trade with the hours of each, or a material, or equipment. */
export interface TicketLine extends BaseLine {
  readonly category: TicketCategory;
  /** How many people; 1 for anything else. */
  readonly people: number;
  /** Nobody said what it costs yet. */
  readonly needsPrice?: true;
}

/** What was signed, word for word: what a phone without a signal changes meanwhile doesn't touch it. */
export interface Signed {
  /** An ISO moment. */
  readonly at: string;
  readonly agrees: Agrees;
  /** What they read above their signature. */
  readonly statement: string;
  readonly day: string;
  readonly work: string;
  readonly lines: readonly TicketLine[];
}

/** A drawn signature, as the pad gives it. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly (readonly [x: number, y: number, milliseconds: number])[])[];
}

/** The client's person who signed; null once their data was deleted. */
export interface Signer {
  readonly name: string;
  readonly role: string;
  /** Null where the typed name is the signature. */
  readonly drawing: Drawing | null;
}

/** What became of the signed copy. */
export interface Copied {
  /** Whom it was emailed to; empty if whoever signed gave no address. */
  readonly to: string;
  readonly is: "sent" | "unsent";
  /** Why it wasn't sent. */
  readonly words: string;
}

export interface Ticket {
  /** The change that it is a part of. */
  readonly changeId: string;
  /** "2026-11-28" */
  readonly day: string;
  readonly work: string;
  readonly lines: readonly TicketLine[];
  readonly signed: Signed | null;
  readonly signer: Signer | null;
  /** Where whoever signed wants the copy; empty if they gave no address, or had it deleted. */
  readonly copyTo: string;
  readonly copied: Copied | null;
}

function lineOf(id: string, value: unknown): TicketLine | null {
  const line = readRecord(value);
  if (!line) return null;
  const category = readOneOf(TICKET_CATEGORIES, line["category"]) ?? "material";
  const cents = wholeNumber(line["cents"], MOST_CENTS);
  return {
    ...{ id, place: readNumber(line["place"]) ?? 0, category, text: readText(line["text"]) },
    quantity: wholeNumber(line["quantity"], MOST_QUANTITY) ?? 0,
    unit: readText(line["unit"]),
    people: category === "labor" ? Math.max(1, wholeNumber(line["people"], MOST_PEOPLE) ?? 1) : 1,
    ...{ cents: cents ?? 0, isTaxable: false },
    ...(cents === null ? { needsPrice: true as const } : {}),
  };
}

function signedOf(value: unknown): Signed | null {
  const signed = readRecord(value);
  const day = readDate(signed?.["day"]);
  if (!signed || day === null) return null;
  const { lines } = signed;
  return {
    ...{ at: readText(signed["at"]), agrees: readOneOf(AGREES, signed["agrees"]) ?? "hours" },
    ...{ statement: readText(signed["statement"]), day, work: readText(signed["work"]) },
    lines: (Array.isArray(lines) ? lines : []).flatMap(
      (one: unknown) => lineOf(readText(readRecord(one)?.["id"]), one) ?? [],
    ),
  };
}

function signerOf(value: unknown): Signer | null {
  const signer = readRecord(value);
  const name = readText(signer?.["name"]);
  if (!signer || name === "") return null;
  // The server accepted it by its schema.
  return { name, role: readText(signer["role"]), drawing: (signer["drawing"] as Drawing | null) ?? null };
}

function copiedOf(value: unknown): Copied | null {
  const copied = readRecord(value);
  const is = readOneOf(["sent", "unsent"] as const, copied?.["is"]);
  return is && { is, to: readText(copied!["to"]), words: readText(copied!["words"]) };
}

/** Reads a ticket from the values of its record; a signed one as it was signed. */
export function ticketOf(values: Values): Ticket {
  const signed = signedOf(values["signed"]);
  return {
    changeId: readText(values["change"]),
    day: signed?.day ?? readDate(values["day"]) ?? "",
    work: signed?.work ?? readText(values["work"]),
    lines: signed?.lines ?? readLines(values, lineOf),
    ...{ signed, signer: signerOf(values["signer"]) },
    ...{ copyTo: readText(values["copyTo"]), copied: copiedOf(values["copied"]) },
  };
}

/** Quantity of a line with all its people: 2 people for 4 hours are 8. In thousandths. */
export const wholeQuantity = ({ quantity, people }: Pick<TicketLine, "quantity" | "people">): number =>
  quantity * people;

/** Hours of all people, in thousandths. */
export const hoursOf = (lines: readonly TicketLine[]): number =>
  lines.reduce((all, line) => (line.category === "labor" ? all + wholeQuantity(line) : all), 0);

/** "8 hours" */
export const formatHours = (thousandths: number): string =>
  `${formatQuantity(thousandths)} hour${thousandths === 1000 ? "" : "s"}`;

/** "12 hours, signed by Sam Hale" */
export const describeTicket = ({ lines, signed, signer }: Pick<Ticket, "lines" | "signed" | "signer">) =>
  [
    formatHours(hoursOf(lines)),
    signed ? (signer ? `signed by ${signer.name}` : "signed") : "not signed",
  ].join(", ");

/** "A signed copy was emailed to sam@client.test."; null if nobody asked for one. */
export function describeCopy({ copyTo, copied }: Pick<Ticket, "copyTo" | "copied">): string | null {
  if (copyTo === "") return null;
  if (copied?.to !== copyTo) return `A signed copy goes to ${copyTo} as soon as there’s a signal.`;
  return copied.is === "sent"
    ? `A signed copy was emailed to ${copyTo}.`
    : `The signed copy for ${copyTo} wasn’t sent. ${copied.words}`;
}

/** What the lines cost, in cents; null until each has a price. */
export const priceOfLines = (lines: readonly TicketLine[]): number | null =>
  lines.some(({ needsPrice }) => needsPrice)
    ? null
    : lines.reduce((all, line) => all + lineCents({ quantity: wholeQuantity(line), cents: line.cents }), 0);

/** "2 × 4 hr", "3 sheet" */
export const formatAmountOf = ({ people, quantity, unit }: TicketLine): string =>
  [people > 1 ? `${people} ×` : "", formatQuantity(quantity), unit].filter(Boolean).join(" ");

/** Why nobody can sign these lines; null if somebody can. @param agrees what the signature is to agree to */
export function whyUnsignable(lines: readonly TicketLine[], agrees: Agrees): string | null {
  if (hoursOf(lines) === 0)
    return "Add who worked, and how many hours. A ticket without hours can’t be signed.";
  if (lines.length > MOST_TICKET_LINES)
    return `A ticket has ${MOST_TICKET_LINES} lines at most. Put the rest on another one.`;
  if (agrees === "price" && priceOfLines(lines) === null)
    return "Not every line has a price. Add the prices, or let them sign only for the hours and materials.";
  return null;
}

export const SIGNED =
  "This ticket is signed, so it can’t change. Start another one for what else was done that day.";

/** What a person reads before they sign. @param currency ISO 4217 */
export function statementOf(agrees: Agrees, lines: readonly TicketLine[], currency: string): string {
  const what = `${formatHours(hoursOf(lines))} of work, and the materials and equipment listed here, were extra work`;
  const price = priceOfLines(lines);
  return agrees === "price" && price !== null
    ? `I agree that ${what}, for ${formatAmount(price, currency)}.`
    : `I agree that ${what}. Their price isn’t agreed to yet.`;
}
