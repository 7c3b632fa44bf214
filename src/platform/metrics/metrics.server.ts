import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

/** Readings are cached for this long (ms): several scrapers cost no more than one. */
const CACHE_MS = 5_000;
/** Slower readings (ms) are omitted, so that the page answers while the database hangs. */
const TIMEOUT_MS = 1_200;

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

/** A counter since the start of the process. Names end in `_total`; labels are kinds, never personal data. */
export function counter<Label extends string>(
  name: string,
  help: string,
  label: Label,
): { count(kind: string): void } {
  const one = new Counter({ name, help, labelNames: [label], registers: [registry] });
  return { count: (kind) => one.inc({ [label]: kind } as Record<Label, string>) };
}

/** Gauges read together: help text with the unit by name; `label` if there is one value per kind. */
export type Gauges = Readonly<Record<string, string | { readonly help: string; readonly label: string }>>;

/** A number, or one per kind. Missing names are omitted from the page. */
export type Readings = Readonly<Record<string, number | Readonly<Record<string, number>> | undefined>>;

/**
 * Registers gauges that are read together on request. Failed, slow or unknown readings are omitted instead of
 * failing the page.
 * @param options.keptMs how long readings are cached
 */
export function readGauges(
  gauges: Gauges,
  read: () => Promise<Readings> | Readings,
  { keptMs = CACHE_MS, patienceMs = TIMEOUT_MS }: { keptMs?: number; patienceMs?: number } = {},
): void {
  const latest = remembered(read, keptMs, patienceMs);
  for (const [name, gauge] of Object.entries(gauges)) {
    const { help, label } = typeof gauge === "string" ? { help: gauge, label: undefined } : gauge;
    // Tests restart parts of a process; replace the old gauge.
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const value = (await latest())?.[name];
        // A reset gauge would report 0; one without a value must be omitted.
        if (label) this.reset();
        else this.remove();
        if (typeof value === "number") this.set(value);
        else if (value && label)
          for (const [kind, one] of Object.entries(value)) this.set({ [label]: kind }, one);
      },
    });
  }
}

/** The last result of `read` if fresh, else a new one if it comes in time. One reading at a time. */
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
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([reading, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
    clearTimeout(timer);
    return known && known.at >= startedAt ? known.readings : undefined;
  };
}

/** All metrics in Prometheus text format. */
export function metricsText(): Promise<string> {
  return registry.metrics();
}
