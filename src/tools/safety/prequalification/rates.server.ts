import type { AccountContext } from "#platform/db/scope.server.ts";
import { listEstablishments } from "../establishments/establishments.server.ts";
import { companyFigures, figuresOf } from "../forms/years.server.ts";
import { casesIn, ratesOf, type Totals, totalsOf } from "../incidents/forms/summary.ts";
import { caseOf } from "../incidents/stored/cases.ts";
import { injuries } from "../incidents/stored/cases.server.ts";

/** What a general contractor or an insurer asks of a year, of the whole company. */
export interface CompanyYear {
  readonly year: number;
  /** Null while an establishment has none. */
  readonly hours: number | null;
  readonly totals: Totals;
  readonly cases: number;
  readonly rates: ReturnType<typeof ratesOf>;
  /** In hundredths; null if nobody typed it. */
  readonly emr: number | null;
}

/** @param today "2027-02-10", where the business is */
export async function companyYears(
  ctx: AccountContext,
  years: readonly number[],
  today: string,
): Promise<CompanyYear[]> {
  const cases = (await injuries(ctx)).flatMap(({ injury, ...of }) => caseOf(of, injury, today) ?? []);
  const company = await companyFigures(ctx);
  const figures = await Promise.all((await listEstablishments(ctx)).map(({ id }) => figuresOf(ctx, id)));
  return years.map((year) => {
    const typed = figures.map((one) => one.get(year)?.hours ?? null);
    const known = typed.filter((hours) => hours !== null);
    const hours =
      typed.length > 0 && known.length === typed.length ? known.reduce((sum, one) => sum + one, 0) : null;
    const totals = totalsOf(year, cases);
    return {
      ...{ year, hours, totals, cases: casesIn(totals), rates: ratesOf(totals, hours) },
      emr: company.get(year)?.emr ?? null,
    };
  });
}

/** "0.87" of 87 */
export const formatEmr = (emr: number | null): string => (emr === null ? "" : (emr / 100).toFixed(2));
