import type { ShapeAsk } from "#trade/jobs/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";

/** What the tests of the tool's reports ask for unless they say otherwise: a week of Summit Deck's. */
export const ask: ShapeAsk = {
  ...{
    account: "us",
    business: "Summit Deck",
    company: null,
    from: "2026-11-16",
    to: "2026-11-22",
    sinceCount: null,
    untilCount: null,
  },
  ...{ zone: "America/Denver", units: "us", places: false, choice: null },
  nameOf: (person) => person ?? "",
};

/**
 * A record as the server has it after one command.
 * @param at epoch milliseconds at which the command was written and received
 * @param author who wrote the command and so every field
 */
export function record(
  kind: string,
  id: string,
  values: Record<string, unknown>,
  at = Date.parse("2026-11-18T18:00:00Z"),
  author = "luis",
): JobRecord {
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    { values: [{ value, by: id, at, author }], gone: [] },
  ]);
  const command = {
    id,
    number: 1,
    at,
    receivedAt: Temporal.Instant.fromEpochMilliseconds(at),
    author,
    media: [],
    sets: values,
  };
  return {
    kind,
    id,
    job: "job",
    revision: 1,
    fields: Object.fromEntries(fields) as JobRecord["fields"],
    commands: [command],
  };
}
