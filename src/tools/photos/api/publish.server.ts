import { publish } from "#ground/events/public.server.ts";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  type AppliedCommand,
  type Fields,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { factsOf, isListed } from "../rules/photo.ts";

/** Whether a command began its record: everything in it is from this command. */
const isBegun = (fields: Fields, { id }: AppliedCommand): boolean =>
  Object.values(fields).every(
    ({ values, gone, earlier = [] }) =>
      gone.length === 0 && earlier.length === 0 && values.every(({ by }) => by === id),
  );

type PhotoEvent = "photo.added" | "photo.changed" | "photo.hidden" | "photo.restored";

function eventOf(fields: Fields, command: AppliedCommand): PhotoEvent | null {
  const isShown = isListed(factsOf(shownFields(fields)));
  if (isBegun(fields, command)) return isShown ? "photo.added" : null;
  if (Object.hasOwn(command.sets, "hidden") || Object.hasOwn(command.sets, "trashedAt"))
    return isShown ? "photo.restored" : "photo.hidden";
  return isShown ? "photo.changed" : null;
}

/** Publishes what happened to a photo, for webhooks, in the command's transaction. */
export async function publishPhoto(
  ctx: AccountContext,
  { id, job, fields }: StoredRecord,
  command: AppliedCommand,
): Promise<void> {
  const what = eventOf(fields, command);
  if (what === null || job === null) return;
  const companyId = actingRole(ctx) === "guest" && ctx.user ? ctx.user.id : ctx.account.id;
  await publish(ctx, { type: "tool.did", what, jobId: job, details: { photoId: id, companyId } });
}
