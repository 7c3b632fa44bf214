import { useState } from "react";
import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { DraftForm, type Outcome, useFormDraft, useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { thousandthsInputValue } from "#platform/money/amounts.ts";
import { ESTIMATE, type Estimate, LONGEST } from "../rules/estimate.ts";
import { detailsInShort } from "./in-short.ts";
import { partInput, readDetails } from "./read-details.ts";
import { RareDetails } from "./rare-details.tsx";

/** Everything about an estimate but its lines. Only what changed is written. */
export function Details({ record, estimate }: { record: ShownRecord; estimate: Estimate }) {
  const { currency } = useLabels();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="estimate-details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Title, tax, deposit, terms
        <span className="estimate-quiet">{detailsInShort(estimate, currency)}</span>
      </summary>
      {isOpen ? <DetailsForm record={record} estimate={estimate} /> : null}
    </details>
  );
}

function DetailsForm({ record, estimate }: { record: ShownRecord; estimate: Estimate }) {
  const store = useStore();
  const { job } = useScreen();
  const [saw] = useState(record.fields);
  const [tax] = estimate.taxes;
  const draft = useFormDraft({
    ...{ of: `estimate ${record.id} details`, job, kind: ESTIMATE, title: "estimate details" },
    ...{ href: `/account/job/${job}/estimates/${record.id}`, record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = readDetails(new FormData(form));
    if ("faults" in found) return found;
    const was = { showsPrices: true, ...record.values };
    const sets = Object.fromEntries(
      Object.entries(found.values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field as keyof typeof was] ?? null),
      ),
    );
    if (Object.keys(sets).length === 0) return { saved: "Nothing changed." };
    await store.write({ kind: ESTIMATE, record: record.id, job, sets, saw, draft: await draft.settled() });
    draft.next(record.id);
    return { saved: "Saved." };
  };
  return (
    <DraftForm draft={draft} submit={submit} save="Save details" kind="plain">
      {(errorOf) => (
        <>
          <Field
            name="title"
            label="Title"
            required
            maxLength={LONGEST.title}
            defaultValue={estimate.title}
            error={errorOf("title")}
          />
          <div className="estimate-two">
            <Field
              name="validUntil"
              label="Valid until"
              type="date"
              defaultValue={estimate.validUntil ?? ""}
            />
            <Field
              name="start"
              label="When you can start"
              maxLength={LONGEST.title}
              defaultValue={estimate.start}
            />
            <Field
              name="deposit"
              label="Deposit"
              hint="500 or 30%, due when they approve"
              defaultValue={partInput(estimate.deposit)}
              error={errorOf("deposit")}
            />
            <Field
              name="discount"
              label="Discount"
              hint="250 or 10%"
              defaultValue={partInput(estimate.discount)}
              error={errorOf("discount")}
            />
            <Field
              name="taxName0"
              label="Name of the tax"
              maxLength={LONGEST.option}
              defaultValue={tax?.name ?? "Sales tax"}
            />
            <Field
              name="taxRate0"
              label="Tax in percent"
              hint="On lines marked “Tax this line”."
              inputMode="decimal"
              defaultValue={thousandthsInputValue(tax?.rate ?? null)}
              error={errorOf("taxRate0")}
            />
          </div>
          <TextArea
            name="message"
            label="Message"
            hint="Above the lines: what you saw and what you’ll do."
            rows={3}
            maxLength={LONGEST.words}
            defaultValue={estimate.message}
          />
          <RareDetails record={record} estimate={estimate} errorOf={errorOf} />
        </>
      )}
    </DraftForm>
  );
}
