import { withUtf8 } from "./percent-encoding.ts";
import { oneLine } from "../plain-text.ts";

const CAMPAIGN = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id"];
/** What advertisers put on a link so that a sale can be told to them. Opaque, and nobody's secret. */
const CLICKS = ["gclid", "gbraid", "wbraid", "msclkid", "fbclid", "ttclid", "li_fat_id"];
/** Hosts and pages that a form says it was reached from, or stands on. */
const PLACES = ["referrer", "page"];
/** Who passed the link on, as a signed code of ours. */
export const FRIEND = "friend";
const KEPT = new Set([...CAMPAIGN, ...CLICKS, ...PLACES, FRIEND]);
const LONGEST = 120;
const LONGEST_CLICK = 256;

/** Which parts of the address of a visit are kept with a touch. Everything else in it may be personal. */
export function sourceOf(url: URL, referrer: string | null): Record<string, string> {
  const given: Record<string, string> = {};
  const query = new URLSearchParams(withUtf8(url.search));
  for (const name of [...CAMPAIGN, ...CLICKS, FRIEND]) {
    const value = query.get(name);
    if (value) given[name] = value;
  }
  if (referrer && URL.canParse(referrer)) given["referrer"] = referrer;
  return checked(Object.entries(given));
}

/**
 * Where the visit came from, as the form carried it. It is only ever shown to the owner, and only these few
 * short words are taken.
 */
export function sourceFrom(text: string | undefined): Record<string, string> {
  try {
    const given: unknown = JSON.parse(text ?? "{}");
    if (typeof given !== "object" || given === null) return {};
    return checked(Object.entries(given));
  } catch {
    return {};
  }
}

/**
 * Where a form without script stands, from what the browser says of the page that sent it; nothing of our own
 * origins.
 */
export function sourceOfSender(referrer: string | null, own: readonly string[]): Record<string, string> {
  if (!referrer || !URL.canParse(referrer) || own.includes(new URL(referrer).origin)) return {};
  return checked([["page", referrer]]);
}

function checked(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, string] => KEPT.has(entry[0]) && typeof entry[1] === "string")
      // Cut between the halves of a sign, or with a NUL in it, the database would refuse it, and the capture
      // with it.
      .map(([name, value]) => [name, cleaned(name, value).toWellFormed()] as const)
      .filter(([, value]) => value !== ""),
  );
}

function cleaned(name: string, value: string): string {
  if (name === "referrer") return hostOf(oneLine(value)).slice(0, LONGEST);
  if (name === "page") return placeOf(oneLine(value)).slice(0, LONGEST_CLICK);
  if (name === FRIEND) return /^[\w-]{43}$/.test(value) ? value : "";
  if (CLICKS.includes(name)) return /^[\w.~%-]+$/.test(value) ? value.slice(0, LONGEST_CLICK) : "";
  return oneLine(value).replace(EMAIL, "…").slice(0, LONGEST);
}

const EMAIL = /[^\s@/?&=]+(?:@|%40)[^\s@/?&=]+/gi;

const hostOf = (address: string): string => {
  if (!URL.canParse(address)) return address.replace(EMAIL, "…");
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) ? hostname : "";
};

/**
 * A page's host and path. Its query is left out, and so is every part of the path that could be a secret or
 * somebody.
 */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return "";
  const { protocol, host, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return "";
  const path = pathname.split("/").map((part) => (isPrivate(part) ? "…" : part));
  return `${host}${path.join("/")}`.replace(/\/$/, "");
}

// Words that people chose are letters with dashes between; what a machine made is long, or mixes letters with
// digits.
function isPrivate(part: string): boolean {
  if (/@|%40/i.test(part) || part.length > 80) return true;
  if (part.length >= 16 && /\d/.test(part) && /[A-Z]/.test(part)) return true;
  return part
    .split(/[-_.~]/)
    .some((piece) => piece.length > 20 || (piece.length >= 8 && /\d/.test(piece) && /[a-z]/i.test(piece)));
}

const AD_CLICKS: Readonly<Record<string, string>> = {
  gclid: "Google ad",
  gbraid: "Google ad",
  wbraid: "Google ad",
  msclkid: "Microsoft ad",
  fbclid: "Facebook or Instagram",
  ttclid: "TikTok",
  li_fat_id: "LinkedIn",
};

/**
 * A source as its owner reads it: `card, spring mailing · Google ad · form on ridge.example/contact`; empty
 * when nothing is known.
 */
export function describeSource(source: Readonly<Record<string, string>>, friend = "a client"): string {
  const campaign = CAMPAIGN.flatMap((name) => source[name] ?? []).join(", ");
  const ads = [...new Set(CLICKS.filter((name) => source[name]).map((name) => AD_CLICKS[name]!))];
  const list = source["list"] ?? source["import"];
  return [
    campaign,
    list ? `from your list: ${list}` : "",
    source[FRIEND] ? `recommended by ${friend}` : "",
    ...ads,
    source["referrer"] ? `came from ${source["referrer"]}` : "",
    source["page"] ? `form on ${source["page"]}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
