import type { KindLabels } from "#trade/fieldwork/public.tsx";
import type { Command } from "#ground/sync/public.tsx";

/** The heading over refused changes. */
export const describeRefused = (count: number): string =>
  count === 1 ? "1 was rejected" : `${count} were rejected`;

/** What a record is called. @param labels of its kind; undefined for one that this version doesn't know */
export const describeEntry = (labels: KindLabels | undefined): string => labels?.name ?? "Entry";

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

/**
 * Link to a record's page: the job's, or one of a tool.
 * @param partOf the kind of the record that it is part of
 */
export const entryLink = (
  labels: KindLabels | undefined,
  job: string,
  values: Readonly<Record<string, unknown>>,
  partOf: string | undefined,
): string => labels?.pageOf?.(job, values, partOf) ?? `/account/job/${job}`;

/** A change in full, as text that a person can save. */
export function plainChange({ capturedAt, sets }: Command, labels: KindLabels | undefined): string {
  const when = new Date(capturedAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  const lines = Object.entries(sets).map(
    ([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [`${describeEntry(labels)}, ${when}`, "", ...lines, ""].join("\n");
}
