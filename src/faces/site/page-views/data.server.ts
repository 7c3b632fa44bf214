import { lt } from "drizzle-orm";
import { withSystem } from "#platform/db/scope.server.ts";
import { sitePageViews } from "../tables.server.ts";

/** How long a view is kept: a year can be compared with the one before. */
const KEPT_DAYS = 400;

/** A view as it is stored. */
export type StoredView = typeof sitePageViews.$inferInsert;

/** Stores views; one that is there already (a commit whose answer was lost) is not stored twice. */
export async function storePageViews(views: readonly StoredView[]): Promise<void> {
  await withSystem(({ db }) =>
    db
      .insert(sitePageViews)
      .values([...views])
      .onConflictDoNothing(),
  );
}

/** Removes the views that are older than `KEPT_DAYS`. */
export async function purgePageViews(): Promise<void> {
  await withSystem(({ db, now }) =>
    db.delete(sitePageViews).where(lt(sitePageViews.at, now.subtract({ hours: KEPT_DAYS * 24 }))),
  );
}
