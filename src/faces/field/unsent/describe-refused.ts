import type { Command } from "#ground/sync/public.tsx";

/** The heading over refused changes. */
export const describeRefused = (count: number): string =>
  count === 1 ? "1 was refused" : `${count} were refused`;

const ENTRIES: Readonly<Record<string, string>> = {
  "jobs.job": "Job",
  "jobs.note": "Note",
  "logs.entry": "Log entry",
  "logs.day": "Day of the log",
  "logs.weather": "Weather",
  "logs.plan": "Plan",
};

/** The label of a record kind. */
export const describeEntry = (kind: string): string => ENTRIES[kind] ?? "Entry";

/** Characters of an entry's text that are shown. */
const MOST_SHOWN = 80;

/** The text of a record or a change; null when it has none. */
export function saidIn(values: Readonly<Record<string, unknown>>): string | null {
  for (const field of ["text", "name", "what"]) {
    const value = values[field];
    if (typeof value === "string" && value.trim())
      return value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN).trimEnd()}…` : value.trim();
  }
  return null;
}

/** Link to an entry's page: for a log, its day. */
export function entryLink(kind: string, job: string, { date }: Readonly<Record<string, unknown>>): string {
  const page = `/account/job/${job}`;
  return kind.startsWith("logs.") ? `${page}/logs${typeof date === "string" ? `?day=${date}` : ""}` : page;
}

/** A change in full, as text that a person can save. */
export function plainChange({ kind, capturedAt, sets }: Command): string {
  const when = new Date(capturedAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  const lines = Object.entries(sets).map(
    ([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [`${describeEntry(kind)}, ${when}`, "", ...lines, ""].join("\n");
}
