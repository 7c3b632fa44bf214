import { confidantIds, getBusiness, zoneOf } from "#ground/businesses/public.server.ts";
import { defineDueKind, dueAtHour, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { listEstablishments, type StoredPlace } from "../establishments/establishments.server.ts";
import { formsPath } from "../forms/paths.ts";
import { companyFigures, figuresOf, stepsDone } from "../forms/years.server.ts";
import { dutyOf, type Step, type StepsDone, stepsOf } from "../incidents/forms/dates.ts";

const FORMS_DUE = "safety.forms-due";
/** So many days before OSHA’s day people are reminded, and see it on Today from then on. */
const DAYS_AHEAD: Readonly<Record<keyof StepsDone, number>> = { post: 7, send: 14, remove: 0 };
const [DUE_HOUR, SHOWN_DAYS] = [9, 45];
/** Between these hours people are reminded. */
const HOURS = { from: 7, to: 18 } as const;
/** Nothing is due in other months. */
const LAST_MONTH = 6;

/**
 * Accounts that keep OSHA’s forms, except suspended ones. Runs as the table owner to see all accounts, so it
 * returns only ids.
 */
export const safetyFormsAccountsFunction = `
create or replace function safety_forms_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from safety_establishments e where e.account_id = a.account_id)
   order by 1 limit at_most
$$`;

/** Reminds owners, and the people they name, of form 300A and of OSHA’s file. Called once per process. */
export function defineFormsDue(): void {
  defineDueKind({
    kind: FORMS_DUE,
    hours: HOURS,
    describe: describeForms,
    clock: { accounts: accountsWithForms, find: findFormsDue },
  });
}

async function accountsWithForms(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select safety_forms_accounts as id from safety_forms_accounts($1, $2)",
    [after, most],
  );
  return rows.map(({ id }) => id);
}

interface FormStep extends Step {
  readonly key: keyof StepsDone;
  readonly id: string;
  readonly year: number;
  readonly place: StoredPlace;
  readonly isDone: boolean;
}

/** What is due this year for the forms of last year. */
async function formSteps(ctx: AccountContext, today: Temporal.PlainDate): Promise<FormStep[]> {
  if (today.month > LAST_MONTH) return [];
  const year = today.year - 1;
  const mostInCompany = (await companyFigures(ctx)).get(year)?.mostInCompany ?? null;
  const found: FormStep[] = [];
  for (const place of await listEstablishments(ctx)) {
    const headcount = (await figuresOf(ctx, place.id)).get(year)?.headcount ?? null;
    const { records, sends } = dutyOf({ mostInCompany, headcount, naics: place.naics });
    const done = await stepsDone(ctx, place.id, year);
    // Who hasn’t said how many they are may have to post it: the page asks.
    for (const step of stepsOf(year, { records: records ?? true, sends }))
      if (step.key !== "keep")
        found.push({
          ...{ ...step, key: step.key, year, place, isDone: done[step.key] !== undefined },
          id: derivedId(FORMS_DUE, place.id, `${year} ${step.key}`),
        });
  }
  return found;
}

const dueOn = ({ on, key }: FormStep): Temporal.PlainDate =>
  Temporal.PlainDate.from(on).subtract({ days: DAYS_AHEAD[key] });

async function findFormsDue(ctx: AccountContext): Promise<void> {
  const zone = await zoneOf(ctx);
  const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate();
  const steps = (await formSteps(ctx, today)).filter(
    (step) => Temporal.PlainDate.compare(dueOn(step), today) <= 0,
  );
  if (steps.length === 0) return;
  const people = await confidantIds(ctx);
  for (const step of steps)
    await saveDue(ctx, {
      // Of no job: its zone is that of the business.
      ...{ kind: FORMS_DUE, record: step.id, jobId: step.place.id, people: step.isDone ? [] : people },
      ...dueAtHour(dueOn(step).toString(), DUE_HOUR, zone, SHOWN_DAYS),
    });
}

/** Nothing for a step that was done, and for who isn’t named anymore. */
async function describeForms(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
  const steps = new Map(
    (await formSteps(ctx, today)).filter(({ isDone }) => !isDone).map((step) => [step.id, step]),
  );
  const people = new Set(await confidantIds(ctx));
  const business = (await getBusiness(ctx)).name ?? "Your business";
  return items.map(({ record, userId }) => {
    const step = people.has(userId) ? steps.get(record) : undefined;
    return step ? textOfStep(step, business) : null;
  });
}

function textOfStep({ label, on, key, place, year }: FormStep, business: string): DueText {
  const day = dayWords(Temporal.PlainDate.from(on));
  const title = key === "remove" ? `${label}: ${day}` : `${label} by ${day}`;
  return {
    title,
    job: place.name,
    path: formsPath(year, place.id),
    action: "Open the forms",
    mail: {
      subject: title,
      paragraphs: [
        `${title}, for ${place.name}.`,
        "Open the forms, then mark it as done. You won’t hear of it again after that.",
      ],
      reason: `${business} keeps OSHA’s forms in Plumbline, and you may read them.`,
      closing: ["This email goes out once for each step, and never at night."],
    },
  };
}
