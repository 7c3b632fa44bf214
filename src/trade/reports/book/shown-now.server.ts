import type { AccountContext } from "#platform/db/scope.server.ts";
import { isItemsPage, picturesOf, plansOf, type ReportPage } from "../items/items-page.ts";
import { photosForOutside } from "../paper/registry.server.ts";
import type { reports } from "../tables.server.ts";

type Report = Pick<typeof reports.$inferSelect, "page" | "jobId">;

/** Which of a report's photos may be shown to people outside now. Pages of plans always are. */
export async function photosShown(
  ctx: AccountContext,
  { page, jobId }: Report,
  hashes: readonly string[] = [...picturesOf(page)],
): Promise<ReadonlySet<string>> {
  const [printed, plans] = [picturesOf(page), plansOf(page)];
  const asked = hashes.filter((one) => printed.has(one));
  const photos = asked.filter((one) => !plans.has(one));
  return plans.intersection(new Set(asked)).union(await photosForOutside(ctx, jobId, photos));
}

/**
 * A report as its page shows it: without photos that were hidden or deleted since it was printed.
 * @returns `left`: how many aren't shown
 */
export async function pageNow(
  ctx: AccountContext,
  report: Report,
): Promise<{ readonly page: ReportPage | null; readonly left: number }> {
  const { page } = report;
  if (!page) return { page, left: 0 };
  const may = await photosShown(ctx, report);
  const isShown = ({ sha256 }: { readonly sha256: string }) => may.has(sha256);
  const left = [...picturesOf(page)].filter((sha256) => !may.has(sha256)).length;
  if (isItemsPage(page)) {
    const groups = page.groups.map(({ title, items }) => ({
      title,
      items: items.map((item) => ({ ...item, photos: item.photos.filter(isShown) })),
    }));
    return { page: { ...page, groups, plans: page.plans }, left };
  }
  const groups = page.groups
    .map(({ title, shown }) => ({
      title,
      shown: shown.map((photos) => photos.filter(isShown)).filter((photos) => photos.length > 0),
    }))
    .filter(({ shown }) => shown.length > 0);
  return { page: { ...page, groups }, left };
}
