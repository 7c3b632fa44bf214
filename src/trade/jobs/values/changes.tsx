import { type Fields, type ShownRecord, useStore, type Value } from "#ground/sync/public.tsx";
import { nameOf, type Person } from "../people/person.ts";
import { aroundOf, inWords, type KindLabels, useLabels } from "./labels.ts";

/**
 * A moment as people say it: the time alone where it was today.
 * @param zone IANA; of this device where left out
 */
function momentWords(at: number, zone?: string): string {
  const options = { ...(zone ? { timeZone: zone } : {}) };
  const day = new Intl.DateTimeFormat("en-CA", options);
  const time = { ...options, hour: "numeric", minute: "2-digit" } as const;
  const isToday = day.format(at) === day.format(Date.now());
  return new Intl.DateTimeFormat(
    "en-US",
    isToday ? time : { ...time, month: "short", day: "numeric" },
  ).format(at);
}

const isWorded = (words: KindLabels | undefined, field: string): boolean =>
  words?.fields[field.includes(".") ? `${field.split(".")[0]!}.*` : field] !== undefined;

/**
 * That a record was changed, by whom and when, with its earlier words a tap away.
 * @param quiet fields whose changes are told elsewhere
 */
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
  const words = known.kinds.find(({ kind }) => kind === record.kind);
  const changed = Object.entries(record.fields)
    .flatMap(([field, { values, earlier = [] }]) => {
      const [now] = values;
      // One who photographs and writes in turn changes nothing that was said.
      const before = earlier.filter(({ value }) => JSON.stringify(value) !== JSON.stringify(now?.value));
      return now && before.length > 0 && !quiet.includes(field) && isWorded(words, field)
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
        Changed by {name(last.now)}, {momentWords(last.now.at, zone)}
      </summary>
      <dl>
        {changed.flatMap(({ field, before }) =>
          before.map((value) => {
            const said = inWords(words, field, value.value, aroundOf(record, value.by, known, people));
            return (
              <div key={`${field} ${value.by}`}>
                <dt>
                  {said.label} before, by {name(value)}, {momentWords(value.at, zone)}
                </dt>
                <dd className="job-note">{said.value}</dd>
              </div>
            );
          }),
        )}
      </dl>
    </details>
  );
}

/**
 * In an open form: what somebody else saved on the record since the form was opened. It is not on the form,
 * and saving does not replace it.
 * @param base the fields as they were when the form was opened
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
  const words = known.kinds.find(({ kind }) => kind === record.kind);
  const others = Object.entries(record.fields).flatMap(([field, { values }]) => {
    const before = new Set((base[field]?.values ?? []).map(({ by }) => by));
    const fresh = values.find(({ by, author }) => !before.has(by) && author !== who.user);
    return fresh && isWorded(words, field) ? [{ field, fresh }] : [];
  });
  if (others.length === 0) return null;
  return (
    <div className="panel changed-meanwhile" role="status">
      {others.map(({ field, fresh }) => {
        const said = inWords(words, field, fresh.value, aroundOf(record, fresh.by, known, people));
        return (
          <p key={field}>
            <b>
              Changed by {nameOf(fresh.author, people, who.user)}, {momentWords(fresh.at)}, since you opened
              this.
            </b>{" "}
            {said.label} is now: <span className="job-note">{said.value}</span>
          </p>
        );
      })}
      <p className="field-hint">If you save a different version, both are kept, and you choose one.</p>
    </div>
  );
}
