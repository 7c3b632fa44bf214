import { database } from "#platform/db/scope.server.ts";
import type { Readiness } from "./server.ts";

/** Ready when migrations are done and the database answers. */
export function watchDatabase(): Readiness & { ready(): void } {
  let started = false;
  return {
    ready: () => void (started = true),
    async missing() {
      if (!started) return ["database (starting, or migrations are running)"];
      try {
        await database().app.query("select 1");
        return [];
      } catch {
        return ["database"];
      }
    },
  };
}
