import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

/** Numbers read within this time are given again: several scrapers cost no more than one. */
const KEPT_MS = 5_000;
/** What can't be read in this time is left out, so that the page answers while the database hangs. */
const PATIENCE_MS = 1_200;

const requests = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time to answer a request that was not served from memory",
  labelNames: ["method", "status"],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

/** Counts one answered request. */
export function observeRequest(method: string, status: number, milliseconds: number): void {
  requests.observe({ method, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
}

/**
 * Something that is counted since the process began. Names end in `_total`; labels hold kinds, never anything
 * of a person.
 */
export function counter<Label extends string>(
  name: string,
  help: string,
  label: Label,
): { count(kind: string): void } {
  const one = new Counter({ name, help, labelNames: [label], registers: [registry] });
  return { count: (kind) => one.inc({ [label]: kind } as Record<Label, string>) };
}

/**
 * Gauges that are read together: help by name, with the unit; `label` where there is one value for each of
 * several kinds.
 */
export type Gauges = Readonly<Record<string, string | { readonly help: string; readonly label: string }>>;

/** What was read: a number, or one for each kind. A name that is missing is left out of the page. */
export type Readings = Readonly<Record<string, number | Readonly<Record<string, number>> | undefined>>;

/**
 * Gauges whose values are read when somebody asks, all of them at once. What fails or takes too long is left
 * out rather than failing the page; so is what nothing is known of.
 * @param options.keptMs how long numbers are given again
 */
export function readGauges(
  gauges: Gauges,
  read: () => Promise<Readings> | Readings,
  { keptMs = KEPT_MS, patienceMs = PATIENCE_MS }: { keptMs?: number; patienceMs?: number } = {},
): void {
  const latest = remembered(read, keptMs, patienceMs);
  for (const [name, words] of Object.entries(gauges)) {
    const { help, label } = typeof words === "string" ? { help: words, label: undefined } : words;
    // A process that starts its parts anew, as tests do, reads what is there now.
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const value = (await latest())?.[name];
        // A gauge that is reset says 0, which is an answer; one that has nothing is left out.
        if (label) this.reset();
        else this.remove();
        if (typeof value === "number") this.set(value);
        else if (value && label)
          for (const [kind, one] of Object.entries(value)) this.set({ [label]: kind }, one);
      },
    });
  }
}

/**
 * What `read` said last, if that is fresh; else what it says now, if it says so in time. One reading goes on
 * at a time.
 */
function remembered(
  read: () => Promise<Readings> | Readings,
  keptMs: number,
  patienceMs: number,
): () => Promise<Readings | undefined> {
  let known: { readonly readings: Readings | undefined; readonly at: number } | undefined;
  let reading: Promise<void> | undefined;
  return async () => {
    if (known && performance.now() - known.at < keptMs) return known.readings;
    reading ??= (async () => read())()
      .then(
        (readings) => readings,
        () => undefined,
      )
      .then((readings) => {
        known = { readings, at: performance.now() };
        reading = undefined;
      });
    const asked = performance.now();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([reading, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
    clearTimeout(timer);
    return known && known.at >= asked ? known.readings : undefined;
  };
}

/** All metrics in Prometheus text format. */
export function metricsText(): Promise<string> {
  return registry.metrics();
}
