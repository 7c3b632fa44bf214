import { getBusiness } from "#ground/businesses/public.server.ts";
import { shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import type { Values } from "#ground/sync/public.ts";
import type { JobRow } from "#trade/jobs/public.server.ts";
import { lastDayToCancel } from "#trade/law/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Estimate } from "../rules/estimate.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { type EstimateLaw, lawOf } from "./reminders.ts";

type Business = Awaited<ReturnType<typeof getBusiness>>;

/** What the office shows of the law. */
export interface LawView extends EstimateLaw {
  /** What the form of the notice of cancellation needs; null where nothing asks for one. */
  readonly notice: {
    /** What the business has to fill in first. */
    readonly missing: string | null;
    readonly today: string;
    readonly until: string;
    readonly asksAge: boolean;
  } | null;
}

const factsOf = (job: JobRow, { currency, licenceNumber }: Business) => ({
  address: job.address,
  currency,
  hasLicense: licenceNumber !== null,
});

/** What a notice must name and the business hasn't said; California wants an email address too. */
export const missingFor = (
  state: LawView["state"],
  { name, postalAddress, replyAddress }: Business,
): string | null =>
  name === null
    ? "business name"
    : postalAddress === null
      ? "postal address"
      : state === "CA" && replyAddress === null
        ? "email address (“Replies go to”)"
        : null;

/** @param shown the estimate as the office shows it */
export function lawView(
  shown: Estimate,
  of: { values: Values; job: JobRow; business: Business; zone: string; now: Temporal.Instant },
): LawView {
  const law = lawOf(shown, of.values, factsOf(of.job, of.business));
  const today = of.now.toZonedDateTimeISO(of.zone).toPlainDate();
  const isDue = [...law.shown, ...law.hidden].some(({ asksForNotice }) => asksForNotice);
  return {
    ...law,
    notice: isDue
      ? {
          missing: missingFor(law.state, of.business),
          today: today.toString(),
          until: lastDayToCancel(today, 3).toLocaleString("en-US", { dateStyle: "full" }),
          asksAge: law.state === "CA",
        }
      : null,
  };
}

/**
 * Hides the reminders that an estimate has now, or shows all.
 * @throws AppError not_found; conflict if it is approved
 */
export async function hideReminders(ctx: AccountContext, id: string, isHidden: boolean): Promise<void> {
  const { record, estimate, job } = await getEstimate(ctx, id);
  const law = lawOf(estimate, shownFields(record.fields), factsOf(job, await getBusiness(ctx)));
  const ids = [...law.shown, ...law.hidden].map((one) => one.id);
  await writeAsProduct(ctx, record, { hiddenReminders: isHidden ? ids : null });
}
