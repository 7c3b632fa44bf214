import { defineMissingLogs } from "#tools/logs/public.server.ts";

/** Registers what people can have to do: one line per tool. Call once per process. */
export function defineDueKinds(): void {
  defineMissingLogs();
}
