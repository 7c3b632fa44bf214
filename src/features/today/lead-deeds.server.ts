import { deedsOf } from "#features/events/public.server.ts";
import { titlesOfShares } from "#features/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment, type Moment } from "#platform/time/words.ts";

/** Something a lead did, as their page shows it. */
export interface ShownDeed extends Moment {
  readonly title: string;
  /** Where it was more than once: how often, and since when. */
  readonly more: string | null;
}

/** What a lead did by themselves, oldest first. Kinds that have no words here are another page's to show. */
export async function shownDeeds(
  ctx: AccountContext,
  leadId: string,
  { zone, steps }: { zone: string; steps: readonly { enrolmentId: string; step: number; subject: string }[] },
): Promise<ShownDeed[]> {
  const deeds = await deedsOf(ctx, leadId);
  const titles = await titlesOfShares(
    ctx,
    deeds.filter(({ what }) => what === "downloaded").map(({ about }) => about),
  );
  const subjectOf = new Map(steps.map(({ enrolmentId, step, subject }) => [`${enrolmentId}/${step}`, subject]));
  return deeds.flatMap(({ what, about, firstAt, lastAt, times }) => {
    const title = titleOf(what, { subject: subjectOf.get(about), document: titles.get(about) });
    const more = times > 1 ? `${times} times, first on ${moment(firstAt, zone).words}` : null;
    return title ? [{ title, more, ...moment(lastAt, zone) }] : [];
  });
}

function titleOf(what: string, { subject, document }: { subject: string | undefined; document: string | undefined }): string | undefined {
  if (what === "clicked") return subject ? `Followed the link in “${subject}”` : "Followed a link in a mail";
  if (what === "downloaded") return document ? `Opened the guide “${document}”` : "Opened the guide";
  return what === "returned" ? "Came back" : undefined;
}
