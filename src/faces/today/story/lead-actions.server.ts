import { deedsOf } from "#ground/events/public.server.ts";
import { shareTitles } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment, type Moment } from "#platform/time/format.ts";

export interface LeadAction extends Moment {
  readonly label: string;
  readonly title: string;
  /** For repeated actions: how often, and since when. */
  readonly more: string | null;
}

/** A lead's own actions, oldest first. Kinds without a label here are shown elsewhere. */
export async function describeActions(
  ctx: AccountContext,
  leadId: string,
  { zone, steps }: { zone: string; steps: readonly { enrolmentId: string; step: number; subject: string }[] },
): Promise<LeadAction[]> {
  const deeds = await deedsOf(ctx, leadId);
  const titles = await shareTitles(
    ctx,
    deeds.filter(({ what }) => what === "downloaded").map(({ about }) => about),
  );
  const subjectOf = new Map(
    steps.map(({ enrolmentId, step, subject }) => [`${enrolmentId}/${step}`, subject]),
  );
  return deeds.flatMap(({ what, about, firstAt, lastAt, times }) => {
    const words = wordsOf(what, { subject: subjectOf.get(about), document: titles.get(about) });
    const more = times > 1 ? `${times} times, first on ${moment(firstAt, zone).words}` : null;
    return words ? [{ ...words, more, ...moment(lastAt, zone) }] : [];
  });
}

function wordsOf(
  what: string,
  { subject, document }: { subject: string | undefined; document: string | undefined },
): Pick<LeadAction, "label" | "title"> | undefined {
  if (what === "clicked") return { label: "Clicked the link", title: subject ?? "In your email" };
  if (what === "downloaded") return { label: "Opened the guide", title: document ?? "The link was deleted" };
  return what === "returned" ? { label: "Returned", title: "Visited again on a later day" } : undefined;
}
