import type { ComposedGuide, MagnetText } from "#ground/writing/public.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import { type DocumentRequest, renderPdf, renderSvg, renderWebp } from "#platform/pdf/render.server.ts";
import { visibleHeading } from "#platform/pdf/shown-heading.ts";
import { colorsOf, type Layout } from "./layout.ts";
import { describeWhole } from "./whole-guide.ts";
import { joinLastWords, letters, shortened, typeset } from "./typeset.ts";

const TEMPLATE = "trade/magnets/magnet.typ";
const LOGO = "logo.png";
/** In modules. Readers need four. */
const QUIET_ZONE = 4;
/** Characters of sender and title together in a page header. */
const MOST_IN_HEADER = 84;
/** In characters. Our writer's texts have 2,500 to 4,500. */
const LONG = 5_000;
const VERY_LONG = 6_500;

export interface Brand {
  /** Name on every page; if empty, the contact person's. */
  businessName: string;
  createdAt: Temporal.Instant;
  /** `#rrggbb`; see colorsOf(). */
  colour?: string | undefined;
  /** A PNG for the cover, instead of the name. */
  logo?: Uint8Array | undefined;
  phone?: string | undefined;
  /**
   * Of the page where anyone can ask for this guide. The QR code on the last page opens it; without one the
   * code starts an email.
   */
  page?: string | undefined;
  /** Plain by default; layoutFor() selects one by tone. */
  layout?: Layout | undefined;
}

/**
 * Renders the guide as a PDF on letter paper, 4 to 8 pages for a text of usual length. The same input gives
 * the same bytes.
 * @throws AppError unavailable if the renderers are busy
 */
export function renderMagnet(text: MagnetText, brand: Brand): Promise<Uint8Array> {
  return renderPdf(requestOf(text, brand));
}

/** Renders the cover as an SVG. */
export function renderMagnetCover(text: MagnetText, brand: Brand): Promise<string> {
  return renderSvg(requestOf(text, brand, { only: "cover" }));
}

/** A cover in pixels, for a page of clients: twice its width there. */
export interface Cover {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Letter paper: 8.5 by 11 inches. */
const COVER = { width: 440, height: 569 };

/** Renders the cover as a small WebP. */
export async function renderMagnetCoverPicture(text: MagnetText, brand: Brand): Promise<Cover> {
  const bytes = await renderWebp(requestOf(text, brand, { only: "cover" }), COVER.width);
  return { bytes, ...COVER };
}

/** Renders all pages as one SVG, one below the other, 612 by 792 points each. */
export function renderMagnetPages(text: MagnetText, brand: Brand): Promise<string> {
  return renderSvg(requestOf(text, brand));
}

function requestOf(text: MagnetText, brand: Brand, further: object = {}): DocumentRequest {
  return {
    template: TEMPLATE,
    data: { ...describeMagnet(text, brand), ...further },
    createdAt: brand.createdAt,
    files: brand.logo ? { [LOGO]: brand.logo } : {},
  };
}

/** The template's input, including every label, with typographic quotes. */
export function describeMagnet(
  text: MagnetText,
  { businessName, colour, logo, phone = "", page, layout = "line" }: Brand,
) {
  const { contact } = text.nextStep;
  const sender = businessName.trim() || contact.name;
  const runningSender = shortened(sender, 36);
  const shown = typeset({
    title: visibleHeading(text.title),
    promise: joinLastWords(text.promise),
    readers: shortened(text.readers, 140),
    description: text.promise,
    author:
      contact.company && contact.company !== contact.name
        ? `${contact.name}, ${contact.company}`
        : contact.name,
    sender: shortened(sender, 90),
    byline: (sender === contact.name ? [sender] : [contact.name, sender]).map((name) => shortened(name, 60)),
    runningSender,
    runningTitle: shortened(text.title, MOST_IN_HEADER - letters(runningSender).length),
    runningFoot: shortened(contact.email, 64),
    ...(text.version === 1 ? describeComposed(text) : describeWhole(text)),
    next: {
      heading: joinLastWords(visibleHeading(text.nextStep.heading)),
      paragraphs: text.nextStep.paragraphs,
    },
    contact: {
      name: contact.name,
      company: businessName.trim() || contact.company,
      phone,
      page: page ? page.replace(/^https?:\/\//, "") : "",
    },
    words: WORDS,
  });
  const email = contact.email;
  return {
    ...shown,
    kind: text.version === 1 ? "composed" : "whole",
    layout,
    readers: shown.readers.replace(/^For (?=\S)/, "").replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    contact: { ...shown.contact, email: typeset(email), tel: telOf(phone) },
    mailto: `${mailOf(email)}?subject=${encodeURIComponent(shortened(text.title, 70))}`,
    crowded: typeReduction(text),
    qr: codeOf(page, email, shown.contact.name),
    ...colorsOf(colour, layout),
    logo: logo ? LOGO : null,
  };
}

const describeComposed = (text: ComposedGuide) => ({
  opening: { ...text.opening, heading: joinLastWords(visibleHeading(text.opening.heading)) },
  sections: text.sections.map((section) => ({
    ...section,
    heading: joinLastWords(visibleHeading(section.heading)),
  })),
  todoLabel: text.todoLabel,
  checklist: {
    ...text.checklist,
    heading: joinLastWords(visibleHeading(text.checklist.heading)),
    groups: text.checklist.groups.map((group) => ({ ...group, heading: visibleHeading(group.heading) })),
  },
  about: { ...text.about, heading: visibleHeading(text.about.heading) },
});

/**
 * How much smaller the type must be for a long text to fit eight pages; 2 is the smallest that is easy to
 * read.
 */
function typeReduction(text: MagnetText): 0 | 1 | 2 {
  // A whole guide flows over as many pages as it needs.
  if (text.version === 2) return 0;
  const { opening, sections } = text;
  const sectionTexts = sections.flatMap(({ paragraphs, points }) => [
    ...paragraphs,
    ...points.map((point) => `${point.title} ${point.text}`),
  ]);
  const { length } = [...sectionTexts, ...opening.paragraphs].join("");
  return length > VERY_LONG ? 2 : length > LONG ? 1 : 0;
}

const WORDS = {
  writtenFor: "Written for",
  preparedBy: "Prepared by",
  page: "Page",
  of: "of",
  notes: "Notes",
  inside: "Inside",
  name: "Name",
  company: "Company",
  email: "Email",
  phone: "Phone",
  online: "Page",
  sources: "Where the figures come from",
};

const mailOf = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** Dialable, without its extension. */
const telOf = (phone: string) => `tel:${phone.replace(/(?:ext|x|#).*$/i, "").replace(/(?!^\+)\D/g, "")}`;

/** The QR code of the last page, and its caption. */
function codeOf(page: string | undefined, email: string, name: string) {
  const url = page ?? mailOf(email);
  const matrix = qrMatrix(url);
  const side = matrix.length;
  return {
    url,
    modules: side,
    // No margin here: the template draws it, in the color of the background.
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${qrPath(matrix)}"/></svg>`,
    quiet: QUIET_ZONE,
    alt: page ? `QR code that opens ${page}` : `QR code that starts an email to ${email}`,
    caption: page
      ? "Know someone who could use this guide? They can get a copy here."
      : `Point your phone\u2019s camera here to email ${shortened(name, 40)}.`,
  };
}
