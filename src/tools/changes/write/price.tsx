import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { type Json, type ShownRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DraftForm,
  type Faults,
  type Outcome,
  useFormDraft,
  useLabels,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { formatTaxes, shownQuantity } from "#trade/lines/public.ts";
import {
  type Known,
  LineForm,
  LineList,
  type LineSpot,
  type LineTarget,
  readBasics,
  type ReadLine,
} from "#trade/lines/public.tsx";
import { formatRate } from "#platform/money/amounts.ts";
import { formatAmount, moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import {
  CATEGORIES,
  CATEGORY_LABELS,
  CHANGE,
  type Change,
  costLinesOf,
  type CostLine,
  SHOWS,
  SHOWS_LABELS,
} from "../rules/change.ts";
import type { Terms } from "../rules/terms.ts";
import { totalsOf } from "../rules/totals.ts";
import { PRICE, usePricePlace } from "./price-place.ts";

/** What the form of a cost line says, or what is wrong with it. */
function readCostLine(form: FormData, place: number): ReadLine {
  const { value, faults } = readBasics(form, true);
  if (Object.values(faults).some(Boolean)) return { faults };
  return {
    value: {
      ...{ place, ...value, category: fieldText(form, "category") || "other" },
      ...{ isFixed: form.has("isFixed"), isTaxable: form.has("isTaxable") },
    },
    forBook: null,
  };
}

/** Lines of every change on this device, the last used first, one for each text. */
function useKnownLines(): readonly Known[] {
  const records = useRecords(CHANGE, null);
  return useMemo(() => {
    const lines = (records ?? []).flatMap(({ values }) => costLinesOf(values)).toReversed();
    return [
      ...new Map(lines.map((line) => [line.text.toLowerCase(), { ...line, cost: line.cents }])).values(),
    ];
  }, [records]);
}

/** What a change costs: its lines, how the client sees them, and the sum. Managers write it. */
export function Price({
  record,
  change,
  terms,
  isFrozen,
}: {
  record: ShownRecord;
  change: Change;
  terms: Terms;
  isFrozen: boolean;
}) {
  const { job } = useScreen();
  const { currency, isManager } = useLabels();
  const section = usePricePlace();
  const known = useKnownLines();
  const mayWrite = isManager && !isFrozen;
  const totals = totalsOf(change, terms);
  const priced = new Map(totals.lines.map((line) => [line.id, line]));
  const target: LineTarget = {
    ...{ record, known, of: `change ${record.id}`, title: "cost line" },
    href: `/account/job/${job}/changes/${record.id}`,
    price: { label: "Unit cost", hint: "-250 for a credit", mayBeCredit: true },
    // An item without a cost is sold for its price, to which no markup is added.
    fill: ({ cents, cost }) => ({ price: moneyInputValue(cost ?? cents) }),
    read: readCostLine,
  };
  return (
    <section aria-label="What it costs" id={PRICE} ref={section} className="mt-8">
      <h2 className="text-2xl">What it costs</h2>
      {!isManager && change.lines.length === 0 ? <p>Your office prices it.</p> : null}
      <LineList
        record={record}
        lines={change.lines}
        isFrozen={!mayWrite}
        heading={() => null}
        row={(line) => <Row line={line} price={priced.get(line.id)?.price ?? 0} terms={terms} />}
        form={(line, spot) => <CostLineForm target={target} line={line} spot={spot} />}
      />
      {change.lines.length > 0 ? (
        <dl className="estimate-totals">
          {totals.taxes.map((tax) => (
            <Amount key={tax.name} name={formatTaxes([tax])}>
              {formatAmount(tax.cents, currency)}
            </Amount>
          ))}
          {totals.covered > 0 ? (
            <Amount name="Paid from the allowance">{formatAmount(-totals.covered, currency)}</Amount>
          ) : null}
          <Amount name="Change to the contract sum" isTotal>
            {formatAmount(totals.amount, currency)}
          </Amount>
        </dl>
      ) : null}
      {mayWrite ? (
        <>
          <p>
            <Link className="text-link" to={`/account/job/${job}/changes/terms`}>
              Markup, tax, and allowances of this job
            </Link>
          </p>
          <PriceDetails record={record} change={change} terms={terms} />
        </>
      ) : null}
    </section>
  );
}

function Amount({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Row({ line, price, terms }: { line: CostLine; price: number; terms: Terms }) {
  const { currency } = useLabels();
  const rate = line.isFixed ? 0 : terms.markups[line.category];
  return (
    <>
      <span>
        {line.text}
        <span className="estimate-quiet">
          {[
            CATEGORY_LABELS[line.category],
            [shownQuantity(line), formatAmount(line.cents, currency)].filter(Boolean).join(" × "),
            rate > 0 ? `${formatRate(rate)} markup` : "",
            line.isTaxable ? "taxed" : "",
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </span>
      <span className="estimate-amount">{formatAmount(price, currency)}</span>
    </>
  );
}

function CostLineForm({
  target,
  line,
  spot,
}: {
  target: LineTarget;
  line: CostLine | undefined;
  spot: LineSpot;
}) {
  return (
    <LineForm target={target} {...spot} {...(line ? { line } : {})}>
      {(id) => (
        <div className="estimate-two">
          <Select
            name="category"
            id={id("category")}
            label="Kind of cost"
            required
            defaultValue={line?.category ?? "labor"}
            options={CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
          />
          <div>
            <Checkbox
              name="isFixed"
              id={id("fixed")}
              label="This is the price: add no markup"
              defaultChecked={line?.isFixed}
            />
            <Checkbox
              name="isTaxable"
              id={id("taxable")}
              label="Tax this line"
              defaultChecked={line?.isTaxable}
            />
          </div>
        </div>
      )}
    </LineForm>
  );
}

function readPriceDetails(
  form: FormData,
): { readonly values: Readonly<Record<string, Json>> } | { readonly faults: Faults } {
  const allowance = fieldText(form, "allowance");
  const cents = readMoney(fieldText(form, "covered"));
  const faults: Faults = {
    covered:
      allowance !== "" && (cents === null || cents === undefined)
        ? "Enter what the allowance pays, such as 800."
        : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  return {
    values: {
      shows: fieldText(form, "shows"),
      answerBy: fieldText(form, "answerBy") || null,
      covered: allowance === "" || !cents ? null : { id: allowance, cents },
    },
  };
}

/** How the client sees it, until when they reply, and what an allowance pays. */
function PriceDetails({ record, change, terms }: { record: ShownRecord; change: Change; terms: Terms }) {
  const store = useStore();
  const { job } = useScreen();
  const { currency } = useLabels();
  const [saw] = useState(record.fields);
  const { covered, shows, answerBy } = change;
  const draft = useFormDraft({
    ...{ of: `change ${record.id} price`, job, kind: CHANGE, title: "price of the change" },
    ...{ href: `/account/job/${job}/changes/${record.id}`, record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = readPriceDetails(new FormData(form));
    if ("faults" in found) return found;
    const was: Readonly<Record<string, unknown>> = { shows: "lines", ...record.values };
    const sets = Object.fromEntries(
      Object.entries(found.values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field] ?? null),
      ),
    );
    if (Object.keys(sets).length === 0) return { saved: "Nothing changed." };
    await store.write({ kind: CHANGE, record: record.id, job, sets, saw, draft: await draft.settled() });
    draft.next(record.id);
    return { saved: "Saved." };
  };
  return (
    <details className="estimate-details">
      <summary>
        What the client sees, reply by, allowance
        <span className="estimate-quiet">
          {[
            SHOWS_LABELS[shows].toLowerCase(),
            answerBy ? `reply by ${answerBy}` : "",
            covered ? `${formatAmount(covered.cents, currency)} from an allowance` : "",
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </summary>
      <DraftForm draft={draft} submit={submit} save="Save details" kind="plain">
        {(errorOf) => (
          <div className="estimate-two">
            <Select
              name="shows"
              label="What the client sees"
              required
              defaultValue={shows}
              options={SHOWS.map((value) => ({ value, label: SHOWS_LABELS[value] }))}
            />
            <Field name="answerBy" label="Reply by" type="date" defaultValue={answerBy ?? ""} />
            {terms.allowances.length > 0 ? (
              <>
                <Select
                  name="allowance"
                  label="Allowance that pays a part"
                  placeholder="None"
                  defaultValue={covered?.id ?? ""}
                  options={terms.allowances.map(({ id, name }) => ({ value: id, label: name }))}
                />
                <Field
                  name="covered"
                  label="What it pays"
                  inputMode="decimal"
                  defaultValue={moneyInputValue(covered?.cents ?? null)}
                  error={errorOf("covered")}
                />
              </>
            ) : null}
          </div>
        )}
      </DraftForm>
    </details>
  );
}
