import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import type { Sheet } from "../rules/sheet.ts";

const TEMPLATE = "tools/changes/paper/change.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

export interface Content {
  readonly sheet: Sheet;
  /** "COR-001". */
  readonly number: string;
  /** "R0". */
  readonly revision: string;
  readonly createdAt: Temporal.Instant;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly business: string;
  /** Lines of the letterhead: phone, license, address. */
  readonly contact: readonly string[];
  readonly colour?: string | undefined;
  readonly logo?: Uint8Array | undefined;
  readonly project: { readonly name: string; readonly client: string; readonly address: string | null };
  /** In the order of the sheet. @param aspect width over height */
  readonly photos: readonly { readonly bytes: Uint8Array; readonly aspect: number }[];
}

/** The PDF of a revision, for `renderPdf`. The same content gives the same bytes. */
export function documentOf(content: Content): DocumentRequest {
  const { logo, createdAt, photos } = content;
  const pictures = photos.map(({ bytes }, at) => [`photo-${at + 1}.jpeg`, bytes] as const);
  return {
    ...{ template: TEMPLATE, data: dataOf(content), createdAt },
    files: { ...Object.fromEntries(pictures), ...(logo ? { [LOGO]: logo } : {}) },
  };
}

function dataOf(content: Content) {
  const { sheet, number, revision, createdAt, zone, business, project } = content;
  const sender = business || "Plumbline";
  const of = `${number} ${revision}`;
  const amounts = sheet.lines.some(({ amount }) => amount !== "");
  return {
    title: `Change order ${of}: ${sheet.title}`,
    description: `Change order ${of}${project.client ? ` for ${project.client}` : ""}: ${sheet.title}.`,
    author: sender,
    sender,
    contact: content.contact,
    accent: documentColors(content.colour, DEFAULT_COLOR).accent,
    logo: content.logo ? LOGO : null,
    shownTitle: sheet.title,
    running: `Change order ${of}`,
    facts: [
      { name: "Change order", value: `${number}, revision ${revision.slice(1)}` },
      { name: "Date", value: dayWords(createdAt.toZonedDateTimeISO(zone).toPlainDate()) },
      { name: "Project", value: [project.name, project.address].filter(Boolean).join(", ") },
      ...(project.client ? [{ name: "For", value: project.client }] : []),
      ...(sheet.answerBy
        ? [{ name: "Reply by", value: dayWords(Temporal.PlainDate.from(sheet.answerBy)) }]
        : []),
      ...sheet.facts,
    ],
    paragraphs: sheet.description.split(/\n{2,}/).flatMap((paragraph) => paragraph.trim() || []),
    lines: sheet.lines,
    showsAmounts: amounts,
    showsCategory: sheet.lines.some(({ category }) => category !== ""),
    amounts: sheet.amounts.map((one) => ({ ...one, isTotal: one.isTotal === true })),
    contract: sheet.contract.map((one) => ({ ...one, isTotal: one.isTotal === true })),
    photos: content.photos.map(({ aspect }, at) => ({
      file: `photo-${at + 1}.jpeg`,
      aspect,
      alt: `Photo ${at + 1} of the change`,
    })),
    words: {
      what: "What changes",
      cost: "What it costs",
      contract: "What it does to the contract",
      photos: "Photos",
      item: "Item",
      category: "Category",
      quantity: "Quantity",
      amount: "Amount",
      page: "Page",
      of: "of",
    },
  };
}
