import { type SharedPhoto, photoToShare } from "#ground/media/public.server.ts";
import { allRecordsOfKind, findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { afterShots, issueOf, REPLY, replyOf, titleOf } from "#trade/issues/public.ts";
import { photosForOutside } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** About 25 pages of photos, and 40 MB while it is drawn. */
const MOST_PAIRS = 100;

/** What an action looked like when it was found, and after it was fixed. */
export interface Fix {
  readonly title: string;
  readonly before: SharedPhoto | null;
  readonly after: SharedPhoto | null;
}

/**
 * Photos of actions, one before and one after, as they may leave the business.
 * @returns the first 100 with a photo, and how many more have one
 */
export async function fixesOf(
  ctx: AccountContext,
  actions: readonly ItemRow[],
): Promise<{ readonly fixes: readonly Fix[]; readonly left: number }> {
  const records = await findStoredRecords(
    ctx,
    actions.map(({ id }) => id),
  );
  const of = new Map(records.map((record) => [record.id, issueOf(shownFields(record.fields))]));
  const fixes: Fix[] = [];
  let left = 0;
  for (const [job, own] of Map.groupBy(actions, ({ jobId }) => jobId)) {
    const replies = Map.groupBy(
      (await allRecordsOfKind(ctx, REPLY, { job }))
        .toSorted((one, other) => (firstWritten(other.fields)?.at ?? 0) - (firstWritten(one.fields)?.at ?? 0))
        .map(({ fields }) => replyOf(shownFields(fields))),
      ({ issue }) => issue,
    );
    const pairs = own.flatMap(({ id }) => {
      const issue = of.get(id);
      const before = issue?.shots[0]?.sha256;
      const after = afterShots(replies.get(id) ?? [])[0]?.sha256;
      return issue && (before ?? after) ? [{ title: titleOf(issue), before, after }] : [];
    });
    const named = pairs.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
    const shown = await photosForOutside(ctx, job, named);
    const find = async (sha256: string | undefined) =>
      sha256 !== undefined && shown.has(sha256) ? ((await photoToShare(ctx, job, sha256)) ?? null) : null;
    for (const { title, before, after } of pairs) {
      if (fixes.length === MOST_PAIRS) {
        left++;
        continue;
      }
      const fix = { title, before: await find(before), after: await find(after) };
      if (fix.before ?? fix.after) fixes.push(fix);
    }
  }
  return { fixes, left };
}
