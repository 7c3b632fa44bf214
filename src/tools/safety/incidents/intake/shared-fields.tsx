import { useState } from "react";
import { DictatedText, useScreen } from "#trade/fieldwork/public.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { LONGEST } from "../stored/injury.ts";

type ErrorOf = (field: string) => string | undefined;

/** What happened, when and where: the same for an injury and a near miss. `readWhat` reads them. */
export const WhatFields = ({ errorOf }: { errorOf: ErrorOf }) => (
  <>
    <DictatedText
      name="what"
      label="What happened"
      required
      rows={3}
      maxLength={LONGEST.text}
      error={errorOf("what")}
    />
    <WhenFields errorOf={errorOf} />
    <Field
      name="where"
      label="Where on the job"
      autoComplete="off"
      maxLength={LONGEST.line}
      hint="Such as north side, second floor."
    />
  </>
);

export const DoneField = ({ hint }: { hint?: string }) => (
  <TextArea name="done" label="What was done right away" rows={2} maxLength={LONGEST.text} hint={hint} />
);

/** The day and the time where the job is; now until somebody types another. */
function WhenFields({ errorOf }: { errorOf: ErrorOf }) {
  const { zone } = useScreen();
  // Fixed while the form is open: a time that moves would overwrite nothing, but look wrong.
  const [now] = useState(() => Temporal.Now.zonedDateTimeISO(zone));
  return (
    <div className="estimate-two">
      <Field
        name="date"
        type="date"
        label="Day"
        required
        defaultValue={now.toPlainDate().toString()}
        max={now.toPlainDate().toString()}
        error={errorOf("date")}
      />
      <Field
        name="time"
        type="time"
        label="Time"
        hint="Leave it blank if nobody knows."
        defaultValue={now.toPlainTime().toString({ smallestUnit: "minute" })}
        error={errorOf("time")}
      />
    </div>
  );
}
