import { useState } from "react";
import {
  type Json,
  newLocalId,
  type ShownRecord,
  useRecord,
  useRecords,
  useStore,
} from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  Conflicts,
  DraftForm,
  type Faults,
  type Outcome,
  useFormDraft,
  useLabels,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { MOST_RATE, readRate, thousandthsInputValue } from "#platform/money/amounts.ts";
import { formatAmount, moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Field } from "#ui/field.tsx";
import { allowanceLeft } from "../rules/contract.ts";
import { CATEGORIES, CATEGORY_LABELS, CHANGE, changeOf, LONGEST } from "../rules/change.ts";
import { NoticeToFields, readNoticeFields } from "../notice/terms-fields.tsx";
import { NOTICE_PRESETS } from "../notice/notice.ts";
import { standingOf } from "../rules/states.ts";
import {
  MOST_ALLOWANCES,
  MOST_NOTICE_DAYS,
  MOST_TAXES,
  TERMS,
  type Terms,
  termsId,
  termsOf,
} from "../rules/terms.ts";

/** What a job's contract says about changes: markup by category, tax, allowances. */
export default function TermsScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Terms for changes">
      <Open people={me.people} />
    </ToolPage>
  );
}

function Open({ people }: { people: ToolUser["people"] }) {
  const { job } = useScreen();
  const { isManager } = useLabels();
  const record = useRecord(TERMS, termsId(job));
  if (record === undefined) return null;
  if (!isManager) return <p>Only owners and managers change the markup, tax, and allowances of a job.</p>;
  return (
    <>
      {record ? <Conflicts record={record} people={people} /> : null}
      <TermsForm record={record} />
    </>
  );
}

const TAXES = [...Array(MOST_TAXES).keys()];

const isNoticeDays = (typed: string): boolean =>
  typed === "" || (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_NOTICE_DAYS);

const rateFault = (rate: number | null | undefined): string | undefined =>
  rate === undefined || (rate !== null && rate > MOST_RATE)
    ? "Enter a percentage up to 100, such as 15."
    : undefined;

/** What the form says, or what is wrong. @param allowances ids of its rows; the last is for a new one */
function readTerms(
  form: FormData,
  allowances: readonly string[],
  leadId: string | null,
): { readonly values: Readonly<Record<string, Json>> } | { readonly faults: Faults } {
  const markups = CATEGORIES.map(
    (category) => [category, readRate(fieldText(form, `markup.${category}`))] as const,
  );
  const taxes = TAXES.map((at) => ({
    name: fieldText(form, `taxName${at}`) || "Tax",
    rate: readRate(fieldText(form, `taxRate${at}`)),
  }));
  const rows = allowances.map((id) => ({
    id,
    name: fieldText(form, `name.${id}`),
    cents: readMoney(fieldText(form, `cents.${id}`)),
  }));
  const notified = readNoticeFields(form);
  const hourCents = readMoney(fieldText(form, "hourCents"));
  const faults: Record<string, string | undefined> = {
    ...Object.fromEntries(markups.map(([category, rate]) => [`markup.${category}`, rateFault(rate)])),
    ...Object.fromEntries(taxes.map(({ rate }, at) => [`taxRate${at}`, rateFault(rate)])),
    hourCents: hourCents === undefined || (hourCents ?? 0) < 0 ? "Enter an amount, such as 65." : undefined,
    noticeDays: isNoticeDays(fieldText(form, "noticeDays"))
      ? undefined
      : `Enter whole days, 1 to ${MOST_NOTICE_DAYS}, such as 21.`,
    ...Object.fromEntries(
      rows.flatMap(({ id, name, cents }) => [
        [`name.${id}`, name === "" && cents ? "Name the allowance, such as Tile." : undefined],
        [
          `cents.${id}`,
          cents === undefined || (cents === null && name !== "")
            ? "Enter an amount, such as 2,000."
            : undefined,
        ],
      ]),
    ),
  };
  Object.assign(faults, notified.faults);
  if (Object.values(faults).some(Boolean)) return { faults };
  const notice = fieldText(form, "noticeDays");
  const { to } = notified;
  const given = taxes.flatMap(({ name, rate }) => (rate ? [{ name, rate }] : []));
  return {
    values: {
      ...Object.fromEntries(markups.map(([category, rate]) => [`markup.${category}`, rate || null])),
      taxes: given.length > 0 ? given : null,
      hourCents: hourCents ?? null,
      noticeDays: notice === "" ? null : Number(notice),
      noticeTo: to && { ...to },
      leadId: to ? leadId : null,
      ...Object.fromEntries(
        rows.map(({ id, name, cents }) => [
          `allowances.${id}`,
          name === "" || typeof cents !== "number" ? null : { name, cents },
        ]),
      ),
    },
  };
}

function TermsForm({ record }: { record: ShownRecord | null }) {
  const store = useStore();
  const { job } = useScreen();
  const terms = termsOf(record?.values ?? {});
  const [saw] = useState(record?.fields);
  const [fresh] = useState(newLocalId);
  const [rows] = useState(() => terms.allowances.map(({ id }) => id));
  const ids = rows.length < MOST_ALLOWANCES ? [...rows, fresh] : rows;
  const id = termsId(job);
  const { leadId, clientName, clientEmail, address } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const draft = useFormDraft({
    ...{ of: `change terms ${job}`, job, kind: TERMS, title: "terms for changes" },
    ...{ href: `/account/job/${job}/changes/terms`, record: id, ...(saw ? { saw } : {}) },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = readTerms(new FormData(form), ids, leadId);
    if ("faults" in found) return found;
    const sets = Object.fromEntries(
      Object.entries(found.values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(record?.values[field] ?? null),
      ),
    );
    if (Object.keys(sets).length === 0) return { saved: "Nothing changed." };
    await store.write({
      ...{ kind: TERMS, record: id, job, sets, draft: await draft.settled() },
      ...(saw ? { saw } : {}),
    });
    draft.next(id);
    return { saved: "Saved. Changes that weren’t sent yet follow." };
  };
  return (
    <DraftForm draft={draft} submit={submit} save="Save">
      {(errorOf) => (
        <>
          <h2 className="text-xl">Markup on cost, in percent</h2>
          <div className="estimate-two">
            {CATEGORIES.map((category) => (
              <Field
                key={category}
                name={`markup.${category}`}
                label={CATEGORY_LABELS[category]}
                unmarked
                inputMode="decimal"
                defaultValue={
                  terms.markups[category] === 0 ? "" : thousandthsInputValue(terms.markups[category])
                }
                error={errorOf(`markup.${category}`)}
              />
            ))}
          </div>
          <Field
            name="hourCents"
            label="An hour of labor costs you"
            hint="Values the hours that your daily logs have on changes that aren’t approved."
            unmarked
            inputMode="decimal"
            defaultValue={terms.hourCents === null ? "" : moneyInputValue(terms.hourCents)}
            error={errorOf("hourCents")}
          />
          <h2 className="text-xl">Tax</h2>
          {TAXES.map((at) => (
            <div className="estimate-two" key={at}>
              <Field
                name={`taxName${at}`}
                label={at === 0 ? "Name of the tax" : `Name of tax ${at + 1}`}
                unmarked
                maxLength={40}
                defaultValue={terms.taxes[at]?.name ?? (at === 0 ? "Sales tax" : "")}
              />
              <Field
                name={`taxRate${at}`}
                label={at === 0 ? "Tax in percent" : `Tax ${at + 1} in percent`}
                unmarked
                inputMode="decimal"
                defaultValue={thousandthsInputValue(terms.taxes[at]?.rate ?? null)}
                error={errorOf(`taxRate${at}`)}
              />
            </div>
          ))}
          <h2 className="text-xl">Notice of a change</h2>
          <Field
            name="noticeDays"
            label="Days the contract gives you"
            hint="From the day after you know of it. Look it up in your contract; AIA A201-2017 §15.1.3 says 21."
            unmarked
            inputMode="numeric"
            suggestions={NOTICE_PRESETS.map(({ days }) => String(days))}
            defaultValue={terms.noticeDays === null ? "" : String(terms.noticeDays)}
            error={errorOf("noticeDays")}
          />
          <details className="fold">
            <summary>What common contracts say</summary>
            <ul className="mt-2 max-w-measure">
              {NOTICE_PRESETS.map(({ days, label }) => (
                <li key={days}>{label}</li>
              ))}
            </ul>
            <p className="mt-2 max-w-measure">This is not legal advice. Your own contract decides.</p>
          </details>
          <NoticeToFields
            to={terms.noticeTo}
            client={{ name: clientName, email: clientEmail, address }}
            errorOf={errorOf}
          />
          <h2 className="text-xl">Allowances in the contract sum</h2>
          <Allowances terms={terms} ids={ids} errorOf={errorOf} />
        </>
      )}
    </DraftForm>
  );
}

function Allowances({
  terms,
  ids,
  errorOf,
}: {
  terms: Terms;
  ids: readonly string[];
  errorOf: (field: string) => string | undefined;
}) {
  const { job } = useScreen();
  const { currency } = useLabels();
  const booked = (useRecords(CHANGE, job) ?? []).map(({ values }) => {
    const { state, cents, days } = standingOf(values);
    return { state, cents: cents ?? 0, days, covered: changeOf(values).covered };
  });
  return ids.map((id) => {
    const allowance = terms.allowances.find((one) => one.id === id);
    return (
      <div className="estimate-two" key={id}>
        <Field
          name={`name.${id}`}
          label={allowance ? "Allowance" : "New allowance"}
          unmarked
          maxLength={LONGEST.where}
          defaultValue={allowance?.name}
          error={errorOf(`name.${id}`)}
        />
        <Field
          name={`cents.${id}`}
          label="Amount"
          unmarked
          inputMode="decimal"
          hint={
            allowance
              ? `${formatAmount(allowanceLeft(allowance, booked), currency)} left after approved changes`
              : undefined
          }
          defaultValue={moneyInputValue(allowance?.cents ?? null)}
          error={errorOf(`cents.${id}`)}
        />
      </div>
    );
  });
}
