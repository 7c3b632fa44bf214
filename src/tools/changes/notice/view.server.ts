import { eq, and, inArray } from "drizzle-orm";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { mailedTo } from "#ground/papers/public.server.ts";
import { describeVisit, visitsOf } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { moment } from "#platform/time/format.ts";
import { paperOfNotice } from "./give.server.ts";
import { dayGiven, describeGiven, givenOf, noticeIds } from "./given.ts";

/** The notices of a change: how each was given and how late, and what shows that it arrived. */
export async function noticesOf(ctx: AccountContext, change: string, by: string | null, zone: string) {
  const ids = noticeIds(change);
  const records = await findStoredRecords(ctx, ids);
  const inOrder = records.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const given = inOrder.flatMap(({ id, fields }) => {
    const notice = givenOf(shownFields(fields));
    return notice ? [{ id, notice }] : [];
  });
  return Promise.all(
    given.map(async ({ id, notice }) => ({
      id,
      isGiven: dayGiven(notice, zone) !== null,
      line: describeGiven(notice, by, zone),
      isDrawn: notice.outcome !== null && notice.outcome.is !== "unsent",
      evidence: await evidenceOf(ctx, paperOfNotice(id), zone),
    })),
  );
}

/** What shows that an email arrived, in sentences: the other server's word, and who opened its link. */
async function evidenceOf(ctx: AccountContext, paperId: string, zone: string): Promise<string[]> {
  const recipients = await mailedTo(ctx, [paperId]);
  if (recipients.length === 0) return [];
  const ids = recipients.map(({ id }) => id);
  const mails = await ctx.db
    .select()
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, ctx.account.id), inArray(mailMessages.id, ids)));
  const links = recipients.map(({ linkId }) => linkId);
  const visits = await visitsOf(ctx, links, 1);
  return [
    ...mails.map(({ state, via, sentAt, recipient, messageIdHeader, failure }) =>
      state === "sent" && sentAt
        ? `${via === "smtp" ? `The mail server for ${recipient} accepted it` : `Written for ${recipient}`}, ${moment(sentAt, zone).words} (${messageIdHeader})`
        : state === "failed"
          ? `It didn’t reach ${recipient}. ${failure ?? ""}`.trim()
          : `On its way to ${recipient}`,
    ),
    ...links.flatMap((link) => {
      const last = visits.get(link)?.[0];
      return last ? [`${describeVisit(last)}, ${moment(last.at, zone).words}`] : [];
    }),
  ];
}
