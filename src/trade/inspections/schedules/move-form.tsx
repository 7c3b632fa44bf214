import { type Json, newLocalId, useRecords, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import { isOpen, jobOf } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { isWalked } from "../rules/run.ts";
import { moveSets, nameOfSchedule, SCHEDULE } from "./rules.ts";
import type { JobSchedule } from "./use-schedules.ts";

/** Moves a schedule to the job where its machine is now. What was walked here stays here. */
export function MoveForm({ one, done }: { one: JobSchedule; done: () => void }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const records = useRecords("jobs.job", null);
  if (!records) return null;
  const jobs = records
    .map(({ id, values }) => jobOf(id, values))
    .filter(({ id, status }) => id !== job && isOpen(status))
    .toSorted((first, second) => first.name.localeCompare(second.name));
  const { record, schedule, today, runsOn } = one;
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const to = jobs.find(({ id }) => id === fieldText(new FormData(form), "job"));
    if (!to) return { faults: { job: "Choose a job." } };
    const isDone = runsOn(today.toString()).some(({ run }) => isWalked(run.state));
    const [moved, next] = [{ kind: SCHEDULE, record: record.id, job }, newLocalId()];
    const after = { kind: SCHEDULE, record: next, job: to.id };
    await store.writeAll([
      { ...after, sets: moveSets(record.values, today, isDone) as Record<string, Json> },
      { ...moved, sets: { movedTo: { job: to.id, schedule: next } } },
    ]);
    tell.done(`${nameOfSchedule(schedule)} is on ${to.name} now.`, () =>
      store.writeAll([
        { ...moved, sets: { movedTo: null } },
        { ...after, sets: { removed: true } },
      ]),
    );
    done();
    return undefined;
  };
  return (
    <FieldForm
      submit={submit}
      tell={tell}
      save="Move"
      className="mt-4"
      beside={
        <Button type="button" kind="quiet" onClick={done}>
          Cancel
        </Button>
      }
    >
      {(errorOf) => (
        <Select
          name="job"
          label="Job where it is now"
          hint="The sticker stays the same. Lists that were walked here stay on this job."
          required
          options={jobs.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Choose a job"
          error={errorOf("job")}
        />
      )}
    </FieldForm>
  );
}
