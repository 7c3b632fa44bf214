import { type SubmitEvent, useState } from "react";
import { failedWords, type Tell } from "#features/jobs/public.tsx";
import { useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { dayId } from "./ids.ts";
import { LONGEST } from "./rules.ts";
import type { Log } from "./use-log.ts";

/**
 * For which firm a guest writes: asked once on a job, carried from day to day, changed where they have moved on.
 * @param isClosed whether this day was handed in: what it says of its firm stays
 */
export function FirmBox({ log, company, isClosed, tell }: { log: Log; company: string; isClosed: boolean; tell: Tell }) {
  const store = useStore();
  const firm = log.firmOf(company);
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("firm");
    const name = typeof typed === "string" ? typed.trim() : "";
    if (!name) return setWrong("Write your company’s name, or your own if you work for yourself.");
    const day = log.dayFor(company);
    try {
      await store.write({
        kind: "logs.day",
        record: dayId(log.job.id, log.date, company),
        job: log.job.id,
        sets: { ...(day.record ? {} : { date: log.date, company }), companyName: name },
        ...(day.record ? { saw: day.record.fields } : {}),
      });
      setOpen(false);
      setWrong(undefined);
      tell.done(`You write for ${name}.`);
    } catch (error) {
      setFailed(failedWords(error));
    }
  };
  if (isClosed && firm === null) return null;
  if (firm !== null && !isOpen)
    return (
      <p className="log-firm">
        <span>
          You write for <b>{firm}</b>.
        </span>
        {isClosed ? null : (
          <Button type="button" kind="quiet" size="small" onClick={() => setOpen(true)}>
            Change<span className="sr-only"> your company</span>
          </Button>
        )}
      </p>
    );
  return (
    <form className="form log-form log-firm-form" onSubmit={(event) => void save(event)} noValidate>
      <Field
        name="firm"
        id="log-firm"
        label="Your company"
        unmarked
        hint="It stands beside what you write. You are asked once."
        maxLength={LONGEST.name}
        defaultValue={firm ?? ""}
        error={wrong}
        autoComplete="organization"
        autoFocus={isOpen}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        {isOpen ? (
          <Button type="button" kind="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        ) : null}
      </div>
      {failed ? <StatusLine kind="error">{failed}</StatusLine> : null}
    </form>
  );
}
