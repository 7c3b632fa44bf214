import { randomInt } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Settings } from "#platform/config/settings.server.ts";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import type { PageView } from "./rules.ts";

/** Visitor data that a sink gets to tell browsers and countries apart. Not stored. */
export interface Looker {
  readonly userAgent: string;
  /** Truncated to its network; see `networkStart`. */
  readonly address: string;
}

type AnalyticsSettings = Pick<Settings, Extract<keyof Settings, `ANALYTICS_${string}`>>;

/** An outside service that page views are forwarded to. */
export interface Sink {
  readonly name: string;
  request(view: PageView, looker: Looker): { url: string; headers: Record<string, string>; body: unknown };
}

const endpoint = (base: string, path: string) => {
  const trimmed = base.replace(/\/+$/, "");
  return trimmed.endsWith(path) ? trimmed : `${trimmed}${path}`;
};

const asLooker = ({ userAgent, address }: Looker) => ({
  "User-Agent": userAgent,
  ...(address ? { "X-Forwarded-For": address } : {}),
});

/** The configured sinks. */
export function sinksOf(settings: AnalyticsSettings): readonly Sink[] {
  const sinks: Sink[] = [];
  const {
    ANALYTICS_PLAUSIBLE_URL,
    ANALYTICS_PLAUSIBLE_DOMAIN,
    ANALYTICS_UMAMI_URL,
    ANALYTICS_UMAMI_WEBSITE,
  } = settings;
  // https://plausible.io/docs/events-api
  if (ANALYTICS_PLAUSIBLE_URL && ANALYTICS_PLAUSIBLE_DOMAIN)
    sinks.push({
      name: "plausible",
      request: (view, looker) => ({
        url: endpoint(ANALYTICS_PLAUSIBLE_URL, "/api/event"),
        headers: asLooker(looker),
        body: {
          name: "pageview",
          domain: ANALYTICS_PLAUSIBLE_DOMAIN,
          url: view.location,
          referrer: view.referrer,
        },
      }),
    });
  // https://docs.umami.is/docs/api/sending-stats
  if (ANALYTICS_UMAMI_URL && ANALYTICS_UMAMI_WEBSITE)
    sinks.push({
      name: "umami",
      request: (view, looker) => {
        const { hostname, pathname, search } = new URL(view.location);
        return {
          url: endpoint(ANALYTICS_UMAMI_URL, "/api/send"),
          headers: asLooker(looker),
          body: {
            type: "event",
            payload: {
              website: ANALYTICS_UMAMI_WEBSITE,
              hostname,
              url: `${pathname}${search}`,
              title: view.title,
              referrer: view.referrer,
            },
          },
        };
      },
    });
  // https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events
  const { ANALYTICS_GA4_ID, ANALYTICS_GA4_SECRET, ANALYTICS_GA4_URL } = settings;
  if (ANALYTICS_GA4_ID && ANALYTICS_GA4_SECRET) {
    const query = new URLSearchParams({ measurement_id: ANALYTICS_GA4_ID, api_secret: ANALYTICS_GA4_SECRET });
    sinks.push({
      name: "ga4",
      request: (view) => ({
        url: `${endpoint(ANALYTICS_GA4_URL, "/mp/collect")}?${query}`,
        headers: {},
        body: {
          // The protocol requires a browser id. We never repeat one: views are counted, people aren't.
          client_id: `${randomInt(1_000_000_000)}.${randomInt(1_000_000_000)}`,
          events: [
            {
              name: "page_view",
              params: {
                page_location: view.location,
                page_title: view.title,
                page_referrer: view.referrer,
                session_id: String(randomInt(1_000_000_000)),
                engagement_time_msec: 1,
              },
            },
          ],
        },
      }),
    });
  }
  return sinks;
}

/**
 * The first address of an address's network: enough to find the country, too little to find the household.
 */
export function networkStart(address: string): string {
  if (isIPv6(address)) {
    const [left = ""] = address.split("%")[0]!.split("::");
    const groups = [...left.split(":").filter(Boolean), "0", "0", "0"].slice(0, 3);
    return `${groups.join(":")}::`;
  }
  return /^\d+\.\d+\.\d+\./.exec(address)?.[0].concat("0") ?? "";
}

const MOST_WAITING = 1000;
const AT_ONCE = 4;
const QUIET_MS = 60_000;

/** Forwards views to one sink in the background. */
export interface Forwarder {
  /**
   * Returns at once. When too many wait, the oldest is dropped, so a dead sink costs neither time nor
   * memory.
   */
  send(view: PageView, looker: Looker): void;
  /** Drops what waits and aborts running requests. */
  stop(): void;
}

/** Forwards views to a sink, a few at a time, each once: failures are dropped. */
export function forwardTo(sink: Sink, log: Log, timeoutMs = 5000): Forwarder {
  const waiting: [PageView, Looker][] = [];
  const stopped = new AbortController();
  let underWay = 0;
  let toldAt = -Infinity;

  async function post(view: PageView, looker: Looker): Promise<void> {
    const { url, headers, body } = sink.request(view, looker);
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await answer.body?.cancel();
      if (!answer.ok) tell({ status: answer.status });
    } catch (error) {
      if (!stopped.signal.aborted) tell({ error: loggableError(error) });
    }
  }

  // At most once a minute, and never the address: it contains the view, or a secret.
  function tell(fields: object): void {
    if (performance.now() - toldAt < QUIET_MS) return;
    toldAt = performance.now();
    log.warn({ sink: sink.name, ...fields }, "page views not passed on");
  }

  function next(): void {
    while (underWay < AT_ONCE && waiting.length) {
      underWay++;
      void post(...waiting.shift()!).finally(() => {
        underWay--;
        next();
      });
    }
  }

  return {
    send(view, looker) {
      if (stopped.signal.aborted) return;
      if (waiting.length >= MOST_WAITING) waiting.shift();
      waiting.push([view, looker]);
      next();
    },
    stop() {
      waiting.length = 0;
      stopped.abort();
    },
  };
}
