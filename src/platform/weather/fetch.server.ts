import { createHash } from "node:crypto";

/** More than a week of a station's five-minute observations. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
let timeoutMs = TIMEOUT_MS;
/** Number of cached responses; the oldest is dropped first. */
const MAX_CACHED = 200;

export type WeatherTrouble =
  /** Unreachable or temporarily unavailable. */
  | "away"
  /** Rate-limited. */
  | "busy"
  /** It will never answer this question: no such place, no such day. */
  | "refused"
  /** An unreadable response. */
  | "unfit";

/** A source that gave no weather. The message is for the log: it contains no key. */
export class WeatherFailure extends Error {
  override name = "WeatherFailure";
  readonly trouble: WeatherTrouble;
  readonly retryAfterSeconds: number | undefined;
  constructor(trouble: WeatherTrouble, words: string, retryAfterSeconds?: number) {
    super(words);
    this.trouble = trouble;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Answer {
  readonly json: unknown;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
}

const cache = new Map<string, { readonly answer: Answer; readonly until: number }>();

/**
 * Requests JSON from a source: one attempt, fifteen seconds, bounded size, no redirect to another host;
 * caches as far as the response allows.
 * @throws WeatherFailure
 */
export async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  now: Temporal.Instant,
): Promise<Answer> {
  const address = url.toString();
  const before = cache.get(address);
  if (before && before.until > now.epochMilliseconds) return before.answer;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: url.pathname.startsWith("/points/") ? "follow" : "error",
    });
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof WeatherFailure) throw error;
    throw new WeatherFailure(
      "away",
      `${url.host} can't be reached: ${error instanceof Error ? error.name : "unknown"}`,
    );
  }
  if (!response.ok) throw refusal(response, text, url.host);
  const answer = { json: parsed(text, url.host), hash: createHash("sha256").update(text).digest("hex") };
  const seconds = Number(
    /(?:^|[,\s])(?:s-maxage|max-age)=(\d{1,6})/.exec(response.headers.get("cache-control") ?? "")?.[1] ?? 0,
  );
  if (seconds > 0 && !/no-store/.test(response.headers.get("cache-control") ?? "")) {
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
    cache.set(address, { answer, until: now.epochMilliseconds + seconds * 1000 });
  }
  return answer;
}

/** Clears the cache; for tests. */
export const clearAnswers = (): void => cache.clear();

/** Sets the timeout, or resets it; for tests. */
export const waitFor = (ms = TIMEOUT_MS): number => (timeoutMs = ms);

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new WeatherFailure("unfit", "the reply was far too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WeatherFailure("unfit", `${host} didn’t reply with JSON`);
  }
}

/** Open-Meteo sends `reason`, NWS a problem+json with `detail`. Neither repeats the key. */
function refusal({ status, headers }: Response, text: string, host: string): WeatherFailure {
  const reason = /"(?:reason|detail)"\s*:\s*"([^"]{0,200})/.exec(text)?.[1] ?? "";
  const after = Number(headers.get("retry-after") ?? Number.NaN);
  const message = `${host} responded with ${status}${reason ? `: ${reason}` : ""}`;
  if (status === 429)
    return new WeatherFailure("busy", message, Number.isFinite(after) ? Math.min(after, 3600) : undefined);
  return new WeatherFailure(
    status >= 500 || status === 408 ? "away" : "refused",
    message,
    Number.isFinite(after) ? Math.min(after, 3600) : undefined,
  );
}
