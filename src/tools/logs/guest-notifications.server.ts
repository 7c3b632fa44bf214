import { actingRole, lookUpJob } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import { shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { entryOf } from "./rules.ts";

const GUEST_ENTRY: NotificationKind = {
  kind: "logs.guest-entry",
  label: "Guest’s log entry",
  hint: "A guest, such as a sub, writes in the log of their job. Once a day for each guest.",
};

export const logsNotifications: readonly NotificationKind[] = [GUEST_ENTRY];

/** Notifies people of the first entry that a guest writes for a day. */
export async function notifyOfGuest(ctx: AccountContext, { id, job, fields }: StoredRecord): Promise<void> {
  const { date, text } = entryOf(id, shownFields(fields));
  if (actingRole(ctx) !== "guest" || !ctx.user || job === null || date === null) return;
  const known = await lookUpJob(ctx, job);
  const name = (await namesOf(ctx.db, [ctx.user.id])).get(ctx.user.id) ?? "A guest";
  const jobName = known?.name ?? "a job";
  await notify(ctx, GUEST_ENTRY, [
    {
      key: `${job} ${ctx.user.id} ${date}`,
      about: `${job} ${ctx.user.id} ${date}`,
      jobId: job,
      title: `${name} wrote in the log of ${jobName}`,
      text: text || "Open the log to see the entry.",
      action: "Open the log",
      path: `/account/job/${job}/logs?day=${date}`,
    },
  ]);
}
