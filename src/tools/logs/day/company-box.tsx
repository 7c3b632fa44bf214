import { useState } from "react";
import { FieldForm, type Outcome, type Announcer } from "#trade/jobs/public.tsx";
import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { dayId } from "../ids.ts";
import { LONGEST } from "../rules.ts";
import type { Log } from "./use-log.ts";

/**
 * Asks a guest for their company, once per job.
 * @param isClosed the company of a submitted day can't change
 */
export function CompanyBox({
  log,
  company,
  isClosed,
  tell,
}: {
  log: Log;
  company: string;
  isClosed: boolean;
  tell: Announcer;
}) {
  const store = useStore();
  const firm = log.guestCompanyOf(company);
  const [isOpen, setOpen] = useState(false);
  // The record when the form opened, so that saving doesn't replace newer changes.
  const [base, setBase] = useState<{ readonly record: ShownRecord | undefined }>();
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = new FormData(form).get("firm");
    const name = typeof typed === "string" ? typed.trim() : "";
    if (!name)
      return { faults: { firm: "Write your company’s name, or your own if you work for yourself." } };
    const { record } = base ?? log.dayFor(company);
    await store.write({
      kind: "logs.day",
      record: dayId(log.job.id, log.date, company),
      job: log.job.id,
      sets: { ...(record ? {} : { date: log.date, company }), companyName: name },
      ...(record ? { saw: record.fields } : {}),
    });
    setOpen(false);
    tell.done(`You’re writing for ${name}.`);
    return undefined;
  };
  const open = () => {
    setBase({ record: log.dayFor(company).record });
    setOpen(true);
  };
  if (isClosed && firm === null) return null;
  if (firm !== null && !isOpen)
    return (
      <p className="log-firm">
        <span>
          You write for <b>{firm}</b>.
        </span>
        {isClosed ? null : (
          <Button type="button" kind="quiet" size="small" onClick={open}>
            Change<span className="sr-only"> your company</span>
          </Button>
        )}
      </p>
    );
  return (
    <FieldForm
      className="log-form log-firm-form"
      submit={submit}
      tell={tell}
      beside={
        isOpen ? (
          <Button type="button" kind="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        ) : null
      }
    >
      {(errorOf) => (
        <Field
          name="firm"
          id="log-firm"
          label="Your company"
          unmarked
          hint="It shows next to what you write. We ask only once."
          maxLength={LONGEST.name}
          defaultValue={firm ?? ""}
          error={errorOf("firm")}
          autoComplete="organization"
          autoFocus={isOpen}
        />
      )}
    </FieldForm>
  );
}
