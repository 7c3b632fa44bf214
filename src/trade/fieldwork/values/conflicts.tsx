import { Link } from "react-router";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { nameOf, type Person } from "../people/person.ts";
import { useWrite } from "../form/use-write.tsx";
import { contextOf, describeField, useLabels } from "./labels.ts";

const formatWhen = (at: number, zone?: string): string =>
  new Date(at).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone,
  });

/** Versions by people who hadn't seen each other's. Until someone chooses, the later one is shown. */
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
  /** The device's if omitted. */
  zone?: string;
  heading?: "h2" | "h3" | "h4";
  /** Null if a version can be chosen. */
  locked?: string | null;
  /** Where to choose, if not here. */
  settleAt?: string | null | undefined;
}) {
  const store = useStore();
  const known = useLabels();
  const { write, line } = useWrite();
  const labels = known.kinds.find(({ kind }) => kind === record.kind);
  return record.conflicts.map((field) => {
    const { values } = record.fields[field]!;
    const versions = values.map((one) => ({
      ...one,
      words: describeField(labels, field, one.value, contextOf(record, one.by, known, people)),
    }));
    const { label } = versions[0]!.words;
    const refused = (value: Json) =>
      locked ?? labels?.mayKeep?.(record, field, value, known.isManager) ?? null;
    const why = versions.map(({ value }) => refused(value)).find((one) => one !== null);
    const choose = (value: Json) =>
      void write({
        kind: record.kind,
        record: record.id,
        job: record.job,
        sets: { [field]: value },
        saw: record.fields,
      });
    const count = versions.length === 2 ? "two" : String(versions.length);
    return (
      // A group, not a landmark: a list can have one at each of its items.
      <div role="group" key={field} className="panel conflict" aria-label={`${label}: ${count} versions`}>
        <Heading className="text-xl">
          {label}: {count} versions
        </Heading>
        <p>
          This was changed on {count} devices before they synced. {count === "two" ? "Both" : `All ${count}`}{" "}
          versions are saved.{" "}
          {settleAt ? (
            <Link className="text-link" to={settleAt}>
              Choose one on its page
            </Link>
          ) : (
            (why ?? "Choose the right one.")
          )}
        </p>
        <ul>
          {versions.map(({ value, by, at, author, words: described }) => (
            <li key={by}>
              <p>
                <b className="job-note">{described.value}</b>
                <span className="job-who">
                  {" "}
                  by {nameOf(author, people, store.who.user)}, {formatWhen(at, zone)}
                </span>
              </p>
              {settleAt || refused(value) !== null ? null : (
                <Button type="button" kind="plain" size="small" onClick={() => choose(value)}>
                  Use this one
                </Button>
              )}
            </li>
          ))}
        </ul>
        {line}
      </div>
    );
  });
}
