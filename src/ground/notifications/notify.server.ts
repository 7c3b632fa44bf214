import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import type { NotificationKind } from "./kinds.ts";
import { isOwnPath, type NotificationText } from "./notification.ts";
import { wakeNotifications } from "./sweep.server.ts";
import { notificationsEvents } from "./tables.server.ts";

export interface NewNotification extends NotificationText {
  /** What happened, by its id or another key: the same one notifies nobody twice. */
  readonly key: string;
  /** The person outside whom it names: it is erased with them. */
  readonly leadId?: string | null | undefined;
  /** A guest hears of their one job only. */
  readonly jobId?: string | null | undefined;
  /**
   * Whom it concerns, such as who sent an estimate: besides owners, only they hear of it, and others who want
   * to hear of everything. Left out for what concerns everyone.
   */
  readonly people?: readonly (string | null)[];
  /** Who did it, and needn't hear of it; default: the acting person. Null for what came from outside. */
  readonly by?: string | null;
}

/**
 * Notifies people of what happened, in the transaction in which it happens: everyone who may and wants to
 * hear of it, except who did it, each as they chose. It leaves within a few seconds, or after their quiet
 * hours.
 */
export async function notify(
  ctx: AccountContext,
  { kind }: NotificationKind,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  await ctx.db
    .insert(notificationsEvents)
    .values(notifications.map((one) => rowOf(ctx, kind, one)))
    .onConflictDoNothing();
  wakeNotifications();
}

function rowOf(
  ctx: AccountContext,
  kind: string,
  { key, leadId = null, jobId = null, people, by, ...text }: NewNotification,
): typeof notificationsEvents.$inferInsert {
  if (!isOwnPath(text.path)) throw new Error(`a notification leads to one of our pages, not to ${text.path}`);
  return {
    accountId: ctx.account.id,
    id: derivedId("notifications", ctx.account.id, kind, key),
    kind,
    at: ctx.now,
    text,
    leadId,
    jobId,
    people: people ? people.filter((one) => one !== null) : null,
    byUser: by === undefined ? (ctx.user?.id ?? null) : by,
  };
}
