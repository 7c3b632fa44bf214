/** A page view as stored and forwarded: it doesn't identify the visitor. */
export interface PageView {
  readonly path: string;
  readonly title: string;
  readonly location: string;
  readonly referrer: string;
}

/** Pages for one person, by link: only the first segment is stored, because the rest is private. */
const PRIVATE: Readonly<Record<string, string>> = {
  s: ":token",
  u: ":token",
  h: ":token",
  join: ":token",
  p: ":slug",
};
const CAMPAIGN = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];
const EMAIL = /[^\s@/?#&=<>"'(),;:]+(?:@|%40)[^\s@/?#&=<>"'(),;:]+/gi;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const CRAWLER =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|lighthouse|pagespeed|facebookexternalhit|pingdom|uptime/i;

/** Whether a user agent is a crawler's. An empty one counts as a crawler. */
export function isCrawler(userAgent: string): boolean {
  return userAgent.trim() === "" || CRAWLER.test(userAgent);
}

/**
 * The parts of a view that may be stored: the path without tokens, ids and addresses; the title, unless
 * the path contained one of these, because then it may name a person; the campaign fields of the query;
 * and the referrer without its query.
 * @param publicUrl replaces the address that the page was reached at
 */
export function strippedView(raw: PageView, publicUrl: string): PageView {
  const location = URL.parse(raw.location) ?? URL.parse(raw.path, publicUrl);
  const original = location?.pathname ?? "/";
  const path = strippedPath(original);
  const campaign = location ? campaignOf(location.searchParams) : "";
  return {
    path,
    title:
      path === original
        ? withoutAddresses(raw.title)
            .replace(/\p{Cc}+/gu, " ")
            .trim()
            .slice(0, 200)
        : "",
    location: `${publicUrl}${path}${campaign}`,
    referrer: strippedReferrer(raw.referrer),
  };
}

/** A path without private parts: tokens, ids, businesses' slugs, addresses. */
export function strippedPath(path: string): string {
  const [first = "", ...rest] = path.split("/").slice(1, 9);
  const stand = PRIVATE[first];
  if (stand) return rest.some(Boolean) ? `/${first}/${stand}` : `/${first}`;
  return `/${[first, ...rest].map(strippedSegment).join("/")}`;
}

function strippedSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    return ":id";
  }
  if (text.includes("@")) return ":email";
  return looksMade(text, 16) || text.length > 80 ? ":id" : segment;
}

// Words chosen by people are letters with dashes; generated ones are long, or mix letters with digits.
function looksMade(text: string, most: number): boolean {
  if (UUID.test(text) || /^\d{4,}$/.test(text)) return true;
  if (text.length >= most && /\d/.test(text) && /[A-Z]/.test(text)) return true;
  return text
    .split(/[-_.]/)
    .some(
      (piece) => piece.length > 20 || (piece.length >= most / 2 && /\d/.test(piece) && /[a-z]/i.test(piece)),
    );
}

function campaignOf(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of CAMPAIGN) {
    const value = query.get(name)?.slice(0, 100);
    if (value && value === withoutAddresses(value) && !looksMade(value, 32)) kept.set(name, value);
  }
  return kept.size ? `?${kept}` : "";
}

function strippedReferrer(referrer: string): string {
  const url = URL.parse(referrer);
  if (!url || !/^https?:$/.test(url.protocol)) return "";
  return `${url.origin}${strippedPath(url.pathname)}`.slice(0, 500);
}

const withoutAddresses = (text: string) => text.replace(EMAIL, ":email");
