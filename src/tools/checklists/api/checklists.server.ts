import type { z } from "zod";
import {
  allRecordsOfKind,
  changedAtOf,
  findStoredRecord,
  findStoredRecords,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import {
  ANSWER,
  answerId,
  answersOf,
  formatAnswer,
  isAsked,
  isWalked,
  progressOf,
  readAnswer,
  type Row,
  RUN,
  rowsOf,
  runOf,
  scoreOf,
  tallyOf,
} from "#trade/inspections/public.ts";
import { ISSUE, issueOf } from "#trade/issues/public.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Checklist, ChecklistItem, ChecklistSummary } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;
type Answers = ReadonlyMap<string, StoredRecord>;

export const instantOf = (at: number): string => Temporal.Instant.fromEpochMilliseconds(at).toString();

/** The records of a run's answers by id. */
async function answersTo(ctx: AccountContext, run: StoredRecord): Promise<Answers> {
  const ids = rowsOf(runOf(shownFields(run.fields))).map(({ key }) => answerId(run.id, key));
  const found = await findStoredRecords(ctx, [...new Set(ids)]);
  return new Map(found.filter(({ kind }) => kind === ANSWER).map((one) => [one.id, one]));
}

const givenOf = (run: string, records: Answers) =>
  answersOf(
    run,
    [...records.values()].map(({ fields }) => ({ values: shownFields(fields) })),
  );

function summaryOf(
  { id, job, fields }: StoredRecord,
  { date, changedAt, answers }: { date: string; changedAt: Temporal.Instant | undefined; answers: Answers },
): Shape<typeof ChecklistSummary> | null {
  const first = firstWritten(fields);
  if (!first || job === null) return null;
  const run = runOf(shownFields(fields));
  const given = givenOf(id, answers);
  const { values = [], earlier = [] } = fields["state"] ?? {};
  const last = (to: string) => [...values, ...earlier].find(({ value }) => value === to)?.at;
  const [finished, approved] = [
    run.state === "open" ? undefined : last("finished"),
    run.state === "approved" ? last("approved") : undefined,
  ];
  return {
    ...{ id, jobId: job, title: run.title, place: run.place, state: run.state, date },
    ...tallyOf(rowsOf(run), given),
    score: isWalked(run.state) ? scoreOf(rowsOf(run), given) : null,
    startedAt: instantOf(first.at),
    startedBy: first.author,
    finishedAt: finished === undefined ? null : instantOf(finished),
    approvedAt: approved === undefined ? null : instantOf(approved),
    changedAt: changedAt?.toString() ?? instantOf(first.at),
  };
}

/** Checklists of a list in the shape of answers, in its order. */
export async function checklistShapes(
  ctx: AccountContext,
  items: readonly { readonly id: string; readonly date: string }[],
): Promise<Shape<typeof ChecklistSummary>[]> {
  const ids = items.map(({ id }) => id);
  const runs = new Map((await findStoredRecords(ctx, ids)).map((run) => [run.id, run]));
  const changed = await changedAtOf(ctx, ids);
  const shapes = await Promise.all(
    items.map(async ({ id, date }) => {
      const run = runs.get(id);
      const answers = run && (await answersTo(ctx, run));
      return answers ? summaryOf(run, { date, changedAt: changed.get(id), answers }) : null;
    }),
  );
  return shapes.filter((shape) => shape !== null);
}

/** A checklist with its job. @throws AppError not_found, for one that was deleted or whose job was too */
export async function findChecklist(ctx: AccountContext, id: string) {
  const run = isId(id) ? await findStoredRecord(ctx, id) : null;
  const job = run?.kind === RUN && run.job !== null ? await findJob(ctx, run.job) : null;
  if (!run || !job || shownFields(run.fields)[REMOVED] === true)
    throw new AppError("not_found", "That checklist doesn’t exist.");
  return { run, job, answers: await answersTo(ctx, run) };
}

function itemShape(
  { key, section, unit, item }: Row,
  record: StoredRecord | undefined,
  { given, issueIds }: { given: ReturnType<typeof givenOf>; issueIds: readonly string[] },
): Shape<typeof ChecklistItem> {
  const one = given.get(key);
  const value = one ? readAnswer(item, one.value) : null;
  const written = record?.fields["answer"]?.values ?? [];
  const said = value === null ? undefined : written[0];
  return {
    ...{ key, section: section.title, unit: unit?.name ?? null },
    ...{ kind: item.kind, text: item.text, code: item.code },
    result: value === "na" ? "na" : progressOf({ item }, one),
    value: readValue(value),
    answer: one ? formatAnswer(item, one.value) : null,
    hasConflict: written.length > 1,
    note: one?.note ?? null,
    photos: one?.shots.map(({ sha256 }) => sha256) ?? [],
    answeredAt: said ? instantOf(said.at) : null,
    answeredBy: said?.author ?? null,
    issueIds: [...issueIds],
  };
}

/** A signature is who signed: its drawing is only in the business. */
function readValue(value: ReturnType<typeof readAnswer>): Shape<typeof ChecklistItem>["value"] {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return "name" in value ? value.name : ([...value] as string[] | (number | null)[]);
}

/** One checklist in the shape of answers. @throws AppError as findChecklist */
export async function checklistShape(ctx: AccountContext, id: string): Promise<Shape<typeof Checklist>> {
  const { run, job, answers } = await findChecklist(ctx, id);
  const given = givenOf(id, answers);
  const issues = Map.groupBy(
    (await allRecordsOfKind(ctx, ISSUE, { job: job.jobId })).filter(
      ({ fields }) => shownFields(fields)[REMOVED] !== true,
    ),
    ({ fields }) => issueOf(shownFields(fields)).from?.record,
  );
  const first = firstWritten(run.fields)?.at ?? ctx.now.epochMilliseconds;
  const date = dateAt(first, await zoneOfJob(ctx, job));
  const changedAt = (await changedAtOf(ctx, [id])).get(id);
  return {
    ...summaryOf(run, { date, changedAt, answers })!,
    items: rowsOf(runOf(shownFields(run.fields)))
      .filter((row) => isAsked(row, given))
      .map((row) => {
        const answer = answerId(id, row.key);
        const issueIds = issues.get(answer)?.map((issue) => issue.id) ?? [];
        return itemShape(row, answers.get(answer), { given, issueIds });
      }),
  };
}
