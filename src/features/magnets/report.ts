import type { MagnetText } from "#features/writing/public.server.ts";
import { renderPdf, renderSvg } from "#platform/pdf/render.server.ts";

const TEMPLATE = "features/magnets/magnet.typ";
const CHALK = "#1A43BA";
/** Width of the plain text, for mail programs and phones. */
const COLUMNS = 72;

/** Whose document it is. */
export interface Brand {
  /** Name in the head of every page; empty takes the name of the person to write to. */
  businessName: string;
  createdAt: Temporal.Instant;
  /** `#rrggbb`, used for lines, figures and links if it is dark enough to read on white; else our blue. */
  colour?: string;
}

/**
 * The magnet as a PDF on letter paper, 4 to 8 pages. The same text and brand give the same bytes.
 * @throws AppError unavailable when the renderers are busy
 */
export function renderMagnet(text: MagnetText, brand: Brand): Promise<Uint8Array> {
  return renderPdf({ template: TEMPLATE, data: describeMagnet(text, brand), createdAt: brand.createdAt });
}

/** The cover alone as an SVG picture, for showing what was made. */
export function renderMagnetCover(text: MagnetText, brand: Brand): Promise<string> {
  return renderSvg({ template: TEMPLATE, data: { ...describeMagnet(text, brand), only: "cover" }, createdAt: brand.createdAt });
}

/** The magnet as the template shows it: every word of the layout is here, set with typographer's quotes. */
export function describeMagnet(text: MagnetText, { businessName, colour }: Brand) {
  const { contact } = text.nextStep;
  const sender = businessName.trim() || contact.name;
  const shown = typeset({
    title: text.title,
    promise: closedUp(text.promise),
    readers: text.readers,
    description: text.promise,
    author: contact.company && contact.company !== contact.name ? `${contact.name}, ${contact.company}` : contact.name,
    sender,
    byline: sender === contact.name ? [contact.name] : [contact.name, sender],
    runningSender: shortened(sender, 40),
    runningTitle: shortened(text.title, 56),
    opening: text.opening,
    sections: text.sections.map((section) => ({ ...section, heading: closedUp(section.heading) })),
    todoLabel: text.todoLabel,
    checklist: text.checklist,
    about: text.about,
    next: { heading: closedUp(text.nextStep.heading), paragraphs: text.nextStep.paragraphs },
    contact: { name: contact.name, company: businessName.trim() || contact.company },
    words: { writtenFor: "Written for", preparedBy: "Prepared by", page: "Page", of: "of", notes: "Notes", inside: "Inside" },
  });
  return {
    ...shown,
    readers: shown.readers.replace(/^For (?=\S)/, "").replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    contact: { ...shown.contact, email: contact.email },
    mailto: `mailto:${encodeURIComponent(contact.email).replace("%40", "@")}?subject=${encodeURIComponent(shortened(text.title, 70))}`,
    accent: colour && readsOnWhite(colour) ? colour : CHALK,
  };
}

/** The magnet as plain text for a mail or a chat: headings underlined, boxes to tick, 72 columns. */
export function toPlainText(text: MagnetText): string {
  const { contact } = text.nextStep;
  const heading = (words: string, mark: string) => [words, mark.repeat(Math.min(COLUMNS, letters(words).length))];
  const points = (list: MagnetText["opening"]["points"]) =>
    list.flatMap(({ title, text: body }, at) => ["", ...wrap(`${at + 1}. ${title} ${body}`, "   ")]);
  const paragraphs = (list: readonly string[]) => list.flatMap((line) => [...wrap(line), ""]);
  return [
    ...heading(text.title, "="),
    "",
    ...wrap(text.promise),
    "",
    ...wrap(text.readers),
    ...wrap(`From ${[contact.name, contact.company].filter(Boolean).join(", ")}`),
    "",
    "",
    ...heading(text.opening.heading, "-"),
    "",
    ...text.opening.paragraphs.flatMap((line) => [...wrap(line), ""]).slice(0, -1),
    ...points(text.opening.points),
    ...text.sections.flatMap((section, at) => [
      "",
      "",
      ...heading(`${at + 1}. ${section.heading}`, "-"),
      "",
      ...paragraphs(section.paragraphs).slice(0, -1),
      ...points(section.points),
      "",
      ...wrap(`> ${text.todoLabel}: ${section.todo}`, "  "),
    ]),
    "",
    "",
    ...heading(text.checklist.heading, "-"),
    "",
    ...wrap(text.checklist.intro),
    ...text.checklist.groups.flatMap((group) => ["", group.heading, ...group.items.flatMap((item) => wrap(`[ ] ${item}`, "    "))]),
    "",
    "",
    ...heading(text.about.heading, "-"),
    "",
    ...paragraphs(text.about.paragraphs),
    "",
    ...heading(text.nextStep.heading, "-"),
    "",
    ...paragraphs(text.nextStep.paragraphs),
    contact.name,
    ...(contact.company ? [contact.company] : []),
    contact.email,
    "",
  ].join("\n");
}

/** A file name from a title: letters and figures of any script, at most 60 characters. */
export function magnetFileName(title: string, extension: "pdf" | "txt"): string {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const all = letters(words);
  const short =
    all.length > 60
      ? all
          .slice(0, 60)
          .join("")
          .replace(/-[^-]*$/, "")
      : words;
  return `${short || "lead-magnet"}.${extension}`;
}

/** Straight quotes to typographer's quotes, in every text of a structure. */
function typeset<T>(value: T): T {
  if (typeof value === "string")
    return value
      .replace(/(^|[\s([{\u2014/-])"/gu, "$1\u201C")
      .replace(/"/g, "\u201D")
      .replace(/(^|[\s([{\u2014\u201C/])'(?=\S)/gu, "$1\u2018")
      .replace(/'/g, "\u2019")
      .replace(/ -- /g, " \u2014 ")
      .replace(/\.\.\./g, "\u2026") as T;
  if (Array.isArray(value)) return value.map((each: unknown) => typeset(each)) as T;
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeset(each)])) as T;
  return value;
}

/** Ties the last words together, so that no line of a heading holds a single short word. */
function closedUp(text: string): string {
  const words = text.split(" ");
  let tail = words.pop() ?? "";
  while (words.length > 2 && tail.length < 9) tail = `${words.pop()}\u00A0${tail}`;
  return [...words, tail].join(" ");
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters as a person counts them: an emoji made of five parts is one. */
const letters = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** At most `limit` letters, cut between words. */
function shortened(text: string, limit: number): string {
  const all = letters(text);
  if (all.length <= limit) return text;
  const cut = all.slice(0, limit).join("");
  return `${cut.replace(/\s+\S*$/u, "")}\u2026`;
}

/** Breaks a paragraph into lines of at most 72 letters; a word that is longer stays whole. */
function wrap(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.trim() !== "" && letters(line).length + 1 + letters(word).length > COLUMNS) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Whether text of this colour can be read on white: a contrast of at least 4.5 to 1 (WCAG AA). */
function readsOnWhite(colour: string): boolean {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return false;
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5;
}
