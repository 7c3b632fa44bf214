import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { SOLD_AT, SOLD_AT_LABELS } from "#trade/law/public.ts";
import { thousandthsInputValue } from "#platform/money/amounts.ts";
import { Field, Select, TextArea } from "#ui/field.tsx";
import { soldAtOf } from "../law/reminders.ts";
import { type Estimate, LONGEST, TEXTS } from "../rules/estimate.ts";
import { formatTaxes } from "#trade/lines/public.ts";
import { textInShort } from "./in-short.ts";
import { OPTIONS, partInput, PAYMENTS, TAXES } from "./read-details.ts";

/** Fields that few estimates need, each folded behind a line that says its value. */
export function RareDetails({
  record,
  estimate,
  errorOf,
}: {
  record: ShownRecord;
  estimate: Estimate;
  errorOf: (name: string) => string | undefined;
}) {
  const { excluded, terms, howToPay, payments, options, taxes, showsPrices } = estimate;
  const soldAt = soldAtOf(record.values);
  const anyError = (names: readonly string[]) => names.some((name) => errorOf(name) !== undefined);
  return (
    <div>
      <Fold title={TEXTS.excluded.label} says={textInShort(excluded)}>
        <TextArea
          name="excluded"
          label={TEXTS.excluded.label}
          rows={3}
          maxLength={LONGEST.words}
          defaultValue={excluded}
        />
      </Fold>
      <Fold title={TEXTS.terms.label} says={textInShort(terms)}>
        <TextArea
          name="terms"
          label={TEXTS.terms.label}
          hint="How you’re paid, what happens if the job changes. Your next estimate starts with them."
          rows={3}
          maxLength={LONGEST.words}
          defaultValue={terms}
        />
      </Fold>
      <Fold title={TEXTS.howToPay.label} says={textInShort(howToPay)}>
        <TextArea
          name="howToPay"
          label="How to pay the deposit"
          hint="Your client sees it once they approve: check, Zelle, a payment link. Your next estimate starts with it."
          rows={3}
          maxLength={LONGEST.words}
          defaultValue={howToPay}
        />
      </Fold>
      <Fold
        title="Payments along the way"
        says={payments.length === 0 ? "none" : String(payments.length)}
        isOpen={anyError(PAYMENTS.map((at) => `amount${at}`))}
      >
        <p className="field-hint">What they and the deposit leave is due when the work is done.</p>
        {PAYMENTS.map((at) => (
          <div className="estimate-two" key={at}>
            <Field
              name={`payment${at}`}
              label={`Payment ${at + 1}`}
              unmarked
              maxLength={LONGEST.title}
              placeholder={at === 0 ? "When framing is done" : undefined}
              defaultValue={payments[at]?.name}
            />
            <Field
              name={`amount${at}`}
              label="Amount"
              unmarked
              placeholder={at === 0 ? "30% or 2500" : undefined}
              defaultValue={partInput(payments[at]?.part ?? null)}
              error={errorOf(`amount${at}`)}
            />
          </div>
        ))}
      </Fold>
      <Fold title="Options, such as Good, Better, Best" says={options.join(", ") || "none"}>
        <p className="field-hint">
          Leave them blank for one price. Then say at each line which option it’s in.
        </p>
        <div className="estimate-three">
          {OPTIONS.map((at) => (
            <Field
              key={at}
              name={`option${at}`}
              label={`Option ${at + 1}`}
              unmarked
              maxLength={LONGEST.option}
              defaultValue={options[at]}
            />
          ))}
        </div>
      </Fold>
      <Fold
        title="More taxes"
        says={formatTaxes(taxes.slice(1))}
        isOpen={anyError(TAXES.slice(1).map((at) => `taxRate${at}`))}
      >
        {TAXES.slice(1).map((at) => (
          <div className="estimate-two" key={at}>
            <Field
              name={`taxName${at}`}
              label={`Name of tax ${at + 1}`}
              unmarked
              maxLength={LONGEST.option}
              placeholder={at === 1 ? "County tax" : undefined}
              defaultValue={taxes[at]?.name}
            />
            <Field
              name={`taxRate${at}`}
              label={`Tax ${at + 1} in percent`}
              unmarked
              inputMode="decimal"
              defaultValue={thousandthsInputValue(taxes[at]?.rate ?? null)}
              error={errorOf(`taxRate${at}`)}
            />
          </div>
        ))}
      </Fold>
      <Fold title="Your client sees" says={showsPrices ? "a price at each line" : "only the total"}>
        <Select
          name="shows"
          label="What your client sees"
          required
          defaultValue={showsPrices ? "prices" : "total"}
          options={[
            { value: "prices", label: "A price at each line" },
            { value: "total", label: "Only the total" },
          ]}
        />
      </Fold>
      <Fold
        title="Where they agree, for legal reminders"
        says={soldAt ? SOLD_AT_LABELS[soldAt].toLowerCase() : "not decided"}
      >
        <Select
          name="soldAt"
          label="Who it’s for, and where they agree"
          hint="Only for our legal reminders. Your client doesn’t see it."
          placeholder="Not decided"
          defaultValue={soldAt ?? ""}
          options={SOLD_AT.map((value) => ({ value, label: SOLD_AT_LABELS[value] }))}
        />
      </Fold>
    </div>
  );
}

function Fold({
  title,
  says,
  isOpen = false,
  children,
}: {
  title: string;
  says: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="fold" open={isOpen || undefined}>
      <summary>{`${title}: ${says}`}</summary>
      <div className="form mb-4">{children}</div>
    </details>
  );
}
