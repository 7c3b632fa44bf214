import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import type { Fact } from "../rules/sheet.ts";

const TEMPLATE = "tools/changes/letter/letter.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** A letter about a change, on one page as a rule. */
export interface Letter {
  readonly title: string;
  /** Lines of the address. */
  readonly to: readonly string[];
  readonly facts: readonly Pick<Fact, "name" | "value">[];
  readonly paragraphs: readonly string[];
  readonly createdAt: Temporal.Instant;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly business: string;
  /** Lines of the letterhead: phone, license, address. */
  readonly contact: readonly string[];
  readonly colour?: string | undefined;
  readonly logo?: Uint8Array | undefined;
}

/** The PDF of a letter, for `renderPdf`. The same letter gives the same bytes. */
export function letterOf(letter: Letter): DocumentRequest {
  const { title, to, facts, paragraphs, createdAt, zone, contact, logo } = letter;
  const sender = letter.business || "Plumbline";
  return {
    template: TEMPLATE,
    data: {
      ...{ title, author: sender, sender, contact, to, facts, paragraphs },
      description: `${title}.`,
      date: dayWords(createdAt.toZonedDateTimeISO(zone).toPlainDate()),
      accent: documentColors(letter.colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      words: { page: "Page", of: "of" },
    },
    createdAt,
    files: logo ? { [LOGO]: logo } : {},
  };
}
