import { derivedId } from "#platform/ids/derived-id.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Thing } from "../file/things.ts";
import type { ImportedRecord, ImportTarget, NamedJob } from "../format/record.ts";
import type { JobIndex } from "./job-index.server.ts";

/** Where a thing goes. */
export interface Resolved {
  readonly record: ImportedRecord;
  readonly target: ImportTarget;
  /** A job to add first, because the thing is on it. */
  readonly newJob: NamedJob | null;
  /** Whether the business has the job already. */
  readonly isSameJob: boolean;
}

const UNCLEAR = "More than one job has this name. Rename one of them, or choose a job for the whole file.";
export const NO_JOB = "This doesn’t say which job it’s for. Choose a job for the whole file.";

/**
 * Finds where a thing goes.
 * @param chosen the owner's job for what names none
 * @returns a text if that isn't clear
 */
export async function resolve(
  ctx: AccountContext,
  { format, read, identity }: Thing,
  of: {
    readonly index: JobIndex;
    readonly chosen: string | null;
    readonly zone: string;
    readonly file: ImportTarget["file"];
    readonly tools: ReadonlySet<string>;
  },
): Promise<Resolved | string> {
  if ("problem" in read) return read.problem;
  if (format.tool !== undefined && !of.tools.has(format.tool))
    return `Your business doesn’t have the tool for ${format.nouns[1]} yet, so they can’t be imported.`;
  const account = ctx.account.id;
  const { index, chosen, zone, file } = of;
  if (read.isJob) {
    const known = read.job ? index.same(read.job) : undefined;
    const id = known ?? derivedId("imports.record", account, identity);
    const target = { id, job: id, account, zone, file };
    return { record: read, target, newJob: null, isSameJob: known !== undefined };
  }
  let job: string | null = null;
  let newJob: NamedJob | null = null;
  if (format.isOnJob && read.job === null) {
    if (chosen === null) return NO_JOB;
    job = chosen;
  } else if (format.isOnJob) {
    const found = index.find(read.job!);
    if (found.is === "unclear" && chosen === null) return UNCLEAR;
    job = found.is === "unclear" ? chosen : found.id;
    if (found.is === "new") newJob = read.job;
  }
  const to = { job, account, zone, file };
  const id = (await read.idOf?.(to)) ?? derivedId("imports.record", account, identity, job ?? "");
  return { record: read, target: { ...to, id }, newJob, isSameJob: false };
}
