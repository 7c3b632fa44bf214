import { useState } from "react";
import { newLocalId, useRecords, useStore } from "#ground/sync/public.tsx";
import { EntryMarks, FieldForm, type Outcome, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useToday } from "../talks/use-talks.ts";
import { dayOrBlank } from "../sheets/facts.ts";
import type { Sheet } from "../sheets/sheet.ts";
import { CHEMICAL, chemicalOf, faultsOf, KEPT_YEARS, LONGEST } from "./chemical.ts";

/** Where and when the chemical of a sheet is used on this job. For people of the business. */
export function JobChemicals({ sheet }: { sheet: Sheet }) {
  const { job, isOwnBusiness } = useScreen();
  const records = useRecords(CHEMICAL, job);
  const today = useToday().toString();
  const { write, line } = useWrite();
  const [isOpen, setOpen] = useState(false);
  if (!isOwnBusiness || sheet.type !== "sds" || !records) return null;
  const used = records
    .map((record) => ({ record, chemical: chemicalOf(record.values) }))
    .filter(({ chemical }) => chemical.sheet === sheet.sheet)
    .toSorted((one, other) => other.chemical.from.localeCompare(one.chemical.from));
  return (
    <details className="sheet-used">
      <summary>
        Where it’s used{used.length > 0 ? `: ${used.length === 1 ? "1 place" : `${used.length} places`}` : ""}
      </summary>
      <p className="estimate-quiet">
        Kept {KEPT_YEARS} years, for people who ask later what they worked with (29 CFR 1910.1020).
      </p>
      {used.length > 0 ? (
        <ul className="sheet-rows">
          {used.map(({ record, chemical: { place, from, until } }) => (
            <li key={record.id}>
              <p>
                <b>{place}</b>
                <span className="estimate-quiet">
                  {`from ${dayOrBlank(from)}, ${until ? `until ${dayOrBlank(until)}` : "still used"}`}
                </span>
                <EntryMarks record={record} />
              </p>
              {until === null ? (
                <Button
                  type="button"
                  kind="quiet"
                  size="small"
                  aria-label={`Not used anymore in ${place}`}
                  onClick={() =>
                    void write({
                      ...{ kind: CHEMICAL, record: record.id, job },
                      sets: { until: today < from ? from : today },
                    })
                  }
                >
                  Not used anymore
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {line}
      {isOpen ? (
        <ChemicalForm sheet={sheet} today={today} close={() => setOpen(false)} />
      ) : (
        <Button type="button" kind="plain" onClick={() => setOpen(true)}>
          It’s used here
        </Button>
      )}
    </details>
  );
}

function ChemicalForm({ sheet, today, close }: { sheet: Sheet; today: string; close: () => void }) {
  const { job, tell } = useScreen();
  const store = useStore();
  // One record, however often the form is sent.
  const [record] = useState(newLocalId);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const [place, from, until] = ["place", "from", "until"].map((name) => fieldText(data, name).trim());
    const line = { place: place ?? "", from: from ?? "", until: until || null };
    const faults = faultsOf(line, today);
    if (Object.keys(faults).length > 0) return { faults };
    const { name, maker } = sheet;
    await store.write({ kind: CHEMICAL, record, job, sets: { sheet: sheet.sheet, name, maker, ...line } });
    close();
    tell.done(`${name} is in the list of chemicals.`);
    return undefined;
  };
  return (
    <FieldForm
      submit={submit}
      tell={tell}
      beside={
        <Button type="button" kind="quiet" onClick={close}>
          Cancel
        </Button>
      }
    >
      {(errorOf) => (
        <>
          <Field
            name="place"
            label="Where"
            hint="Such as “Paint shed” or “Level 2 bathrooms”."
            required
            maxLength={LONGEST.place}
            error={errorOf("place")}
          />
          <div className="sheet-two">
            <Field
              name="from"
              type="date"
              label="First day"
              required
              defaultValue={today}
              error={errorOf("from")}
            />
            <Field name="until" type="date" label="Last day" error={errorOf("until")} />
          </div>
        </>
      )}
    </FieldForm>
  );
}
