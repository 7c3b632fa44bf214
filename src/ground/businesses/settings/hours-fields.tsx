import { Icon } from "#ui/icons.tsx";
import { fieldId } from "#ui/field.tsx";
import { hoursField, type Week, WEEKDAYS } from "./hours.ts";

type Values = Readonly<Record<string, string>>;

const WORDS = {
  hours: {
    legend: "Opening hours",
    hint: "In your time zone. Clients see them on your page. A day without times shows as closed.",
    from: "opens",
    to: "closes",
    closed: "Closed",
  },
  sending: {
    legend: "When follow-up goes out",
    hint: "In your time zone, between 8 AM and 9 PM, never on U.S. federal holidays. Guides people ask for go out right away, at any hour.",
    from: "first",
    to: "last",
    closed: "Not this day",
  },
  visits: {
    legend: "Days and hours for visits",
    hint: "In your time zone: when the first visit can start, and when the last one must end.",
    from: "first visit starts",
    to: "last visit ends",
    closed: "No visits",
  },
} as const satisfies Record<Week, unknown>;

/** Opening or sending hours, one line per weekday. Works without script. */
export function HoursFields({
  week = "hours",
  values,
  errors,
}: {
  week?: Week;
  values: Values;
  errors: Values;
}) {
  const words = WORDS[week];
  return (
    <fieldset className="field fieldset" aria-describedby={`${week}-hint`}>
      <legend>{words.legend}</legend>
      <p className="field-hint" id={`${week}-hint`}>
        {words.hint}
      </p>
      <div className="week">
        {WEEKDAYS.map((weekday, day) => {
          const error = errors[hoursField(day, "from", week)] ?? errors[hoursField(day, "to", week)];
          const errorId = `${week}-${day}-error`;
          const time = (part: "from" | "to") => {
            const name = hoursField(day, part, week);
            return (
              <input
                className="input"
                type="time"
                id={fieldId(name)}
                name={name}
                aria-label={`${weekday}, ${words[part]}`}
                aria-invalid={errors[name] ? true : undefined}
                aria-describedby={errors[name] ? errorId : undefined}
                defaultValue={values[name] ?? ""}
              />
            );
          };
          const closed = hoursField(day, "closed", week);
          return (
            <div className="week-day" key={weekday}>
              <span className="week-name">{weekday}</span>
              {time("from")}
              <span className="week-to">to</span>
              {time("to")}
              <span className="choice">
                <input
                  type="checkbox"
                  id={fieldId(closed)}
                  name={closed}
                  value="yes"
                  defaultChecked={values[closed] !== undefined}
                />
                <label htmlFor={fieldId(closed)}>
                  {words.closed}
                  <span className="sr-only">{week === "hours" ? ` on ${weekday}` : `: ${weekday}`}</span>
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
