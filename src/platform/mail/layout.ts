/** The parts of a mail, as plain text: everything is escaped here. */
export interface MailParts {
  /** The product's name, for mail from the product itself. Mail in a person's name has none: it should look like their own. */
  readonly brand?: string | undefined;
  /** A line break inside a paragraph stays one; web addresses become links. */
  readonly paragraphs: readonly string[];
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Paragraphs below the action. */
  readonly closing?: readonly string[];
  /** Who signs: name, business, telephone. One line each. */
  readonly signature?: readonly string[];
  readonly footer?: {
    /** Why the recipient gets this. */
    readonly reason?: string | undefined;
    /** On one or several lines. */
    readonly postalAddress?: string | undefined;
    readonly unsubscribe?: { readonly label: string; readonly url: string } | undefined;
  };
}

/** Text colour is left to the reader's program, so that light and dark both fit; only quiet and coloured parts say theirs. */
const QUIET = "#5f6570";
const QUIET_DARK = "#a4abb6";
const ACTION = "#1d4ed8";
const LINK_DARK = "#8fb2ff";
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Renders both forms of a mail: plain, left-aligned, like something a person wrote. */
export function layOutMail(parts: MailParts): { text: string; html: string } {
  return { text: asText(parts), html: asHtml(parts) };
}

function asText({ brand, paragraphs, action, closing = [], signature = [], footer = {} }: MailParts): string {
  const { reason, postalAddress, unsubscribe } = footer;
  const below = [reason, postalAddress?.trim(), unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`];
  const blocks = [
    brand,
    ...paragraphs,
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

function asHtml({ brand, paragraphs, action, closing = [], signature = [], footer = {} }: MailParts): string {
  const { reason, postalAddress, unsubscribe } = footer;
  const below = [
    reason && lines(reason),
    postalAddress && lines(postalAddress.trim()),
    unsubscribe &&
      `<a class="quiet" href="${escapeHtml(unsubscribe.url)}" style="display:inline-block;padding:6px 0;color:${QUIET}">${escapeHtml(unsubscribe.label)}</a>`,
  ].filter(Boolean);
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${lines(text)}</p>`;
  const body = [
    brand && `<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(brand)}</p>`,
    ...paragraphs.map(paragraph),
    action && button(action),
    ...closing.map(paragraph),
    signature.length > 0 && `<p style="margin:24px 0 0">${signature.map(escapeHtml).join("<br>")}</p>`,
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
@media (prefers-color-scheme:dark){a{color:${LINK_DARK}!important}a.button{color:#fff!important}.quiet{color:${QUIET_DARK}!important}.rule{border-color:#4a505a!important}}
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

// A table cell carries the colour: the one way that Outlook paints a button.
function button({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${ACTION}" style="border-radius:6px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]}'’”]/g;

function lines(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const url = escapeHtml(match[0]);
    html += `${escapeHtml(text.slice(at, match.index))}<a href="${url}" style="color:${ACTION}">${url}</a>`;
    at = match.index + match[0].length;
  }
  return (html + escapeHtml(text.slice(at))).replace(/\r?\n/g, "<br>");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand in HTML, attribute values included. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The words of HTML that `layOutMail` or a person wrote: good enough to look for a text in it, not to show. */
export function plainOf(html: string): string {
  const words = html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, " ").replace(/<[^>]*>/g, " ");
  return Object.entries(ENTITIES).reduceRight((text, [character, entity]) => text.replaceAll(entity, character), words);
}
