import { and, eq, inArray, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { byDate } from "./pages.server.ts";
import { findableKinds } from "./projections.server.ts";
import { searchWords } from "./search-words.ts";
import { worklistItems } from "./tables.server.ts";

/** A record of any tool that a search over everything found. */
export interface FoundItem {
  /** "Change order" */
  readonly label: string;
  readonly number: string | null;
  readonly title: string;
  readonly jobId: string;
  /** Where it opens. */
  readonly path: string;
}

/** Of each kind. */
const MOST_OF_KIND = 5;

/**
 * Records of all tools that match every word, newest first; none for guests. Kinds without `found` in their
 * projection are left out.
 */
export async function findItems(ctx: AccountContext, typed: string, most: number): Promise<FoundItem[]> {
  const words = searchWords(typed);
  const kinds = findableKinds();
  if (words.length === 0 || kinds.size === 0 || ctx.member?.role === "guest") return [];
  const asked = JSON.stringify(words.map((word) => ({ word: `${word}:*`, people: [] })));
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select found as id from unnest(${sql.param([...kinds.keys()])}::text[]) kind,
      lateral worklist_found(${asked}::jsonb, kind, null, null, null, null, null, ${MOST_OF_KIND}) found`,
  );
  if (rows.length === 0) return [];
  const { id, kind, jobId, date, number, title, type, tags, photos } = worklistItems;
  const items = await ctx.db
    .select({ id, kind, jobId, date, number, title, type, tags, photos })
    .from(worklistItems)
    .where(
      and(
        eq(worklistItems.accountId, ctx.account.id),
        inArray(
          id,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(...byDate(worklistItems))
    .limit(most);
  return items.flatMap((item) => {
    const found = kinds.get(item.kind);
    return found
      ? [
          {
            ...{ label: found.label, number: item.number, title: item.title, jobId: item.jobId },
            path: found.pathOf(item),
          },
        ]
      : [];
  });
}
