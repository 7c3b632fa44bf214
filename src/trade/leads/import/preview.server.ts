import { and, eq } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getImport, type Import, whereImport } from "./data.server.ts";
import { rowsFrom } from "../csv/read-file.server.ts";
import { columnsOf } from "../csv/columns.ts";
import { isDayFirst } from "#platform/csv/dates.ts";
import { type Mapping, mappingErrors } from "../csv/mapping.ts";
import { keyOf, knownPeople, readRows } from "../csv/people.server.ts";
import { readRow } from "../csv/rows.ts";
import { collectPreview } from "../csv/sample.ts";
import type { ImportPreviewData } from "../csv/sample-rows.ts";
import { type ImportCounts, leadsImports } from "./tables.server.ts";

/**
 * Reads a whole file with its mapping and stores what an import would do: how many people are new, known,
 * opted out or wrong. Uses many short transactions, so that a long file occupies no connection.
 * @throws AppError conflict if the import was started meanwhile
 */
export async function countImport(accountId: string, id: string): Promise<void> {
  const { file, zone } = await withAccount(accountId, async (ctx) => ({
    file: await getImport(ctx, id),
    zone: await zoneOf(ctx),
  }));
  const isComplete = Object.keys(mappingErrors(file.mapping, file.headers)).length === 0;
  const dayFirst = isComplete && (await hasDayFirst(file));
  const { counts, shown } = isComplete
    ? await count(accountId, { ...file, dayFirst }, zone)
    : { counts: null, shown: null };
  await withAccount(accountId, async (ctx) => {
    const { rowCount } = await ctx.db
      .update(leadsImports)
      .set({ counts, shown, dayFirst })
      .where(and(whereImport(ctx, id), eq(leadsImports.state, "ready")));
    if (!rowCount) throw new AppError("conflict", "This import has already started.");
  });
}

/** Whether the file writes April 3 as 3/4/2026; decided by the first date that can't be read otherwise. */
async function hasDayFirst(file: Import): Promise<boolean> {
  const at = file.mapping.date;
  if (at === undefined) return false;
  for await (const rows of rowsFrom(file, 0))
    if (rows.some(({ cells }) => isDayFirst(cells[at] ?? ""))) return true;
  return false;
}

async function count(
  accountId: string,
  file: Import,
  zone: string,
): Promise<{ readonly counts: ImportCounts; readonly shown: ImportPreviewData }> {
  const counts = { added: 0, known: 0, suppressed: 0, repeated: 0, errors: 0, optedOut: 0 };
  const columns = columnsOf(file);
  const shown = collectPreview(columns);
  const seen = new Set<number>();
  for await (const rows of rowsFrom(file, 0)) {
    const read = readRows(rows, columns, { dayFirst: file.dayFirst, zone, now: now() });
    const { people, repeated, optedOut, wrong } = read;
    shown.take(rows, read);
    counts.repeated += repeated;
    counts.optedOut += optedOut.length;
    counts.errors += wrong.filter(({ isTaken }) => !isTaken).length;
    const fresh = people.map(keyOf).filter((key) => !isRepeated(seen, key));
    counts.repeated += people.length - fresh.length;
    const known = await withAccount(accountId, (ctx) => knownPeople(ctx, fresh));
    for (const key of fresh)
      if (known.suppressed.has(key)) counts.suppressed++;
      else if (known.leads.has(key)) counts.known++;
      else counts.added++;
  }
  return { counts, shown: shown.end() };
}

/**
 * Whether an address repeats. Stores 53-bit hashes, a few megabytes for half a million addresses; a collision
 * only changes a preview count by one.
 */
function isRepeated(seen: Set<number>, email: string): boolean {
  let [one, two] = [0x811c9dc5, 0];
  for (let at = 0; at < email.length; at++) {
    one = Math.imul(one ^ email.charCodeAt(at), 0x01000193);
    two = (Math.imul(two, 31) + email.charCodeAt(at)) | 0;
  }
  const hash = (one >>> 0) * 0x200000 + ((two >>> 0) & 0x1fffff);
  if (seen.has(hash)) return true;
  seen.add(hash);
  return false;
}

/** A sample row as it would become a lead, or why it would not. */
export interface PreviewRow {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly more: string;
  readonly problem: string | null;
}

/** The sample rows of a file as they would become leads. */
export function previewRows(file: Import, zone: string, at: Temporal.Instant): PreviewRow[] {
  const columns = columnsOf(file);
  return file.sample.map((cells) => {
    const reading = readRow(cells, undefined, columns, { dayFirst: file.dayFirst, zone, now: at });
    if (reading.kind !== "person")
      return {
        name: nameIn(cells, file.mapping),
        email:
          (file.mapping.email === undefined ? undefined : cells[file.mapping.email]) ??
          cells.join(" ").slice(0, 60),
        phone: "",
        more: "",
        problem:
          reading.kind === "error"
            ? reading.problem
            : reading.kind === "out"
              ? `Left out: ${reading.problem}`
              : "Empty row, skipped.",
      };
    const { name, email, phone, others, address, note, came } = reading.person;
    const day = came?.toZonedDateTimeISO(zone).toPlainDate().toLocaleString("en-US", { dateStyle: "medium" });
    return {
      name,
      email: email ?? "",
      phone: phone ?? "",
      more: [day, ...others.map((one) => one.address), address, note].filter(Boolean).join(" · "),
      problem: reading.left
        ? `Without the ${reading.left.column.toLowerCase()}: ${reading.left.problem}`
        : null,
    };
  });
}

/** The row's name as written, even if the row can't become a lead, so that the owner can find it. */
const nameIn = (cells: readonly string[], { name, first, last }: Mapping): string =>
  [name, ...(name === undefined ? [first, last] : [])]
    .map((at) => (at === undefined ? "" : (cells[at] ?? "").trim()))
    .filter(Boolean)
    .join(" ")
    .slice(0, 60);

/** Saves another mapping. Call countImport() afterwards to refresh the counts. */
export async function saveMapping(ctx: AccountContext, id: string, mapping: Mapping): Promise<void> {
  const file = await getImport(ctx, id);
  if (file.state !== "ready") throw new AppError("conflict", "This import has already started.");
  await ctx.db
    .update(leadsImports)
    .set({
      mapping: { ...mapping, ...(file.mapping.id === undefined ? {} : { id: file.mapping.id }) },
      counts: null,
    })
    .where(whereImport(ctx, id));
}
