import { picturesOf, plansOf, photosForOutside } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Snapshot } from "./snapshot.ts";

const setOf = (page: Snapshot, of: typeof picturesOf): Set<string> =>
  new Set(page.parts.flatMap((part) => [...of(part.page)]));

/**
 * Which pictures of a package may be shown to people outside now. Pages of plans always are.
 * @param hashes only these; default: all
 */
export async function picturesShown(
  ctx: AccountContext,
  jobId: string,
  page: Snapshot,
  hashes: readonly string[] = [...setOf(page, picturesOf)],
): Promise<ReadonlySet<string>> {
  const [printed, plans] = [setOf(page, picturesOf), setOf(page, plansOf)];
  const asked = hashes.filter((one) => printed.has(one));
  const photos = asked.filter((one) => !plans.has(one));
  return plans.intersection(new Set(asked)).union(await photosForOutside(ctx, jobId, photos));
}

/** A package without photos that were hidden or deleted since it was published; it says how many. */
export async function showNow(ctx: AccountContext, jobId: string, page: Snapshot): Promise<Snapshot> {
  const may = await picturesShown(ctx, jobId, page);
  const left = [...setOf(page, picturesOf)].filter((sha256) => !may.has(sha256)).length;
  if (left === 0) return page;
  return {
    ...page,
    parts: page.parts.map((part) => ({
      ...part,
      page: {
        ...part.page,
        groups: part.page.groups.map((group) => ({
          ...group,
          items: group.items.map((item) => ({
            ...item,
            photos: item.photos.filter(({ sha256 }) => may.has(sha256)),
          })),
        })),
      },
    })),
    remarks: [
      ...page.remarks,
      `${left === 1 ? "1 photo was" : `${left} photos were`} taken off this page after it was published. The PDF is as it was made.`,
    ],
  };
}
