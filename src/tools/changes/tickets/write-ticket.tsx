import { useState } from "react";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  DraftForm,
  type Outcome,
  useFormDraft,
  useLabels,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { lineCents } from "#trade/lines/public.ts";
import { LineForm, LineList, type LineTarget, readBasics } from "#trade/lines/public.tsx";
import { formatAmount, moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Field, Select } from "#ui/field.tsx";
import { LONGEST } from "../rules/change.ts";
import {
  formatAmountOf,
  formatHours,
  hoursOf,
  MOST_PEOPLE,
  type Ticket,
  TICKET,
  TICKET_CATEGORIES,
  TICKET_CATEGORY_LABELS,
  type TicketLine,
  wholeQuantity,
} from "./ticket.ts";

const href = (job: string, record: ShownRecord) => `/account/job/${job}/changes/tickets/${record.id}`;

/** The day and what was done. */
export function TicketDetails({ record, ticket }: { record: ShownRecord; ticket: Ticket }) {
  const store = useStore();
  const { job } = useScreen();
  const [saw] = useState(record.fields);
  const draft = useFormDraft({
    ...{ of: `ticket ${record.id} details`, job, kind: TICKET, title: "ticket" },
    ...{ href: href(job, record), record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const [day, work] = [fieldText(data, "day"), fieldText(data, "work")];
    if (day === "") return { faults: { day: "Choose the day of the work." } };
    const sets = {
      ...(day === ticket.day ? {} : { day }),
      ...(work === ticket.work ? {} : { work: work || null }),
    };
    if (Object.keys(sets).length === 0) return { saved: "Nothing changed." };
    await store.write({ kind: TICKET, record: record.id, job, sets, saw, draft: await draft.settled() });
    draft.next(record.id);
    return { saved: "Saved." };
  };
  return (
    <DraftForm draft={draft} submit={submit} save="Save" kind="plain">
      {(errorOf) => (
        <>
          <Field
            name="day"
            label="Day"
            type="date"
            required
            defaultValue={ticket.day}
            error={errorOf("day")}
          />
          <DictatedText
            name="work"
            label="What was done"
            rows={3}
            maxLength={LONGEST.words}
            defaultValue={ticket.work}
          />
        </>
      )}
    </DraftForm>
  );
}

/** Who worked how long, and with what. */
export function TicketLines({ record, ticket }: { record: ShownRecord; ticket: Ticket }) {
  const { currency } = useLabels();
  const { lines } = ticket;
  return (
    <section aria-label="People, materials, and equipment" className="mt-8">
      <h2 className="text-2xl">People, materials, and equipment</h2>
      <LineList
        record={record}
        lines={lines}
        isFrozen={false}
        heading={() => null}
        row={(line) => (
          <>
            <span>
              {line.text}
              <span className="estimate-quiet">
                {[TICKET_CATEGORY_LABELS[line.category], formatAmountOf(line)].join(", ")}
              </span>
            </span>
            <span className="estimate-amount">
              {line.needsPrice
                ? ""
                : formatAmount(lineCents({ quantity: wholeQuantity(line), cents: line.cents }), currency)}
            </span>
          </>
        )}
        form={(line, spot) => <TicketLineForm record={record} line={line} {...spot} />}
      />
      {hoursOf(lines) > 0 ? (
        <p className="mt-2">
          <b>{formatHours(hoursOf(lines))}</b> in all
        </p>
      ) : null}
    </section>
  );
}

function TicketLineForm({
  record,
  line,
  ...spot
}: {
  record: ShownRecord;
  line: TicketLine | undefined;
} & Pick<Parameters<typeof LineForm>[0], "place" | "done" | "beside">) {
  const { job } = useScreen();
  const { isManager } = useLabels();
  const target: LineTarget = {
    ...{ record, known: [], of: `ticket ${record.id}`, title: "ticket line", href: href(job, record) },
    // A foreman writes the hours; the office prices them.
    price: isManager ? { label: "Unit price", mayBeCredit: false, isOptional: true } : null,
    fill: ({ cents }) => ({ price: moneyInputValue(cents) }),
    read(form, place) {
      const { value, faults } = readBasics(form, false);
      const typed = readMoney(fieldText(form, "price"));
      const category = fieldText(form, "category") || "labor";
      const people = Number(fieldText(form, "people") || "1");
      const found = {
        ...faults,
        price: typed === undefined ? faults["price"] : undefined,
        people:
          Number.isInteger(people) && people >= 1 && people <= MOST_PEOPLE
            ? undefined
            : `Enter how many people, 1 to ${MOST_PEOPLE}.`,
      };
      if (Object.values(found).some(Boolean)) return { faults: found };
      const before = line && !line.needsPrice ? line.cents : null;
      const saved: Readonly<Record<string, Json>> = {
        ...{ place, category, text: value.text, quantity: value.quantity },
        people: category === "labor" ? people : 1,
        unit: category === "labor" ? "hr" : value.unit,
        cents: isManager ? (typed ?? null) : before,
      };
      return { value: saved, forBook: null };
    },
  };
  return (
    <LineForm target={target} {...spot} {...(line ? { line } : {})}>
      {(id, errorOf) => (
        <div className="estimate-two">
          <Select
            name="category"
            id={id("category")}
            label="What it is"
            required
            defaultValue={line?.category ?? "labor"}
            options={TICKET_CATEGORIES.map((value) => ({ value, label: TICKET_CATEGORY_LABELS[value] }))}
          />
          <Field
            name="people"
            id={id("people")}
            label="How many people"
            hint="The quantity is the hours of each."
            unmarked
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(line?.people ?? 1)}
            error={errorOf("people")}
          />
        </div>
      )}
    </LineForm>
  );
}
