import type { Context } from "#platform/db/scope.server.ts";
import { placeOf } from "#platform/places/places.server.ts";
import { moment } from "#platform/time/format.ts";
import { describeDevice } from "../session/devices.ts";
import type { Origin } from "./events.server.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { NOTICES, type NoticeKind, securityMail } from "./security-mail.ts";

/**
 * Mails a person a security notice, in the transaction of the change (see `withSystem`).
 * @param word the name to mention, such as a passkey's
 */
export async function mailNotice(
  ctx: Context,
  person: { readonly id: string; readonly email: string },
  kind: NoticeKind,
  origin: Origin,
  word = "",
): Promise<void> {
  const device = describeDevice(origin.userAgent);
  const place = await placeOf(origin.address);
  const time = moment(ctx.now, "UTC").words;
  await mailPerson(ctx, person, ({ productName, link }) =>
    securityMail({
      productName,
      notice: NOTICES[kind](word),
      device,
      place,
      time,
      link: link("/account/settings/security"),
      resetLink: link("/forgot"),
      contactLink: link("/contact"),
    }),
  );
}
