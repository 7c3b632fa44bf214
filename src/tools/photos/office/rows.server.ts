import { fullNamesOf, namesOf } from "#ground/identity/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { describeConsent } from "../consent/rules.ts";
import { consentsOf } from "../consent/stored.server.ts";
import { stageLabel } from "../rules/photo.ts";

/** Photos as the office lists them. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const jobs = await jobsById(ctx);
  const ids = [...new Set(items.flatMap(({ person }) => person ?? []))];
  const [people, names] = [await fullNamesOf(ctx.db, ids), await namesOf(ctx.db, ids)];
  const consents = new Map(
    (
      await consentsOf(
        ctx,
        items.map(({ id }) => id),
      )
    ).map(({ photoId, consent }) => [photoId, describeConsent(consent)]),
  );
  return items.map((item) => {
    const job = jobs.get(item.jobId)?.name ?? "";
    const stage = item.type === null ? "" : stageLabel(item.type);
    const takenBy = (item.person && people.get(item.person)) ?? "";
    // The title is the tags of a photo without a caption.
    const tags = [...item.tags, stage].filter((one) => one && !item.title.includes(one));
    return {
      ...item,
      ...{ job, stage, takenBy, consent: consents.get(item.id) ?? "" },
      details: [job, ...tags, item.person && names.get(item.person), consents.get(item.id)].filter(
        (one) => one !== null && one !== undefined && one !== "",
      ),
      href: `/account/job/${item.jobId}/photos?photo=${item.photos[0]}`,
    };
  });
}
