import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

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

/** A gauge whose value is read when somebody asks, such as the number of waiting messages. */
export function gauge(name: string, help: string, read: () => Promise<number> | number): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // A number that can't be read now, for example with the database away, is left out rather than failing the page.
      try {
        this.set(await read());
      } catch {
        this.reset();
      }
    },
  });
}

/** All metrics in Prometheus text format. */
export function metricsText(): Promise<string> {
  return registry.metrics();
}
