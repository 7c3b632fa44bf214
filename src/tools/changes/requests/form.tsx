import type { Json, ShownRecord } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  type Done,
  EntryForm,
  EntryPhotos,
  type ReadForm,
  useEntry,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Field } from "#ui/field.tsx";
import { LONGEST, MOST_DAYS } from "../rules/change.ts";
import { REQUEST, requestOf } from "./request.ts";

/** What a filled request sets, or what is wrong with it. Only what changed is written. */
function read(form: FormData, before: Readonly<Record<string, unknown>>): ReadForm {
  const title = fieldText(form, "title");
  const cents = readMoney(fieldText(form, "cents"));
  const typedDays = (fieldText(form, "days") || "0").replace("−", "-");
  const days = /^[+-]?\d{1,6}$/.test(typedDays) ? Number(typedDays) : undefined;
  const faults = {
    title: title ? undefined : "Say what it is, such as “Move two outlets”.",
    cents: cents === undefined ? "Enter an amount, such as 450." : undefined,
    days:
      days === undefined || Math.abs(days) > MOST_DAYS
        ? "Enter whole days, such as 3, or -2 for fewer."
        : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  const values: Record<string, Json> = {
    ...{ title, description: fieldText(form, "description") || null },
    ...{ cents: cents!, days: days === 0 ? null : days! },
  };
  return {
    changes: Object.fromEntries(
      Object.entries(values).filter(([field, value]) => value !== (before[field] ?? null)),
    ),
  };
}

/** The form of a guest's request, with its photos. It is saved without a signal too. */
export function RequestForm({ record, done }: { record?: ShownRecord; done: Done }) {
  const { job } = useScreen();
  const entry = useEntry({
    ...{ kind: REQUEST, purpose: record ? "change" : "new", record, noun: "request" },
    of: record ? `change request ${record.id}` : `change request of ${job}`,
    href: `/account/job/${job}/changes${record ? `/requests/${record.id}` : ""}`,
    first: () => ({}),
  });
  const { title, description, cents, days } = requestOf(entry.before);
  return (
    <EntryForm
      entry={entry}
      read={(form) => read(form, entry.before)}
      save={record ? "Save" : "Send request"}
      done={done}
    >
      {(errorOf) => (
        <>
          <Field
            name="title"
            label="What it is"
            required
            maxLength={LONGEST.title}
            defaultValue={entry.before["title"] ? title : ""}
            error={errorOf("title")}
          />
          <DictatedText
            name="description"
            label="What changes, and why"
            rows={3}
            maxLength={LONGEST.words}
            defaultValue={description}
          />
          <div className="estimate-two">
            <Field
              name="cents"
              label="Your price"
              inputMode="decimal"
              hint="Only you and the people who run this job see it."
              defaultValue={moneyInputValue(cents)}
              error={errorOf("cents")}
            />
            <Field
              name="days"
              label="Days"
              hint="More days to finish, or -2 for fewer."
              defaultValue={days === 0 ? "" : String(days)}
              error={errorOf("days")}
            />
          </div>
          <EntryPhotos entry={entry} />
        </>
      )}
    </EntryForm>
  );
}
