import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { ANSWER } from "../rules/answers.ts";
import { answerId } from "../rules/ids.ts";
import { answersOf, isWalked, RUN, rowsOf, runOf, scoreOf } from "../rules/run.ts";

/**
 * The scores of finished and approved checklists in percent, by id, from the answers that the server has.
 * Those without weights, and open ones, aren't in it.
 */
export async function scoresOf(
  ctx: AccountContext,
  records: readonly StoredRecord[],
): Promise<ReadonlyMap<string, number>> {
  const runs = records.flatMap(({ kind, id, fields }) => {
    const run = kind === RUN ? runOf(shownFields(fields)) : null;
    const rows = run && isWalked(run.state) ? rowsOf(run) : [];
    return rows.some(({ item }) => item.weight !== null) ? [{ id, rows }] : [];
  });
  const asked = runs.flatMap(({ id, rows }) => rows.map(({ key }) => answerId(id, key)));
  const answers = (await findStoredRecords(ctx, [...new Set(asked)]))
    .filter(({ kind }) => kind === ANSWER)
    .map(({ fields }) => ({ values: shownFields(fields) }));
  return new Map(
    runs.flatMap(({ id, rows }) => {
      const score = scoreOf(rows, answersOf(id, answers));
      return score === null ? [] : [[id, score] as const];
    }),
  );
}
