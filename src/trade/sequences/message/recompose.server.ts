import { sql } from "drizzle-orm";
import { recentPicturePath } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { cancelMessages } from "./step-messages.server.ts";

/**
 * Has emails that wait to be sent with one of these pictures of recent work composed again, as it is by then.
 * One that is being sent right now still goes; its picture is gone from our server.
 * @param ids as `defineRecentWork` names pictures
 */
export async function recomposeEmails(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const paths = ids.map((id) => recentPicturePath(ctx.account.id, id, "mail"));
  await cancelMessages(ctx, {
    of: sql`s.state = 'handed' and exists (
      select from mail_messages w
       where w.account_id = s.account_id and w.id = s.message_id and w.state in ('queued', 'claimed')
         and exists (select from unnest(${sql.param(paths)}::text[]) as p (path) where position(p.path in w.html) > 0))`,
    reason: "composed again without a photo",
    becomes: sql`state = 'waiting', reason = null`,
  });
}
