import { Select } from "#ui/field.tsx";
import { SubmitButton } from "#ui/button.tsx";
import type { TimesView } from "./times.server.ts";

/** Free times as links, day by day. @param keep other parameters of the address */
export function Times({ times, keep = {} }: { times: TimesView; keep?: Readonly<Record<string, string>> }) {
  const { days, zone, isChosen, laterFrom, from } = times;
  const zoneKept: Record<string, string> = isChosen ? { zone } : {};
  const to = (more: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ ...keep, ...zoneKept, ...more }).toString()}`;
  return (
    <div className="visit-times">
      <ZoneLine times={times} keep={keep} />
      {days.map(({ label, starts }) => (
        <section key={label} className="visit-day" aria-label={label}>
          <h2>{label}</h2>
          <ul>
            {starts.map((start) => (
              <li key={start.at}>
                <a className="visit-time" href={to({ at: start.at })}>
                  {start.label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {days.length === 0 ? (
        <p className="mt-6 max-w-measure">
          {from ? "There are no free times after that." : "There are no free times right now."}
        </p>
      ) : null}
      <p className="visit-more">
        {from ? (
          <a className="text-link" href={to({})}>
            Earliest times
          </a>
        ) : null}
        {laterFrom ? (
          <a className="text-link" href={to({ from: laterFrom })}>
            Later days
          </a>
        ) : null}
      </p>
    </div>
  );
}

// The script of the page asks for the browser's zone if it differs (visit-zone.ts); without it, people
// choose.
function ZoneLine({ times, keep }: { times: TimesView; keep: Readonly<Record<string, string>> }) {
  const { zone, zonePlace, zoneName, elsewhere, offset, isChosen, zones } = times;
  return (
    <div className="visit-zone" data-zone-offset={isChosen ? undefined : offset}>
      <p>
        {elsewhere
          ? `Times are yours in ${zonePlace} (${zoneName}). The business is in ${elsewhere}.`
          : `Times are in ${zonePlace} (${zoneName}).`}
      </p>
      <details>
        <summary>I’m in another time zone</summary>
        <form method="get" className="form">
          {Object.entries(keep).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Select name="zone" label="Your time zone" unmarked defaultValue={zone} options={zones} />
          <SubmitButton kind="plain" size="small">
            Show times there
          </SubmitButton>
        </form>
      </details>
    </div>
  );
}
