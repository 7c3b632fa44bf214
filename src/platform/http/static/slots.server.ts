import { productName } from "../../config/brand.ts";
import type { SiteDetails } from "../../config/site-file.server.ts";
import { type PartName, slotMark, type SlotName } from "./slots.ts";

export interface Slots {
  /** Already escaped for elements and quoted attributes. */
  readonly values: Readonly<Record<SlotName, string>>;
  readonly parts: ReadonlySet<PartName>;
}

/** Picks the navigation. Says nothing about permission. */
export type Viewer = "guest" | "member";

/** The non-secret cookie that picks the navigation. */
export const HINT_COOKIE = "signed-in";

const OTHERS = {
  guest: /<viewer-member>.*?<\/viewer-member>/gs,
  member: /<viewer-guest>.*?<\/viewer-guest>/gs,
};
const PARTS = /<if-([a-z-]+)>(.*?)<\/if-\1>/gs;
const OURS = new RegExp(`__([A-Z][A-Z0-9_]*)${slotMark}__`, "g");
const OURS_OR_PLAIN = /__([A-Z][A-Z0-9_]*?)(?:-[0-9a-f]+)?__/g;
const OPT_OUT = 'data-opt-out="" hidden=""';

const NAMED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\\": "&#92;",
};

// The backslash too: a value inside a JSON string of structured data can then neither end it nor break it.
const escaped = (text: string) => text.replace(/[&<>"'\\]/g, (one) => NAMED[one]!);

/** The values for this installation and year. */
export function slotsOf(place: { year: number; publicUrl: string; site: SiteDetails }): Slots {
  const { site } = place;
  const { testimonials, founderStory } = site;
  const quote = (nth: 0 | 1 | 2, field: "quote" | "name" | "role") =>
    escaped(testimonials?.[nth][field] ?? "");
  return {
    values: {
      YEAR: String(place.year),
      BRAND: escaped(site.brand ?? productName),
      PUBLIC_URL: escaped(place.publicUrl),
      OPERATOR: escaped(site.legalName ?? "the operator of this site"),
      OPERATOR_ADDRESS: escaped(site.address ?? "").replaceAll("\n", "<br>"),
      OPERATOR_EMAIL: escaped(site.email ?? "the contact page"),
      OPERATOR_HREF: escaped(site.email ? `mailto:${site.email}` : "/contact"),
      PROFILE_URL: escaped(site.profileUrl ?? ""),
      PROFILE_NAME: escaped(site.profileName ?? ""),
      FOUNDER_STORY: (founderStory ?? []).map(escaped).join("</p><p>"),
      QUOTE_1: quote(0, "quote"),
      QUOTE_1_NAME: quote(0, "name"),
      QUOTE_1_ROLE: quote(0, "role"),
      QUOTE_2: quote(1, "quote"),
      QUOTE_2_NAME: quote(1, "name"),
      QUOTE_2_ROLE: quote(1, "role"),
      QUOTE_3: quote(2, "quote"),
      QUOTE_3_NAME: quote(2, "name"),
      QUOTE_3_ROLE: quote(2, "role"),
    },
    parts: new Set<PartName>([
      ...(site.address ? (["address"] as const) : []),
      ...(site.profileUrl ? (["profile"] as const) : []),
      testimonials ? "own-quotes" : "sample-quotes",
      founderStory ? "own-story" : "sample-story",
    ]),
  };
}

/**
 * Fills a page's slots and removes parts meant for other viewers or installations. Text a person typed stays
 * as typed: it lacks the slot mark, and elements in it are escaped.
 * @param optedOut whether the visitor's browser sends `Sec-GPC: 1`; the footer then says that this is honored
 */
export function fillSlots(html: string, slots: Slots, viewer: Viewer, optedOut = false): string {
  const filled = fill(html.replace(OTHERS[viewer], ""), slots, OURS);
  return optedOut ? showOptedOut(filled) : filled;
}

/**
 * Fills a file that isn't a page, such as robots.txt. It contains no user text, so its slots need no mark.
 */
export function fillPlainFile(text: string, slots: Slots): string {
  return fill(text, slots, OURS_OR_PLAIN);
}

/** Shows the footer line that says an opt-out request is honored. */
export function showOptedOut(html: string): string {
  return html.replace(OPT_OUT, 'data-opt-out=""');
}

function fill(text: string, slots: Slots, pattern: RegExp): string {
  const { values, parts } = slots;
  return text
    .replace(PARTS, (_, part: PartName, inside: string) => (parts.has(part) ? inside : ""))
    .replace(pattern, (whole, name: SlotName) => (Object.hasOwn(values, name) ? values[name] : whole));
}

/** The viewer, from a request's cookies. */
export function viewerOf(cookies: string | undefined | null): Viewer {
  return cookies && new RegExp(`(?:^|;\\s*)${HINT_COOKIE}=1(?:;|$)`).test(cookies) ? "member" : "guest";
}
