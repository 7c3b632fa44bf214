import { effectiveEntries } from "#trade/fieldwork/public.ts";
import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { entryOf, type LogEntry } from "../rules.ts";

/** The entries of a job's logs, as a weather claim reads them. */
export const loggedWork = (records: readonly Pick<JobRecord, "kind" | "id" | "fields">[]): LogEntry[] =>
  effectiveEntries(
    records
      .filter(({ kind }) => kind === "logs.entry")
      .map(({ id, fields }) => entryOf(id, shownFields(fields))),
  );
