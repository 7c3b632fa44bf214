import { findLinks } from "./text-links.ts";

/** The parts of a mail, as plain text: everything is escaped here. */
export interface MailParts {
  /**
   * The product's name, for the product's own mail. Omitted from a person's mail: it should look like their
   * own.
   */
  readonly brand?: string | undefined;
  /** A few numbers, large, above the text. */
  readonly figures?: readonly { readonly value: string; readonly label: string }[];
  /** Line breaks inside a paragraph remain; URLs become links. */
  readonly paragraphs: readonly string[];
  /** Pictures between paragraphs, with a line above and a link below. */
  readonly pictures?: MailPictures | undefined;
  /** Items with actions, below the paragraphs. */
  readonly list?: readonly MailListItem[];
  /** The main button. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Paragraphs below the button. */
  readonly closing?: readonly string[];
  /** The sender's name, business, telephone. One line each. */
  readonly signature?: readonly string[];
  /**
   * Under the signature, as on a letter: the absolute URL of a picture at most five times as wide as high,
   * and its text.
   */
  readonly logo?: { readonly url: string; readonly alt: string } | undefined;
  /** Colors of the button, its label, and of links if legible. `#rrggbb` each. */
  readonly colors?: { readonly ground: string; readonly text: string; readonly link?: string } | undefined;
  readonly footer?: {
    /** Why the recipient gets this. */
    readonly reason?: string | undefined;
    /** On one or more lines. */
    readonly postalAddress?: string | undefined;
    readonly unsubscribe?: { readonly label: string; readonly url: string } | undefined;
  };
}

export interface MailPictures {
  /** How many paragraphs are before them. */
  readonly at: number;
  readonly title: string;
  /** Absolute URLs of pictures on a server. Programs that load none show the text. */
  readonly pictures: readonly { readonly url: string; readonly alt: string }[];
  readonly link: { readonly label: string; readonly url: string };
}

export interface MailListItem {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/**
 * Normal text has no color of its own, so that light and dark mode both work; only muted and colored parts
 * set theirs.
 */
const QUIET = "#5f6570";
const QUIET_DARK = "#a4abb6";
const ACTION = "#1d4ed8";
const LINK_DARK = "#8fb2ff";
/** Every mail program respects the height; five times it fits on a phone. */
const LOGO_HEIGHT = 56;
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Renders both forms of a mail: plain, left-aligned, like something a person wrote. */
export function layOutMail(parts: MailParts): { text: string; html: string } {
  return { text: asText(parts), html: asHtml(parts) };
}

function asText({
  brand,
  figures = [],
  paragraphs,
  pictures,
  list = [],
  action,
  closing = [],
  signature = [],
  footer = {},
}: MailParts): string {
  const { reason, postalAddress, unsubscribe } = footer;
  const below = [reason, postalAddress?.trim(), unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`];
  const blocks = [
    brand,
    figures.map(({ value, label }) => `${value} ${label}`).join("\n"),
    ...paragraphs.slice(0, pictures?.at),
    ...(pictures ? [picturesAsText(pictures), ...paragraphs.slice(pictures.at)] : []),
    ...list.map(({ title, text, links }) =>
      [title, text, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
    ),
    action && `${action.label}:\n${action.url}`,
    ...closing,
    signature.join("\n"),
    below.some(Boolean) ? ["----", ...below.filter(Boolean)].join("\n") : "",
  ];
  return `${blocks
    .map((block) => block?.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

const picturesAsText = ({ title, pictures, link }: MailPictures): string =>
  [title, ...pictures.map(({ alt }) => `- ${alt}`), `${link.label}: ${link.url}`].join("\n");

function asHtml({
  brand,
  figures = [],
  paragraphs,
  pictures,
  list = [],
  action,
  closing = [],
  signature = [],
  logo,
  colors,
  footer = {},
}: MailParts): string {
  const { reason, postalAddress, unsubscribe } = footer;
  const { ground = ACTION, text: onGround = "#ffffff", link = ACTION } = colors ?? {};
  const below = [
    reason && lines(reason, link),
    postalAddress && lines(postalAddress.trim(), link),
    unsubscribe &&
      `<a class="quiet" href="${escapeHtml(unsubscribe.url)}" style="display:inline-block;padding:6px 0;color:${QUIET}">${escapeHtml(unsubscribe.label)}</a>`,
  ].filter(Boolean);
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${lines(text, link)}</p>`;
  const body = [
    brand && `<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(brand)}</p>`,
    figures.length > 0 && largeFigures(figures),
    ...paragraphs.slice(0, pictures?.at).map(paragraph),
    ...(pictures ? [picturesBlock(pictures, link), ...paragraphs.slice(pictures.at).map(paragraph)] : []),
    ...list.map((item) => listItem(item, link)),
    action && button(action, ground, onGround),
    ...closing.map(paragraph),
    signature.length > 0 && `<p style="margin:24px 0 0">${signature.map(escapeHtml).join("<br>")}</p>`,
    logo && letterLogo(logo),
    below.length > 0 &&
      `<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:${QUIET}">${below.join("<br>")}</p>`,
  ].filter(Boolean);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:${LINK_DARK}!important}a.button{color:${onGround}!important}.quiet{color:${QUIET_DARK}!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:${FONT};font-size:16px;line-height:1.55;overflow-wrap:anywhere">
${body.join("\n")}
</div>
</body>
</html>
`;
}

// A table, so that they appear side by side in every program; a screen reader reads the same words in the
// same order.
function largeFigures(figures: NonNullable<MailParts["figures"]>): string {
  const cell = ({ value, label }: { value: string; label: string }) =>
    `<td style="padding:0 28px 0 0;vertical-align:top"><span style="font-size:34px;line-height:1.15;font-weight:700">${escapeHtml(value)}</span><br><span class="quiet" style="font-size:14px;color:${QUIET}">${escapeHtml(label)}</span></td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>${figures.map(cell).join("")}</tr></table>`;
}

// One below the other, so that they are large on a phone too.
function picturesBlock({ title, pictures, link }: MailPictures, color: string): string {
  const picture = ({ url, alt }: MailPictures["pictures"][number]) =>
    `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="480" style="display:block;width:100%;max-width:480px;height:auto;margin:8px 0 0;border:0;border-radius:4px">`;
  return `<p style="margin:0">${escapeHtml(title)}</p>${pictures.map(picture).join("")}<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 0;color:${color};font-weight:600">${escapeHtml(link.label)}</a></p>`;
}

// Links far enough apart, and tall enough, for a thumb.
function listItem({ title, text, links }: MailListItem, color: string): string {
  const link = ({ label, url }: MailListItem["links"][number]) =>
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 24px 10px 0;color:${color};font-weight:600">${escapeHtml(label)}</a>`;
  return `<p class="rule" style="margin:0 0 8px;padding:12px 0 0;border-top:1px solid #d5d8dd"><strong>${escapeHtml(title)}</strong><br>${escapeHtml(text)}<br>${links.map(link).join("")}</p>`;
}

// The color is on a table cell: the only way that Outlook paints a button.
function button({ label, url }: { label: string; url: string }, ground: string, text: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${ground}" style="border-radius:6px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;color:${text};font-weight:600;line-height:1.2;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

// Transparent pictures are designed for white paper, so dark mode gets a white background under them. Some
// programs darken a page without announcing it: white is in the picture's own style, and invisible on white.
function letterLogo({ url, alt }: { url: string; alt: string }): string {
  return `<p style="margin:20px 0 0"><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" height="${LOGO_HEIGHT}" style="display:block;height:${LOGO_HEIGHT}px;width:auto;max-width:100%;padding:4px;border:0;border-radius:4px;background:#ffffff;color:#16191d;font-weight:700"></p>`;
}

function lines(text: string, link: string): string {
  let html = "";
  let at = 0;
  for (const { index, url } of findLinks(text)) {
    html += `${escapeHtml(text.slice(at, index))}<a href="${escapeHtml(url)}" style="color:${link}">${escapeHtml(url)}</a>`;
    at = index + url.length;
  }
  return (html + escapeHtml(text.slice(at))).replace(/\r?\n/g, "<br>");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, attribute values included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The text of HTML that `layOutMail` or a person wrote: good enough to search, not to show. */
export function plainOf(html: string): string {
  const text = html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, " ").replace(/<[^>]*>/g, " ");
  return Object.entries(ENTITIES).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    text,
  );
}
