import { type Fields, type ShownRecord, useStore, type Value } from "#ground/sync/public.tsx";
import { nameOf, type Person } from "../people/person.ts";
import { contextOf, describeField, type KindLabels, useLabels } from "./labels.ts";

/** "Nov 20, 5:04 PM"; only the time if today. @param zone the device's if omitted */
function formatWhen(at: number, zone?: string): string {
  const options = { ...(zone ? { timeZone: zone } : {}) };
  const day = new Intl.DateTimeFormat("en-CA", options);
  const time = { ...options, hour: "numeric", minute: "2-digit" } as const;
  const isToday = day.format(at) === day.format(Date.now());
  return new Intl.DateTimeFormat(
    "en-US",
    isToday ? time : { ...time, month: "short", day: "numeric" },
  ).format(at);
}

const hasLabels = (labels: KindLabels | undefined, field: string): boolean =>
  labels?.fields[field.includes(".") ? `${field.split(".")[0]!}.*` : field] !== undefined;

/** Who changed a record and when, with earlier values to unfold. @param quiet fields shown elsewhere */
export function Changes({
  record,
  people,
  zone,
  quiet = [],
}: {
  record: ShownRecord;
  people: readonly Person[];
  zone?: string;
  quiet?: readonly string[];
}) {
  const { who } = useStore();
  const known = useLabels();
  const labels = known.kinds.find(({ kind }) => kind === record.kind);
  const changed = Object.entries(record.fields)
    .flatMap(([field, { values, earlier = [] }]) => {
      const [now] = values;
      // Adding photos and text in turn repeats values.
      const before = earlier.filter(({ value }) => JSON.stringify(value) !== JSON.stringify(now?.value));
      return now && before.length > 0 && !quiet.includes(field) && hasLabels(labels, field)
        ? [{ field, now, before }]
        : [];
    })
    .toSorted((a, b) => b.now.at - a.now.at);
  const [last] = changed;
  if (!last) return null;
  const name = (value: Value) => nameOf(value.author, people, who.user);
  return (
    <details className="changes">
      <summary>
        Changed by {name(last.now)}, {formatWhen(last.now.at, zone)}
      </summary>
      <dl>
        {changed.flatMap(({ field, before }) =>
          before.map((value) => {
            const described = describeField(
              labels,
              field,
              value.value,
              contextOf(record, value.by, known, people),
            );
            return (
              <div key={`${field} ${value.by}`}>
                <dt>
                  Earlier {described.label.toLowerCase()}: by {name(value)}, {formatWhen(value.at, zone)}
                </dt>
                <dd className="job-note">{described.value}</dd>
              </div>
            );
          }),
        )}
      </dl>
    </details>
  );
}

/**
 * Changes by others since a form was opened. Saving doesn't replace them.
 * @param base the fields when it opened
 */
export function ChangedMeanwhile({
  record,
  base,
  people,
}: {
  record: ShownRecord | null | undefined;
  base: Fields;
  people: readonly Person[];
}) {
  const { who } = useStore();
  const known = useLabels();
  if (!record) return null;
  const labels = known.kinds.find(({ kind }) => kind === record.kind);
  const others = Object.entries(record.fields).flatMap(([field, { values }]) => {
    const before = new Set((base[field]?.values ?? []).map(({ by }) => by));
    const newer = values.find(({ by, author }) => !before.has(by) && author !== who.user);
    return newer && hasLabels(labels, field) ? [{ field, newer }] : [];
  });
  if (others.length === 0) return null;
  return (
    <div className="panel changed-meanwhile" role="status">
      {others.map(({ field, newer }) => {
        const described = describeField(
          labels,
          field,
          newer.value,
          contextOf(record, newer.by, known, people),
        );
        return (
          <p key={field}>
            <b>
              Changed by {nameOf(newer.author, people, who.user)}, {formatWhen(newer.at)}, since you opened
              this.
            </b>{" "}
            {described.label} is now: <span className="job-note">{described.value}</span>
          </p>
        );
      })}
      <p className="field-hint">If you save a different version, we save both and you choose one.</p>
    </div>
  );
}
