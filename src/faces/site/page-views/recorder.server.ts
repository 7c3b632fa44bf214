import type { Settings } from "#platform/config/settings.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now } from "#platform/db/scope.server.ts";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import { type StoredView, storePageViews } from "./data.server.ts";
import type { PageView } from "./rules.ts";
import { forwardTo, type Looker, sinksOf } from "./sinks.server.ts";

const ROWS_AT_ONCE = 100;
const FLUSH_MS = 1000;
/** How many views wait while the database is down; later ones are dropped. About 5 MB. */
const MOST_WAITING = 10_000;
const RETRY_MS = 5000;

/** Stores views and forwards them. */
export interface Recorder {
  /** Returns at once; the view is stored within about a second. */
  record(view: PageView, looker: Looker | undefined): void;
  /** Stores waiting views if the database answers. */
  stop(): Promise<void>;
}

let current: Recorder | undefined;

/** The recorder of this process, once it is started. */
export const recorder = (): Recorder | undefined => current;

/** Starts storing page views and forwarding them to the configured sinks. */
export function startPageViews({ settings, log }: { settings: Settings; log: Log }): Recorder {
  const forwarders = sinksOf(settings).map((sink) => forwardTo(sink, log));
  let waiting: StoredView[] = [];
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;

  async function store(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length) {
      const batch = waiting.slice(0, ROWS_AT_ONCE);
      try {
        await storePageViews(batch);
        waiting = waiting.slice(batch.length);
      } catch (error) {
        log.warn({ error: loggableError(error), waiting: waiting.length }, "page views not stored yet");
        flushIn(RETRY_MS);
        return;
      }
    }
  }
  const flush = () => (storing ??= store().finally(() => (storing = undefined)));
  function flushIn(milliseconds: number): void {
    timer ??= setTimeout(() => void flush(), milliseconds).unref();
  }

  const made: Recorder = {
    record(view, looker) {
      if (looker) for (const forwarder of forwarders) forwarder.send(view, looker);
      if (waiting.length >= MOST_WAITING) return;
      waiting.push({ id: newId(), at: now(), ...view });
      if (waiting.length === ROWS_AT_ONCE) void flush();
      else flushIn(FLUSH_MS);
    },
    async stop() {
      if (current === made) current = undefined;
      for (const forwarder of forwarders) forwarder.stop();
      await flush();
      clearTimeout(timer);
    },
  };
  current = made;
  return made;
}
