import { useState } from "react";
import { newLocalId, type ShownRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { describePerson, fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import { formatHour } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { LONGEST } from "../rules/items.ts";
import { listOf, OWN_LIST } from "../rules/lists.ts";
import { library } from "../start/library.ts";
import {
  HOURS,
  MOST_EVERY,
  refuseSchedule,
  type Schedule,
  SCHEDULE,
  scheduleOf,
  USUAL_HOUR,
  weekdayName,
} from "./rules.ts";

const OFTEN = [
  { value: "day", label: "Days" },
  { value: "week", label: "Weeks" },
  { value: "month", label: "Months" },
  { value: "", label: "Only when people scan its sticker" },
];
const HOUR_CHOICES = Array.from({ length: HOURS.to - HOURS.from }, (_, at) => ({
  value: String(HOURS.from + at),
  label: formatHour(HOURS.from + at),
}));

/** The fields as they are stored. */
function setsOf(data: FormData, unit: string, titleOf: (list: string) => string) {
  const text = (name: string) => fieldText(data, name);
  const list = text("list");
  const weekdays = data.getAll("weekday").map(Number);
  return {
    list,
    title: text("title") || titleOf(list),
    place: text("about") || null,
    rhythm: unit ? { every: Number(text("every")), unit, weekdays: unit === "week" ? weekdays : [] } : null,
    from: text("from"),
    to: (unit && text("to")) || null,
    by: Number(text("by") || USUAL_HOUR),
    who: text("who") || null,
  };
}

/** Adds or changes a schedule. @param today "2026-11-23", the first day that a new one offers */
export function ScheduleForm({
  record,
  today,
  done,
}: {
  record: ShownRecord | null;
  today: string;
  done: () => void;
}) {
  const { job, people, tell } = useScreen();
  const store = useStore();
  const own = useRecords(OWN_LIST, null);
  const before: Schedule | null = record && scheduleOf(record.values);
  const [unit, setUnit] = useState<string>(before ? (before.rhythm?.unit ?? "") : "day");
  if (!own) return null;
  const lists = [...own.map(({ id, values }) => listOf(id, values)), ...library].map(({ key, title }) => ({
    value: key,
    label: title,
  }));
  const titleOf = (list: string) => lists.find(({ value }) => value === list)?.label ?? "";
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const sets = setsOf(new FormData(form), unit, titleOf);
    const every = sets.rhythm?.every ?? 1;
    if (!Number.isInteger(every) || every < 1 || every > MOST_EVERY)
      return { faults: { every: `Enter a number from 1 to ${MOST_EVERY}.` } };
    const why = refuseSchedule(sets);
    if (why) return { faults: { [!sets.list ? "list" : sets.from ? "to" : "from"]: why } };
    await store.write({
      kind: SCHEDULE,
      record: record?.id ?? newLocalId(),
      job,
      sets: { ...sets, from: sets.from || today },
    });
    tell.done(record ? "The schedule is changed." : `${sets.title} is scheduled.`);
    done();
    return undefined;
  };
  return (
    <FieldForm
      submit={submit}
      tell={tell}
      className="mt-4"
      beside={
        <Button type="button" kind="quiet" onClick={done}>
          Cancel
        </Button>
      }
    >
      {(errorOf) => (
        <>
          <Select
            name="list"
            label="List"
            required
            options={lists}
            placeholder="Choose a list"
            defaultValue={before?.list ?? ""}
            error={errorOf("list")}
          />
          <Field
            name="about"
            label="For"
            hint="A place or a machine, such as “Level 3” or “Crane 2”. It’s printed on the sticker."
            maxLength={LONGEST.title}
            defaultValue={before?.place ?? ""}
          />
          <Field
            name="title"
            label="Name"
            hint="Leave it blank to use the name of the list."
            maxLength={LONGEST.title}
            defaultValue={before?.title ?? ""}
          />
          <div className="schedule-often">
            {unit ? (
              <Field
                name="every"
                label="Every"
                required
                inputMode="numeric"
                defaultValue={before?.rhythm?.every ?? 1}
                error={errorOf("every")}
              />
            ) : null}
            <Select
              name="unit"
              label={unit ? "Days, weeks, or months" : "How often"}
              required
              options={OFTEN}
              value={unit}
              onChange={({ target }) => setUnit(target.value)}
            />
          </div>
          {unit === "week" ? (
            <fieldset className="field fieldset">
              <legend>On</legend>
              <div className="schedule-days">
                {[7, 1, 2, 3, 4, 5, 6].map((day) => (
                  <label key={day} className="schedule-day">
                    <input
                      type="checkbox"
                      name="weekday"
                      value={day}
                      defaultChecked={before?.rhythm?.weekdays.includes(day) ?? false}
                      aria-label={weekdayName(day)}
                    />
                    <span aria-hidden="true">{weekdayName(day).slice(0, 3)}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          ) : null}
          {unit ? (
            <div className="schedule-often">
              <Select
                name="by"
                label="Done by"
                hint="If it isn’t finished by then, they get an email."
                required
                options={HOUR_CHOICES}
                defaultValue={String(before?.by ?? USUAL_HOUR)}
              />
              <Select
                name="who"
                label="Who does it"
                unmarked
                options={people
                  .filter(({ id, isFormer }) => !isFormer || id === before?.who)
                  .map((one) => ({ value: one.id, label: describePerson(one) }))}
                placeholder="Everyone on the job"
                defaultValue={before?.who ?? ""}
              />
              <Field
                name="from"
                label="First day"
                type="date"
                required
                defaultValue={before?.from ?? today}
                error={errorOf("from")}
              />
              <Field
                name="to"
                label="Last day"
                type="date"
                defaultValue={before?.to ?? ""}
                error={errorOf("to")}
              />
            </div>
          ) : null}
        </>
      )}
    </FieldForm>
  );
}
