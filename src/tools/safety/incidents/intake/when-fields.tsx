import { useState } from "react";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { Field } from "#ui/field.tsx";

/** The day and the time where the job is; now until somebody types another. */
export function WhenFields({ errorOf }: { errorOf: (field: string) => string | undefined }) {
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
