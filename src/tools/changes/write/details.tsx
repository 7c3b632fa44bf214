import { useState } from "react";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  DraftForm,
  type Faults,
  type Outcome,
  useFormDraft,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { Field, Select } from "#ui/field.tsx";
import { UNNAMED } from "../start/extra-work.ts";
import { CHANGE, type Change, LONGEST, MOST_DAYS, REASON_LABELS, REASONS } from "../rules/change.ts";

/** What happened, as its form says it, or what is wrong. */
function readDetails(
  form: FormData,
  change: Change,
): { readonly values: Readonly<Record<string, Json>> } | { readonly faults: Faults } {
  const text = (name: string) => fieldText(form, name) || null;
  const typedDays = (text("days") ?? "0").replace("−", "-");
  const days = /^[+-]?\d{1,6}$/.test(typedDays) ? Number(typedDays) : undefined;
  // A change that nobody has named yet keeps what it's called at first.
  const title = text("title") ?? (change.title === UNNAMED ? UNNAMED : null);
  const [by, at, where] = [text("directedBy"), text("directedAt"), text("directedWhere")];
  const faults: Faults = {
    title: title === null ? "Say what it is, such as “Move the opening.”" : undefined,
    days:
      days === undefined
        ? "Enter whole days, such as 3, or -2 for fewer."
        : Math.abs(days) > MOST_DAYS
          ? `A change moves the completion by ${MOST_DAYS} days at most.`
          : undefined,
    directedBy: by === null && (at !== null || where !== null) ? "Say who gave the direction." : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  return {
    values: {
      ...{ title, description: text("description"), reason: text("reason") },
      ...{ where: text("where"), askedBy: text("askedBy"), days: days === 0 ? null : days! },
      directed: by === null ? null : { by, at: at ?? "", where: where ?? "" },
    },
  };
}

/** What happened: everybody in the business may write it. Only what changed is written. */
export function Details({ record, change }: { record: ShownRecord; change: Change }) {
  const store = useStore();
  const { job } = useScreen();
  const [saw] = useState(record.fields);
  const { directed } = change;
  const draft = useFormDraft({
    ...{ of: `change ${record.id} details`, job, kind: CHANGE, title: "change" },
    ...{ href: `/account/job/${job}/changes/${record.id}`, record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = readDetails(new FormData(form), change);
    if ("faults" in found) return found;
    const sets = Object.fromEntries(
      Object.entries(found.values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(record.values[field] ?? null),
      ),
    );
    if (Object.keys(sets).length === 0) return { saved: "Nothing changed." };
    await store.write({ kind: CHANGE, record: record.id, job, sets, saw, draft: await draft.settled() });
    draft.next(record.id);
    return { saved: "Saved." };
  };
  return (
    <DraftForm draft={draft} submit={submit} save="Save" kind="plain">
      {(errorOf) => (
        <>
          <Field
            name="title"
            label="What it is"
            {...(change.title === UNNAMED ? { unmarked: true } : { required: true })}
            hint={change.title === UNNAMED ? "Such as “Replace the cracked drain line.”" : undefined}
            maxLength={LONGEST.title}
            defaultValue={change.title === UNNAMED ? "" : change.title}
            error={errorOf("title")}
          />
          <DictatedText
            name="description"
            label="What changes"
            hint="What is done that the contract doesn’t say, or isn’t done."
            rows={3}
            maxLength={LONGEST.words}
            defaultValue={change.description}
          />
          <div className="estimate-two">
            <Select
              name="reason"
              label="Why"
              placeholder="Not decided"
              defaultValue={change.reason ?? ""}
              options={REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
            />
            <Field name="where" label="Where" maxLength={LONGEST.where} defaultValue={change.where} />
            <Field
              name="askedBy"
              label="Who asked for it"
              maxLength={LONGEST.name}
              defaultValue={change.askedBy}
            />
            <Field
              name="days"
              label="Days"
              hint="More days to finish, or -2 for fewer."
              defaultValue={change.days === 0 ? "" : String(change.days)}
              error={errorOf("days")}
            />
          </div>
          <details className="fold" open={directed !== null || undefined}>
            <summary>Verbal direction</summary>
            <div className="estimate-two mt-2">
              <Field
                name="directedBy"
                label="Who"
                unmarked
                maxLength={LONGEST.name}
                defaultValue={directed?.by}
                error={errorOf("directedBy")}
              />
              <Field
                name="directedAt"
                label="When"
                unmarked
                type="datetime-local"
                defaultValue={directed?.at}
              />
              <Field
                name="directedWhere"
                label="Where they said it"
                unmarked
                maxLength={LONGEST.where}
                defaultValue={directed?.where}
              />
            </div>
          </details>
        </>
      )}
    </DraftForm>
  );
}
