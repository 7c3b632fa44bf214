import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { atPaper, loadPaper } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { jobZone } from "#ground/businesses/public.server.ts";
import { showNow } from "../content/shown-now.server.ts";
import { type Published, publishedAt, publishedOf } from "../package.server.ts";
import { CLOSEOUT } from "../paper/make.server.ts";
import { askForYearly, yearlyOffer } from "../reminder.server.ts";
import { WHY_REFUSED, type WhyRefused } from "../rules.ts";

/** The page of a package. `?version=` shows an earlier one. */
export const loadPackage = (args: LoaderFunctionArgs) =>
  loadPaper(args, CLOSEOUT, async (ctx, { thingId: jobId }) => {
    const shown = await publishedAt(ctx, jobId, args.request.url);
    const all = await publishedOf(ctx, jobId);
    const zone = await jobZone(ctx, jobId);
    const isNewest = shown.version === all[0]?.version;
    return {
      page: await showNow(ctx, jobId, shown.page),
      version: shown.version,
      isNewest,
      published: dayWords(shown.createdAt.toZonedDateTimeISO(zone).toPlainDate()),
      others: all.flatMap(({ version, createdAt }) =>
        version === shown.version
          ? []
          : [{ version, day: dayWords(createdAt.toZonedDateTimeISO(zone).toPlainDate()) }],
      ),
      refused: refusedIn(args.request.url),
      yearly: await yearlyOffer(ctx, jobId, shown.page.offersYearly),
    };
  });

const refusedIn = (url: string): string | null => {
  const why = new URL(url).searchParams.get("yearly") ?? "";
  return Object.hasOwn(WHY_REFUSED, why) ? WHY_REFUSED[why as WhyRefused] : null;
};

/**
 * Runs `work` with the version that an open link's address asks for.
 * @throws AppError not_found for a link that is closed, or opens no package
 */
export const atPackage = <T>(
  args: LoaderFunctionArgs,
  work: (
    ctx: AccountContext,
    shown: Published,
    by: { readonly linkId: string; readonly personId: string },
  ) => Promise<T>,
): Promise<T> =>
  atPaper(args, CLOSEOUT, async (ctx, { thingId }, by) =>
    work(ctx, await publishedAt(ctx, thingId, args.request.url), by),
  );

/**
 * Starts the yearly follow-up.
 * @throws YearlyRefused as `askForYearly`; AppError not_found for a closed link
 */
export const askAtPackage = (args: ActionFunctionArgs): Promise<void> =>
  atPaper(args, CLOSEOUT, async (ctx, { thingId: jobId }, { recipient }) => {
    const [newest] = await publishedOf(ctx, jobId);
    const isOffered = newest?.page.offersYearly ?? false;
    await askForYearly(ctx, { jobId, recipientId: recipient.id, isOffered });
  });
