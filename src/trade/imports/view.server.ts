import { zoneOf } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { getImport, undoUntil } from "./data.server.ts";
import { PEOPLE } from "./file/recognize.ts";
import { definedFormats, formatOf } from "./format/registry.ts";
import { NEW_JOBS } from "./run/run.server.ts";

/** Everything an import’s page shows. */
export async function importView(ctx: AccountContext, id: string) {
  const found = await getImport(ctx, id);
  const zone = await zoneOf(ctx);
  const { fileName, state, preview, position, total, known, repeated, refused, removed, kept } = found;
  const isReady = state === "ready";
  const until = undoUntil(found);
  return {
    ...{ id: found.id, fileName, state, known, repeated, refused, removed, kept },
    parts: found.parts.map((part, at) => {
      const format = formatOf(part.format);
      return {
        ...{ at, path: part.path, program: part.program, rows: part.rows, people: part.people ?? null },
        format: part.format ?? "",
        headers: part.headers,
        dayFirst: part.dayFirst,
        columns:
          part.headers.length === 0
            ? []
            : (format?.columns ?? []).map(({ name, label, isRequired }) => ({
                ...{ name, label, isRequired: isRequired === true, at: part.mapping[name] ?? null },
              })),
        copiesOthers: format?.copiesOthers === true,
        leftOut: part.headers.filter((_, place) => !Object.values(part.mapping).includes(place)),
        nouns: format?.nouns ?? ["row", "rows"],
      };
    }),
    what: [
      ...definedFormats()
        .filter(({ columns }) => columns.length > 0)
        .map(({ id: value, label }) => ({ value, label })),
      { value: PEOPLE, label: "People: clients or leads" },
    ],
    onJob: isReady && found.parts.some((part) => formatOf(part.format)?.isOnJob === true),
    jobId: found.jobId ?? "",
    jobs: isReady ? jobChoices(await jobsById(ctx), { withQuoted: true }) : [],
    preview: preview && {
      ...preview,
      counts: preview.counts.map((count) => ({ ...count, nouns: nounsOf(count.format) })),
      rows: preview.rows.map((row) => ({ ...row, what: nounsOf(row.format)[0] })),
    },
    progress: { done: position, all: total },
    added: Object.entries(found.added).map(([format, many]) => ({ nouns: nounsOf(format), many })),
    problems: isReady ? (preview?.problems ?? []) : found.problems,
    undoUntil: until && Temporal.Instant.compare(ctx.now, until) <= 0 ? dayOf(until, zone) : null,
    trouble: found.trouble,
  };
}

export type ImportView = Awaited<ReturnType<typeof importView>>;

const nounsOf = (format: string): readonly [string, string] =>
  format === NEW_JOBS
    ? ["job that the file names", "jobs that the file names"]
    : (formatOf(format)?.nouns ?? ["record", "records"]);
