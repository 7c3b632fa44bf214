import { lt } from "drizzle-orm";
import { withSystem } from "#platform/db/scope.server.ts";
import { sitePageViews } from "../tables.server.ts";

/** How many days a view is stored: long enough to compare with the previous year. */
const KEPT_DAYS = 400;

export type StoredView = typeof sitePageViews.$inferInsert;

/** Stores views; repeating it after a lost answer stores none twice. */
export async function storePageViews(views: readonly StoredView[]): Promise<void> {
  await withSystem(({ db }) =>
    db
      .insert(sitePageViews)
      .values([...views])
      .onConflictDoNothing(),
  );
}

/** Deletes views older than `KEPT_DAYS`. */
export async function purgePageViews(): Promise<void> {
  await withSystem(({ db, now }) =>
    db.delete(sitePageViews).where(lt(sitePageViews.at, now.subtract({ hours: KEPT_DAYS * 24 }))),
  );
}
