import {
  type PublicProfile,
  publicProfileOf,
  getBusiness,
  hasWeeklyMail,
  setWeeklyMail,
} from "#ground/businesses/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readWeeklyToken } from "./token.server.ts";

export interface WeeklyView {
  readonly face: PublicProfile;
  readonly wants: boolean;
}

/** Runs inside the account of a link that we made, for its owner. */
function atLink<T>(
  token: string | undefined,
  work: (ctx: AccountContext, userId: string, wants: boolean) => Promise<T>,
): Promise<T> {
  const link = readWeeklyToken(token ?? "");
  if (!link) throw new AppError("not_found", "This link doesn’t work. Make sure you have all of it.");
  return withAccount(link.accountId, async (ctx) => {
    const wants = await hasWeeklyMail(ctx, link.userId);
    if (wants === undefined)
      throw new AppError("not_found", "You don’t get this email anymore, so there’s nothing to turn off.");
    return work(ctx, link.userId, wants);
  });
}

/** Reads the state. Looking changes nothing: mail scanners follow every link. */
export const readWeekly = (token: string | undefined): Promise<WeeklyView> =>
  atLink(token, async (ctx, _, wants) => ({ face: publicProfileOf(await getBusiness(ctx)), wants }));

/** Turns it off or on. Repeating it changes nothing. */
export const answerWeekly = (token: string | undefined, wants: boolean): Promise<void> =>
  atLink(token, (ctx, userId) => setWeeklyMail(ctx, userId, wants));
