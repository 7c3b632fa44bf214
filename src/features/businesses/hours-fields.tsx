import { Icon } from "#ui/icons.tsx";
import { fieldId } from "#ui/field.tsx";
import { hoursField, WEEKDAYS } from "./hours.ts";

type Values = Readonly<Record<string, string>>;

/** Opening hours, a line per weekday. Times are the browser's own inputs; everything works without script. */
export function HoursFields({ values, errors }: { values: Values; errors: Values }) {
  return (
    <fieldset className="field fieldset" aria-describedby="hours-hint">
      <legend>Opening hours</legend>
      <p className="field-hint" id="hours-hint">
        In your time zone. Clients see them on your page. A day without times counts as closed.
      </p>
      <div className="week">
        {WEEKDAYS.map((weekday, day) => {
          const error = errors[hoursField(day, "from")] ?? errors[hoursField(day, "to")];
          const errorId = `hours-${day}-error`;
          const time = (part: "from" | "to", words: string) => {
            const name = hoursField(day, part);
            return (
              <input
                className="input"
                type="time"
                id={fieldId(name)}
                name={name}
                aria-label={`${weekday}, ${words}`}
                aria-invalid={errors[name] ? true : undefined}
                aria-describedby={errors[name] ? errorId : undefined}
                defaultValue={values[name] ?? ""}
              />
            );
          };
          const closed = hoursField(day, "closed");
          return (
            <div className="week-day" key={weekday}>
              <span className="week-name">{weekday}</span>
              {time("from", "opens")}
              <span className="week-to">to</span>
              {time("to", "closes")}
              <span className="choice">
                <input type="checkbox" id={fieldId(closed)} name={closed} value="yes" defaultChecked={values[closed] !== undefined} />
                <label htmlFor={fieldId(closed)}>
                  Closed<span className="sr-only"> on {weekday}</span>
                </label>
              </span>
              {error ? (
                <p className="field-error" id={errorId}>
                  <Icon name="warning" />
                  <span>{error}</span>
                </p>
              ) : null}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
