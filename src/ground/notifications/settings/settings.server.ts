import {
  actingRole,
  getBusiness,
  isZone,
  may,
  textNumber,
  toolsOf,
} from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { moment } from "#platform/time/format.ts";
import { pushKey } from "#platform/push/push.server.ts";
import { savedChoices } from "./choices.server.ts";
import { listDevices } from "../push/devices.server.ts";
import { channelsOf, type Choices, type NotificationKind } from "../kinds.ts";
import { notificationKinds } from "../kinds.server.ts";
import { USUAL_QUIET } from "./quiet-hours.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { savedPhone } from "../texts/phones.server.ts";
import { couldNotText } from "../texts/texts.server.ts";
import { readSettings, type SettingsValues } from "./settings-form.ts";
import { notificationsChoices } from "../tables.server.ts";

/** What the acting person may hear of. */
async function shownKinds(ctx: AccountContext): Promise<NotificationKind[]> {
  const role = actingRole(ctx);
  const tools = await toolsOf(ctx);
  return notificationKinds().filter(
    ({ right = "work.read", tool }) =>
      may(role, right) && (tool === undefined || tools.some(({ word }) => word === tool)),
  );
}

/** What a page needs to have a browser show notifications to the acting person; null before the start. */
export function pushPerson(ctx: AccountContext): { userId: string; pushKey: string } | null {
  const key = pushKey();
  return ctx.user && key ? { userId: ctx.user.id, pushKey: key } : null;
}

/** The acting person's settings, and the browsers that show them notifications. */
export async function loadSettings(ctx: AccountContext) {
  const user = ctx.user!;
  const role = actingRole(ctx)!;
  const [kinds, saved, business, devices] = [
    await shownKinds(ctx),
    await savedChoices(ctx, user.id),
    await getBusiness(ctx),
    await listDevices(ctx, user.id),
  ];
  const zone = saved?.zone ?? business.zone ?? "";
  const values: SettingsValues = {
    channels: Object.fromEntries(
      kinds.map((kind) => [kind.kind, channelsOf(kind, role, saved?.channels ?? {})]),
    ),
    hearsAll: saved?.hearsAll ?? false,
    // Nobody knows when it is night where this person is until a time zone is known.
    isQuiet: saved ? saved.quietFrom !== null : zone !== "",
    quietFrom: saved?.quietFrom ?? USUAL_QUIET.from,
    quietTo: saved?.quietTo ?? USUAL_QUIET.to,
    zone,
    holdsEmail: saved?.holdsEmail ?? false,
    isOfTexts: false,
    phone: "",
  };
  return {
    userId: user.id,
    pushKey: pushKey() ?? "",
    isOwner: role === "owner",
    email: user.emailVerified ? user.email : null,
    kinds: kinds.map(({ kind, label, hint }) => ({ kind, label, hint: hint ?? null })),
    values,
    texts: await textsOf(ctx),
    devices: devices.map(({ id, name, createdAt, failingSince }) => ({
      id,
      name,
      since: moment(createdAt, zone || "UTC"),
      isFailing: failingSince !== null,
    })),
  };
}

/** What the settings say of texts to the acting person; null if the business can't text. */
async function textsOf(ctx: AccountContext) {
  const from = await textNumber(ctx);
  if (!from) return null;
  const saved = await savedPhone(ctx, ctx.user!.id);
  return {
    from: formatPhone(from.number),
    isOwn: from.isOwn,
    phone: saved ? formatPhone(saved.phone) : null,
    isProven: Boolean(saved?.provenAt),
    isStopped: Boolean(saved?.stoppedAt),
    isRefused: saved ? await couldNotText(ctx, saved.codeId) : false,
  };
}

/**
 * Saves the acting person's choices.
 * @throws AppError invalid with a message per field
 */
export async function saveSettings(
  ctx: AccountContext,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const kinds = (await shownKinds(ctx)).map(({ kind }) => kind);
  const { values, errors } = readSettings(fields, kinds, isZone);
  if (Object.keys(errors).length > 0)
    throw new AppError("invalid", "Some fields need another look.", { fields: errors });
  const saved = await savedChoices(ctx, ctx.user!.id);
  const { isQuiet, quietFrom, quietTo, zone, hearsAll, holdsEmail } = values;
  const row = {
    // What this form doesn't show, such as of a tool that the business had, stays as it was.
    channels: { ...saved?.channels, ...(await withTexts(ctx, values.channels, saved?.channels)) },
    quietFrom: isQuiet ? quietFrom : null,
    quietTo: isQuiet ? quietTo : null,
    zone: isZone(zone) ? zone : null,
    hearsAll,
    holdsEmail,
    changedAt: ctx.now,
  };
  await ctx.db
    .insert(notificationsChoices)
    .values({ ...row, accountId: ctx.account.id, userId: ctx.user!.id })
    .onConflictDoUpdate({
      target: [notificationsChoices.accountId, notificationsChoices.userId],
      set: row,
    });
}

/** The form has no boxes for texts until a number is proven: what was chosen of them before stays. */
async function withTexts(ctx: AccountContext, channels: Choices, saved: Choices = {}): Promise<Choices> {
  const phone = await savedPhone(ctx, ctx.user!.id);
  if (phone?.provenAt && (await textNumber(ctx))) return channels;
  return Object.fromEntries(
    Object.entries(channels).map(([kind, chosen]) => {
      const without = chosen.filter((channel) => channel !== "text");
      return [kind, saved[kind]?.includes("text") ? [...without, "text" as const] : without];
    }),
  );
}
