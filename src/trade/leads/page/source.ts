import { withUtf8 } from "./percent-encoding.ts";
import { describeWay } from "../people/basis.ts";
import { oneLine } from "../plain-text.ts";

const CAMPAIGN = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id"];
/** Click ids that ad networks add to links, to attribute conversions. Opaque and not secret. */
const CLICKS = ["gclid", "gbraid", "wbraid", "msclkid", "fbclid", "ttclid", "li_fat_id"];
/** The referring host, and the page that embeds the form. */
const PLACES = ["referrer", "page"];
/** The signed code of the lead who recommended us. */
export const FRIEND = "friend";
const STORED = new Set([...CAMPAIGN, ...CLICKS, ...PLACES, FRIEND]);
const LONGEST = 120;
const LONGEST_CLICK = 256;

/** The parts of a visit's URL and referrer that we store. Anything else could be personal data. */
export function sourceOf(url: URL, referrer: string | null): Record<string, string> {
  const values: Record<string, string> = {};
  const query = new URLSearchParams(withUtf8(url.search));
  for (const name of [...CAMPAIGN, ...CLICKS, FRIEND]) {
    const value = query.get(name);
    if (value) values[name] = value;
  }
  if (referrer && URL.canParse(referrer)) values["referrer"] = referrer;
  return sanitize(Object.entries(values));
}

/**
 * The visit's source as the form posted it. Untrusted: limited to a few short fields, shown only to the
 * owner.
 */
export function sourceFrom(text: string | undefined): Record<string, string> {
  try {
    const values: unknown = JSON.parse(text ?? "{}");
    if (typeof values !== "object" || values === null) return {};
    return sanitize(Object.entries(values));
  } catch {
    return {};
  }
}

/** The page that contains a form without script, from the Referer header; empty for our own origins. */
export function sourceOfSender(referrer: string | null, own: readonly string[]): Record<string, string> {
  if (!referrer || !URL.canParse(referrer) || own.includes(new URL(referrer).origin)) return {};
  return sanitize([["page", referrer]]);
}

function sanitize(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, string] => STORED.has(entry[0]) && typeof entry[1] === "string")
      // PostgreSQL refuses lone surrogates and NUL, which would lose the whole capture.
      .map(([name, value]) => [name, sanitizeValue(name, value).toWellFormed()] as const)
      .filter(([, value]) => value !== ""),
  );
}

function sanitizeValue(name: string, value: string): string {
  if (name === "referrer") return hostname(oneLine(value)).slice(0, LONGEST);
  if (name === "page") return hostAndPath(oneLine(value)).slice(0, LONGEST_CLICK);
  if (name === FRIEND) return /^[\w-]{43}$/.test(value) ? value : "";
  if (CLICKS.includes(name)) return /^[\w.~%-]+$/.test(value) ? value.slice(0, LONGEST_CLICK) : "";
  return oneLine(value).replace(EMAIL, "…").slice(0, LONGEST);
}

const EMAIL = /[^\s@/?&=]+(?:@|%40)[^\s@/?&=]+/gi;

const hostname = (address: string): string => {
  if (!URL.canParse(address)) return address.replace(EMAIL, "…");
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) ? hostname : "";
};

/** Host and path of a page. Omits the query and path segments that could be secret or personal. */
function hostAndPath(address: string): string {
  if (!URL.canParse(address)) return "";
  const { protocol, host, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return "";
  const path = pathname.split("/").map((part) => (isPrivate(part) ? "…" : part));
  return `${host}${path.join("/")}`.replace(/\/$/, "");
}

// Human-made segments are hyphenated words; generated ones are long or mix letters and numbers.
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
 * A source for display: `card, spring mailing · Google ad · form on ridge.example/contact`. Empty if unknown.
 * @param friend the name of the client whose personal link it was
 */
export function describeSource(source: Readonly<Record<string, string>>, friend = "a client"): string {
  // Our own personal links name no campaign.
  const named = source[FRIEND] ? CAMPAIGN.filter((name) => name !== "utm_source") : CAMPAIGN;
  const campaign = named.flatMap((name) => source[name] ?? []).join(", ");
  const ads = [...new Set(CLICKS.filter((name) => source[name]).map((name) => AD_CLICKS[name]!))];
  const list = source["list"] ?? source["import"];
  return [
    source[FRIEND] ? `Referred by ${friend}` : "",
    campaign,
    list ? `from your list: ${list}` : "",
    source["typed"] ? `added by you: ${describeWay(source["typed"])}` : "",
    ...ads,
    source["referrer"] ? `came from ${source["referrer"]}` : "",
    source["page"] ? `form on ${source["page"]}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
