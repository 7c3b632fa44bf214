import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { actionId, isOpen, issueOf } from "#trade/issues/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { ANSWER, answerOf } from "../rules/answers.ts";
import { answerId } from "../rules/ids.ts";
import {
  type Answers,
  isWalked,
  progressOf,
  RUN,
  type Row,
  rowsOf,
  runOf,
  scoreOf,
  tallyOf,
} from "../rules/run.ts";

interface Walked {
  readonly id: string;
  readonly rows: readonly Row[];
}

const runsIn = (records: readonly StoredRecord[]) =>
  records.flatMap(({ kind, id, fields }) => {
    const run = kind === RUN ? runOf(shownFields(fields)) : null;
    return run ? [{ id, run, rows: rowsOf(run) }] : [];
  });

/** The answers of runs that the server has, by the id of the run. */
async function answersOfRuns(
  ctx: AccountContext,
  runs: readonly Walked[],
): Promise<ReadonlyMap<string, Answers>> {
  const asked = runs.flatMap(({ id, rows }) => rows.map(({ key }) => answerId(id, key)));
  const given = (await findStoredRecords(ctx, [...new Set(asked)])).flatMap(({ kind, fields }) =>
    kind === ANSWER ? [answerOf(shownFields(fields))] : [],
  );
  const ofRun = Map.groupBy(given, ({ run }) => run);
  return new Map(runs.map(({ id }) => [id, new Map((ofRun.get(id) ?? []).map((one) => [one.item, one]))]));
}

/**
 * The scores of finished and approved checklists in percent, by id, from the answers that the server has.
 * Those without weights, and open ones, aren't in it.
 */
export async function scoresOf(
  ctx: AccountContext,
  records: readonly StoredRecord[],
): Promise<ReadonlyMap<string, number>> {
  const runs = runsIn(records).filter(
    ({ run, rows }) => isWalked(run.state) && rows.some(({ item }) => item.weight !== null),
  );
  const answers = await answersOfRuns(ctx, runs);
  return new Map(
    runs.flatMap(({ id, rows }) => {
      const score = scoreOf(rows, answers.get(id)!);
      return score === null ? [] : [[id, score] as const];
    }),
  );
}

/** What runs found so far. */
export interface Findings {
  readonly asked: number;
  readonly answered: number;
  readonly failed: number;
  /** Safety actions that its failed items started and that aren’t closed. */
  readonly openActions: number;
}

/** What each run found, by id, from the answers and actions that the server has. */
export async function findingsOf(
  ctx: AccountContext,
  records: readonly StoredRecord[],
): Promise<ReadonlyMap<string, Findings>> {
  const runs = runsIn(records);
  const answers = await answersOfRuns(ctx, runs);
  const failedIn = ({ id, rows }: Walked) =>
    rows.filter((row) => progressOf(row, answers.get(id)!.get(row.key)) === "failed");
  const actionsOf = (run: Walked) => failedIn(run).map(({ key }) => actionId(answerId(run.id, key)));
  const open = new Set(
    (await findStoredRecords(ctx, runs.flatMap(actionsOf))).flatMap(({ id, fields }) => {
      const values = shownFields(fields);
      return values["removed"] !== true && isOpen(issueOf(values)) ? [id] : [];
    }),
  );
  return new Map(
    runs.map((run) => {
      const { asked, done, failed } = tallyOf(run.rows, answers.get(run.id)!);
      const openActions = actionsOf(run).filter((id) => open.has(id)).length;
      return [run.id, { asked, answered: done, failed, openActions }];
    }),
  );
}
