import { documentColors } from "#platform/drawing/document-colors.ts";
import { formatAmount } from "#platform/money/money.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { changesBetween, shownQuantity } from "../rules/changes.ts";
import { type Group, layoutOf } from "../rules/layout.ts";
import { type Estimate, type Line, TEXTS } from "../rules/estimate.ts";
import { photoAlt, photosOfLine } from "../rules/photos.ts";
import { totalLines } from "../rules/total-lines.ts";
import { type Choice, firstChoice, lineCents, totalsOf } from "../rules/totals.ts";

const TEMPLATE = "tools/estimates/paper/estimate.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

export interface Content {
  readonly estimate: Estimate;
  /** The version before; null for the first. */
  readonly before: Estimate | null;
  /** "EST-2026-001". */
  readonly number: string;
  readonly version: number;
  readonly createdAt: Temporal.Instant;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly business: string;
  /** Lines of the letterhead: phone, license, address. */
  readonly contact: readonly string[];
  readonly colour?: string | undefined;
  readonly logo?: Uint8Array | undefined;
  /** ISO 4217. */
  readonly currency: string;
  /** Whom it is for, and where the work is. */
  readonly client: { readonly name: string; readonly address: string | null };
  /** Paths of the photos' pictures by hash; a photo without one is left out. */
  readonly pictures?: ReadonlyMap<string, string>;
}

/** The PDF of a version, for `renderPdf`. The same content gives the same bytes. */
export function documentOf(content: Content): DocumentRequest {
  const { logo, createdAt, pictures = new Map<string, string>() } = content;
  return {
    template: TEMPLATE,
    data: dataOf(content, pictures),
    createdAt,
    files: {
      ...(logo ? { [LOGO]: logo } : {}),
      ...Object.fromEntries(
        [...pictures].map(([sha256, path]) => [pictureName(sha256), { path, isPhoto: true }]),
      ),
    },
  };
}

const pictureName = (sha256: string): string => `${sha256}.jpeg`;

const paragraphsOf = (text: string): string[] =>
  text.split(/\n{2,}/).flatMap((paragraph) => paragraph.trim() || []);

function dataOf(content: Content, pictures: ReadonlyMap<string, string>) {
  const { estimate, before, number, version, createdAt, zone, business, contact, currency, client } = content;
  const { title, message, excluded, terms, howToPay, validUntil, start, showsPrices } = estimate;
  const { common, options, extras } = layoutOf(estimate);
  const money = (cents: number) => formatAmount(cents, currency);
  const photosOf = ({ id, text }: Line) =>
    photosOfLine(estimate, id).flatMap(({ sha256 }, at) =>
      pictures.has(sha256) ? { file: pictureName(sha256), alt: photoAlt(text, at) } : [],
    );
  const row = (line: Line) => ({
    text: line.text,
    photos: photosOf(line),
    quantity: shownQuantity(line),
    price: showsPrices && shownQuantity(line) ? money(line.cents) : "",
    amount: showsPrices ? money(lineCents(line)) : "",
  });
  const group = ({ heading, lines }: Group) => ({ heading, rows: lines.map(row) });
  const totals = (choice: Choice) => totalLines(totalsOf(estimate, choice), currency);
  const sender = business || "Plumbline";
  const of = version > 1 ? `${number}, version ${version}` : number;
  return {
    title: `Estimate ${number}: ${title}`,
    description: `Estimate ${of}${client.name ? ` for ${client.name}` : ""}.`,
    author: sender,
    sender,
    contact,
    accent: documentColors(content.colour, DEFAULT_COLOR).accent,
    logo: content.logo ? LOGO : null,
    shownTitle: title,
    running: `Estimate ${of}`,
    facts: [
      { name: "Estimate", value: of },
      { name: "Date", value: dayWords(createdAt.toZonedDateTimeISO(zone).toPlainDate()) },
      ...(validUntil ? [{ name: "Valid until", value: dayWords(Temporal.PlainDate.from(validUntil)) }] : []),
      ...(start ? [{ name: TEXTS.start.label, value: start }] : []),
      ...(client.name || client.address
        ? [{ name: "For", value: [client.name, client.address].filter(Boolean).join(", ") }]
        : []),
    ],
    message: paragraphsOf(message),
    changes: before ? changesBetween(before, estimate, currency) : [],
    showsPrices,
    common: common.map(group),
    options: options.map(({ option, name, groups }) => ({
      name,
      groups: groups.map(group),
      totals: totals({ option, extras: [] }),
    })),
    extras: extras.map(row),
    totals: options.length > 0 ? [] : totals(firstChoice(estimate)),
    excluded: paragraphsOf(excluded),
    terms: paragraphsOf(terms),
    howToPay: paragraphsOf(howToPay),
    words: {
      what: "What’s included",
      every: "In every option",
      extras: "Extras you can add",
      extrasNote: "Not in the total until you add them.",
      excluded: TEXTS.excluded.label,
      terms: TEXTS.terms.label,
      howToPay: TEXTS.howToPay.label,
      changes: "What changed since the last version",
      item: "Item",
      quantity: "Quantity",
      price: "Price",
      amount: "Amount",
      rounding:
        "Each line and each tax is rounded to the cent. A discount is shared among all lines before tax.",
      page: "Page",
      of: "of",
    },
  };
}
