import { Link } from "react-router";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { nameOf, type Person } from "../people/person.ts";
import { useWrite } from "../form/use-write.tsx";
import { aroundOf, inWords, useLabels } from "./labels.ts";

const moment = (at: number, zone?: string): string =>
  new Date(at).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone,
  });

/**
 * Two versions of a field, written by people who did not see each other's: both in words, with a button that
 * settles it. Until then the later one shows.
 */
export function Conflicts({
  record,
  people,
  heading: Heading = "h2",
  locked = null,
  settleAt,
  zone,
}: {
  record: ShownRecord;
  people: readonly Person[];
  /** Of the job; the device's own where left out. */
  zone?: string;
  heading?: "h2" | "h3" | "h4";
  /** Why neither version can be chosen any more, for people; null where it can. */
  locked?: string | null;
  /** Where the choice is made, if not here: the screen that knows the record's rules. */
  settleAt?: string | null | undefined;
}) {
  const store = useStore();
  const known = useLabels();
  const { write, line } = useWrite();
  const words = known.kinds.find(({ kind }) => kind === record.kind);
  return record.conflicts.map((field) => {
    const { values } = record.fields[field]!;
    const versions = values.map((one) => ({
      ...one,
      words: inWords(words, field, one.value, aroundOf(record, one.by, known, people)),
    }));
    const { label } = versions[0]!.words;
    const refused = (value: Json) =>
      locked ?? words?.mayKeep?.(record, field, value, known.isManager) ?? null;
    const why = versions.map(({ value }) => refused(value)).find((one) => one !== null);
    const keep = (value: Json) =>
      void write({
        kind: record.kind,
        record: record.id,
        job: record.job,
        sets: { [field]: value },
        saw: record.fields,
      });
    return (
      <section key={field} className="panel conflict" aria-label={`${label}: two versions`}>
        <Heading className="text-xl">{label}: two versions</Heading>
        <p>
          This was changed in two places before they synced. Both versions are saved.{" "}
          {settleAt ? (
            <Link className="text-link" to={settleAt}>
              Choose one on the day’s page
            </Link>
          ) : (
            (why ?? "Choose the right one.")
          )}
        </p>
        <ul>
          {versions.map(({ value, by, at, author, words: said }) => (
            <li key={by}>
              <p>
                <b className="job-note">{said.value}</b>
                <span className="job-who">
                  {" "}
                  by {nameOf(author, people, store.who.user)}, {moment(at, zone)}
                </span>
              </p>
              {settleAt || refused(value) !== null ? null : (
                <Button type="button" kind="plain" size="small" onClick={() => keep(value)}>
                  Keep this one
                </Button>
              )}
            </li>
          ))}
        </ul>
        {line}
      </section>
    );
  });
}
