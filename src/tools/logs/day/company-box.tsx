import { useState } from "react";
import { fieldText } from "#trade/fieldwork/public.ts";
import { DraftForm, type Outcome, useFormDraft, useScreen } from "#trade/fieldwork/public.tsx";
import { useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { dayId } from "../ids.ts";
import { LONGEST } from "../rules.ts";
import type { CompanyDay } from "./entry-form.tsx";

/**
 * Asks a guest for their company, once per job.
 * @param isClosed the company of a submitted day can't change
 */
export function CompanyBox({ day, isClosed }: { day: CompanyDay; isClosed: boolean }) {
  const firm = day.log.guestCompanyOf(day.company);
  const [isOpen, setOpen] = useState(false);
  if (isClosed && firm === null) return null;
  return firm !== null && !isOpen ? (
    <p className="log-firm">
      <span>
        You’re logging for <b>{firm}</b>.
      </span>
      {isClosed ? null : (
        <Button type="button" kind="quiet" size="small" onClick={() => setOpen(true)}>
          Change<span className="sr-only"> your company</span>
        </Button>
      )}
    </p>
  ) : (
    <CompanyForm day={day} firm={firm} close={() => setOpen(false)} />
  );
}

function CompanyForm({
  day: { log, company },
  firm,
  close,
}: {
  day: CompanyDay;
  firm: string | null;
  close: () => void;
}) {
  const store = useStore();
  const { job, tell } = useScreen();
  const { date } = log;
  const { record } = log.dayFor(company);
  const id = dayId(job, date, company);
  const draft = useFormDraft({
    of: `company ${job} ${date} ${company}`,
    ...{ job, kind: "logs.day", title: "company", record: id },
    href: `/account/job/${job}/logs?${new URLSearchParams({ day: date }).toString()}`,
    // As it is now, so that saving doesn't replace newer changes.
    ...(record ? { saw: record.fields } : {}),
  });
  const [opened] = useState(record?.fields);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const name = fieldText(new FormData(form), "firm");
    if (!name)
      return { faults: { firm: "Enter your company’s name, or your own if you work for yourself." } };
    const saw = draft.found?.saw ?? opened ?? record?.fields;
    await store.write({
      kind: "logs.day",
      record: id,
      job,
      sets: { ...(record ? {} : { date, company }), companyName: name },
      ...(saw ? { saw } : {}),
      draft: await draft.settled(),
    });
    draft.close();
    close();
    tell.done(`You’re logging for ${name}.`);
    return undefined;
  };
  const cancel = async () => {
    try {
      await draft.discard();
      close();
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <DraftForm
      draft={draft}
      className="log-form log-firm-form"
      submit={submit}
      beside={
        firm === null ? null : (
          <Button type="button" kind="quiet" onClick={() => void cancel()}>
            Cancel
          </Button>
        )
      }
    >
      {(errorOf) => (
        <Field
          name="firm"
          id="log-firm"
          label="Your company"
          unmarked
          hint="It shows next to what you write. We only ask once."
          maxLength={LONGEST.name}
          defaultValue={firm ?? ""}
          error={errorOf("firm")}
          autoComplete="organization"
          autoFocus={firm !== null}
        />
      )}
    </DraftForm>
  );
}
