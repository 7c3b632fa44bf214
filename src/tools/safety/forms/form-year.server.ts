import { getBusiness, zoneOf } from "#ground/businesses/public.server.ts";
import { crewDaysOf } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dutyOf, type StepsDone } from "../incidents/forms/dates.ts";
import type { StoredCase } from "../incidents/stored/cases.ts";
import { casesOfYear } from "../incidents/stored/cases.server.ts";
import { type Proposal, proposeFigures } from "../incidents/forms/hours.ts";
import { type Establishment, type Totals, totalsOf } from "../incidents/forms/summary.ts";
import {
  belongsTo,
  establishmentsOfJobs,
  listEstablishments,
  type StoredPlace,
} from "../establishments/establishments.server.ts";
import {
  asCertified,
  type CertifiedForm,
  differInDaysOnly,
  type OpenDays,
} from "../incidents/forms/open-cases.ts";
import { type Certificate, certificatesOf, companyFigures, figuresOf, stepsDone } from "./years.server.ts";

/** OSHA’s forms of one establishment and year. */
export interface FormYear {
  readonly id: string;
  readonly year: number;
  readonly establishment: Establishment;
  readonly mostInCompany: number | null;
  readonly duty: ReturnType<typeof dutyOf>;
  readonly cases: readonly StoredCase[];
  /** Injuries of the year, of all establishments, of which nobody knows yet if they go on the log. */
  readonly undecided: number;
  /** As form 300A has them: as they were certified, until it changes. */
  readonly totals: Totals;
  /** The newest first. */
  readonly certificates: readonly Certificate[];
  readonly done: StepsDone;
  /**
   * Whether form 300A says something else now than when it was certified last. The days of cases that were
   * open then and still are don’t count (29 CFR 1904.7(b)(3)(ix), 1904.33(b)(2)).
   */
  readonly isChanged: boolean;
  /** Whether nothing changed but days, because the count of a case is final now. */
  readonly isOnlyDays: boolean;
  /** Open cases that have other days on the log by now than were certified. */
  readonly stillCounting: readonly {
    readonly id: string;
    readonly number: string;
    readonly certified: number;
    readonly now: number;
  }[];
}

const NO_FIGURES = { headcount: null, averageEmployees: null, hours: null };

/** Today where the business is, "2027-01-28". */
export const todayOf = async (ctx: AccountContext): Promise<string> =>
  ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();

// The order of keys in jsonb isn’t that of ours.
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === "object"
    ? Object.entries(value)
        .map(([key, one]) => [key, sorted(one)])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
    : value;
const says = ({ establishment, totals }: CertifiedForm): string =>
  JSON.stringify(sorted({ establishment, totals }));
const daysOf = ({ daysAway, daysRestricted }: OpenDays[string]): number => daysAway + daysRestricted;

/** The forms of a year. @param place one of `listEstablishments` */
export async function loadFormYear(ctx: AccountContext, place: StoredPlace, year: number): Promise<FormYear> {
  const { id, ...rest } = place;
  const [places, jobs] = [await listEstablishments(ctx), await establishmentsOfJobs(ctx)];
  const isOf = belongsTo(places, jobs);
  const { cases: all, undecided } = await casesOfYear(ctx, year);
  const cases = all.filter(({ jobId }) => isOf(jobId, id));
  const { headcount, averageEmployees, hours } = (await figuresOf(ctx, id)).get(year) ?? NO_FIGURES;
  const mostInCompany = (await companyFigures(ctx)).get(year)?.mostInCompany ?? null;
  const establishment = { ...rest, year, headcount, averageEmployees, hours };
  const certificates = await certificatesOf(ctx, id, year);
  const last = certificates[0]?.form;
  const open = last?.open ?? {};
  const certified = totalsOf(year, asCertified(cases, open));
  const isChanged = last !== undefined && says(last) !== says({ establishment, totals: certified });
  const totals = isChanged ? totalsOf(year, cases) : certified;
  const counting =
    last === undefined || isChanged ? [] : cases.filter((one) => one.isRunning && open[one.id]);
  return {
    ...{ id, year, establishment, mostInCompany, cases, undecided, totals, certificates, isChanged },
    isOnlyDays:
      isChanged &&
      says(last) === says({ establishment, totals: last.totals }) &&
      differInDaysOnly(last.totals, totals),
    stillCounting: counting
      .map((one) => ({ id: one.id, number: one.number, certified: daysOf(open[one.id]!), now: daysOf(one) }))
      .filter((one) => one.now !== one.certified),
    done: await stepsDone(ctx, id, year),
    duty: dutyOf({ mostInCompany, headcount, naics: rest.naics }),
  };
}

/** What the daily logs of an establishment’s jobs say of a year; null without crews. */
export async function proposeYear(
  ctx: AccountContext,
  { id, company }: StoredPlace,
  year: number,
): Promise<Proposal | null> {
  const isOf = belongsTo(await listEstablishments(ctx), await establishmentsOfJobs(ctx));
  const crews = await crewDaysOf(ctx, `${year}-01-01`, `${year}-12-31`);
  const { name } = await getBusiness(ctx);
  return proposeFigures(
    crews.filter(({ job }) => isOf(job, id)),
    [company, name ?? ""],
  );
}
