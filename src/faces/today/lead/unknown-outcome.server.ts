import { contactStates } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { listMailsAbout } from "#platform/mail/history.server.ts";
import { mailAgainId, sendMailAgain } from "#platform/mail/send-again.server.ts";
import { listTextsAbout } from "#platform/sms/history.server.ts";
import { sendTextAgain, textAgainId } from "#platform/sms/send-again.server.ts";

/** A message whose outcome is unknown and that wasn't sent again. */
export interface Unsure {
  readonly id: string;
  readonly kind: "mail" | "text";
  /** An email's subject, or a text's body. */
  readonly title: string;
}

/** Messages to a lead with an unknown outcome that the owner may send again, oldest first. */
export async function listUnknownMessages(ctx: AccountContext, leadId: string): Promise<Unsure[]> {
  const mails = await listMailsAbout(ctx.db, ctx.account.id, leadId);
  const texts = await listTextsAbout(ctx.db, ctx.account.id, leadId);
  const ids = new Set([...mails, ...texts].map(({ id }) => id));
  return [
    ...mails.flatMap(({ id, state, subject }) =>
      state === "unknown" && !ids.has(mailAgainId(id)) ? [{ id, kind: "mail" as const, title: subject }] : [],
    ),
    ...texts.flatMap(({ id, state, body }) =>
      state === "unknown" && !ids.has(textAgainId(id)) ? [{ id, kind: "text" as const, title: body }] : [],
    ),
  ];
}

/**
 * Sends one of them again. A double press sends it once.
 * @throws AppError not_found when this lead has no such message; conflict when they may no longer be
 * written to
 */
export async function sendAgain(
  ctx: AccountContext,
  kind: "mail" | "text",
  id: string,
  leadId: string,
): Promise<void> {
  if (!isId(id)) throw new AppError("not_found", "That message doesn’t exist.");
  const lead = (await contactStates(ctx, [leadId])).get(leadId);
  if (kind === "mail" && lead?.suppressed)
    throw new AppError(
      "conflict",
      "They can’t be emailed anymore, so nothing was sent. Their page says why.",
    );
  const which = { accountId: ctx.account.id, id, aboutId: leadId };
  const isFound =
    kind === "mail"
      ? await sendMailAgain(ctx.db, which, { now: ctx.now, sender: installation().sender })
      : await sendTextAgain(ctx.db, which, ctx.now);
  if (!isFound)
    throw new AppError("not_found", "That message doesn’t exist, or we already know what happened to it.");
}
