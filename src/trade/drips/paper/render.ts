import type { Letterhead } from "#ground/businesses/public.server.ts";
import { fixNameCase, type DripBrief, type DripText } from "#ground/writing/public.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import { type DocumentRequest, renderPdf, renderSvg } from "#platform/pdf/render.server.ts";
import { visibleHeading } from "#platform/pdf/shown-heading.ts";
import { LEAD_LABELS, PLACEHOLDER_NOTE, countOf, dayOf } from "../labels.ts";

const TEMPLATE = "trade/drips/drip.typ";
const LOGO = "logo.png";
/** Used if the owner has chosen no color: chalk, as on our own pages. */
const DEFAULT_COLOR = "#1A43BA";
/** For mail programs and phones. */
const COLUMNS = 72;

export interface WrittenDrip {
  readonly brief: DripBrief;
  readonly text: DripText;
  readonly createdAt: Temporal.Instant;
}

/**
 * Renders the drip as a PDF on letter paper. The same input gives the same bytes.
 * @param from the letterhead; without a name in it, the brief's is used
 * @throws AppError unavailable if the renderers are busy
 */
export function renderDrip(drip: WrittenDrip, from: Letterhead): Promise<Uint8Array> {
  return renderPdf(requestOf(drip, from));
}

/** Renders all pages as one SVG, one below the other, 612 by 792 points each. */
export function renderDripPages(drip: WrittenDrip, from: Letterhead): Promise<string> {
  return renderSvg(requestOf(drip, from));
}

function requestOf(drip: WrittenDrip, from: Letterhead): DocumentRequest {
  return {
    template: TEMPLATE,
    data: describeDrip(drip, from),
    createdAt: drip.createdAt,
    files: from.logo ? { [LOGO]: from.logo } : {},
  };
}

const factsOf = ({ brief, text }: WrittenDrip): [label: string, value: string][] =>
  (
    [
      ["Lead", LEAD_LABELS[text.leadType]],
      ["About", brief.product],
      ["Objection", text.objection],
      ["Goal", brief.goal],
    ] as [string, string][]
  ).filter(([, value]) => value !== "");

/** Days may be out of order while a person types. */
const inDays = <One extends { readonly day: number }>(list: readonly One[]): One[] =>
  list.toSorted((one, other) => one.day - other.day);

/** The template's input, including every label. Emails and scripts have straight quotes, for copying. */
function describeDrip(drip: WrittenDrip, { businessName, colour, logo, phone = "" }: Letterhead) {
  const { brief, text } = drip;
  const company = businessName.trim() || fixNameCase(brief.company);
  return {
    title: `Follow-up emails and call scripts from ${company}`,
    author: `${fixNameCase(brief.name)}, ${company}`,
    description: `${countOf(text)} for a lead: ${LEAD_LABELS[text.leadType].toLowerCase()}`,
    heading: `${countOf(text)} to follow up with`,
    sender: shortened(company, 90),
    logo: logo ? LOGO : null,
    ...documentColors(colour, DEFAULT_COLOR),
    runningSender: shortened(company, 40),
    runningTitle: countOf(text),
    runningFoot: [shortened(brief.email, 64), shortened(phone.trim(), 40)].filter(Boolean),
    facts: factsOf(drip).map(([label, value]) => [label, shortened(value, 110)]),
    note: PLACEHOLDER_NOTE,
    emails: inDays(text.emails).map(({ day, subject, body }, at) => {
      const paragraphs = body.split("\n\n");
      const [farewell = "", ...signature] = paragraphs.pop()!.split("\n");
      return {
        when: dayOf(day),
        name: `Email ${at + 1}`,
        subject: visibleHeading(subject),
        paragraphs,
        farewell,
        signature: signature.join(", "),
      };
    }),
    scripts: inDays(text.scripts).map(({ day, title, when, lines }, at) => ({
      when: dayOf(day),
      name: `Call script ${at + 1}`,
      title: visibleHeading(title),
      note: when,
      lines,
    })),
    words: { page: "Page", of: "of", emails: "Emails", scripts: "Call scripts" },
  };
}

/** Renders the drip as plain text: what to paste where, and when. Bodies are not wrapped, for pasting. */
export function toPlainText(drip: WrittenDrip): string {
  const { brief, text } = drip;
  const heading = (words: string, mark: string) => [
    words,
    mark.repeat(Math.min(COLUMNS, Array.from(words).length)),
  ];
  return [
    ...heading(`${countOf(text)} from ${fixNameCase(brief.company)}`, "="),
    "",
    ...factsOf(drip).map(([label, value]) => `${label}: ${value}`),
    "",
    PLACEHOLDER_NOTE,
    "",
    "",
    ...text.emails.flatMap(({ day, subject, body }, at) => [
      ...heading(`Email ${at + 1} - ${dayOf(day)}`, "-"),
      `Subject: ${subject}`,
      "",
      body,
      "",
      "",
    ]),
    ...text.scripts.flatMap(({ day, title, when, lines }, at) => [
      ...heading(`Call script ${at + 1}: ${title} - ${dayOf(day)}`, "-"),
      ...(when ? [when, ""] : []),
      ...lines.flatMap(({ cue, say }) => [...(cue ? [`${cue}:`] : []), say, ""]),
      "",
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

/** A file name from a company: letters and digits of any script, at most 50 characters. */
export function dripFileName({ company }: DripBrief, extension: "pdf" | "txt"): string {
  const words = company
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const short = Array.from(words)
    .slice(0, 50)
    .join("")
    .replace(/^-+|-+$/g, "");
  return `${short === "" ? "" : `${short}-`}lead-drip.${extension}`;
}

/** Cuts between words. */
function shortened(text: string, limit: number): string {
  const all = Array.from(text);
  return all.length <= limit
    ? text
    : `${all
        .slice(0, limit)
        .join("")
        .replace(/\s+\S*$/u, "")}\u2026`;
}
