import { recordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { EXTRA_WORK, type LoggedWork, workFor, type WorkSource } from "./extra-work-rules.ts";

const sources: WorkSource[] = [];

/** Defines which records log work. Call once per process, where their kind is defined. */
export const defineWork = (source: WorkSource): void => void sources.push(source);

/** Of a job; more than anybody logs. */
const MOST_READ = 10_000;
const NAMING = [EXTRA_WORK, "corrects"];

/** Whether a record may change what work is logged on extra work. */
export const logsExtraWork = ({
  kind,
  fields,
}: {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}): boolean =>
  sources.some((source) => source.kind === kind) && NAMING.some((field) => Object.hasOwn(fields, field));

/** Work of a job that counts beyond its contract, by the record that it is for. */
export async function extraWorkOf(ctx: AccountContext, job: string): Promise<Map<string, LoggedWork[]>> {
  const found = new Map<string, LoggedWork[]>();
  for (const source of sources) {
    const records = await recordsOfKind(ctx, source.kind, { job, withAny: NAMING }, MOST_READ);
    const values = records.map(({ id, fields }) => ({ id, values: shownFields(fields) }));
    for (const [on, work] of workFor(source, values)) found.set(on, [...(found.get(on) ?? []), ...work]);
  }
  return found;
}
