import { useState } from "react";
import { Conflicts, type Person, Photos, Who } from "#features/jobs/public.tsx";
import { type Json, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Badge } from "#ui/state-mark.tsx";
import { EntryForm } from "./entry-form.tsx";
import { crewWords, delayWords, entryOf, entryTitle, itemWords, type LogEntry } from "./rules.ts";
import type { Log, ShownEntry } from "./use-log.ts";

/** What is open on an entry. */
type Open = "change" | "correct" | null;

/**
 * What a day holds, in the order it was written.
 * @param isClosed whether entries stay as they are, so that what is wrong is corrected by another
 * @param mayWrite whether whoever looks writes for this company
 * @param judges whether whoever looks says yes or no to what a guest wrote
 */
export function EntryList({
  log,
  company,
  entries,
  people,
  isClosed,
  mayWrite,
  judges,
  said,
}: {
  log: Log;
  company: string;
  entries: readonly ShownEntry[];
  people: readonly Person[];
  isClosed: boolean;
  mayWrite: boolean;
  judges: boolean;
  said: (words: string) => void;
}) {
  const corrected = new Map(entries.flatMap((entry) => (entry.corrects ? [[entry.corrects, entry]] : [])));
  return (
    <ol className="log-entries">
      {entries.map((entry) => (
        <li key={entry.id} id={entry.id} className="log-entry" data-corrected={corrected.has(entry.id) ? "" : undefined}>
          <Entry
            log={log}
            company={company}
            entry={entry}
            people={people}
            isClosed={isClosed}
            mayWrite={mayWrite}
            judges={judges}
            isCorrected={corrected.has(entry.id)}
            said={said}
          />
        </li>
      ))}
    </ol>
  );
}

function Entry({
  log,
  company,
  entry,
  people,
  isClosed,
  mayWrite,
  judges,
  isCorrected,
  said,
}: Omit<Parameters<typeof EntryList>[0], "entries"> & { entry: ShownEntry; isCorrected: boolean }) {
  const store = useStore();
  const guest = log.guestOf(company);
  const [open, setOpen] = useState<Open>(null);
  const done = (words?: string) => {
    // What the server refused is in the correction now.
    if (words && open === "correct") for (const { id } of entry.record.refused) void store.putAway(id);
    setOpen(null);
    if (words) said(words);
  };
  if (open) return <EntryForm log={log} company={company} type={entry.type} entry={entry} corrects={open === "correct"} done={done} />;
  const judge = (approved: boolean) =>
    void store.write({ kind: "logs.entry", record: entry.id, job: log.job.id, sets: { approved }, saw: entry.record.fields });
  return (
    <>
      <div className="log-entry-head">
        <h3>{entryTitle(entry)}</h3>
        <Marks entry={entry} isCorrected={isCorrected} />
      </div>
      {entry.text ? <p className="job-note">{entry.text}</p> : null}
      {entry.photos.length > 0 ? (
        <Photos shots={entry.photos} note={entry.record} label={entryTitle(entry)} stay={isClosed || !mayWrite} />
      ) : null}
      {entry.photos.some(({ caption }) => caption) ? (
        <ul className="log-captions">
          {entry.photos.flatMap(({ sha256, caption }, at) => (caption ? [<li key={sha256}>{`Photo ${at + 1}: ${caption}`}</li>] : []))}
        </ul>
      ) : null}
      <p className="log-meta">
        <span>
          <Who id={entry.author} people={people} />, {guest ? <>{guest}, </> : null}
          <time dateTime={new Date(entry.at).toISOString()}>{timeIn(entry.at, log.zone)}</time>
        </span>
        {entry.tags.map((tag) => (
          <span className="log-tag" key={tag}>
            {tag}
          </span>
        ))}
      </p>
      <Conflicts record={entry.record} people={people} heading="h4" say={conflictWords} />
      {entry.record.refused.map(({ id, why }) => (
        <div className="job-refused" key={id}>
          <p>{why}</p>
          <div className="flex flex-wrap gap-2">
            {isClosed ? (
              <Button type="button" kind="plain" size="small" onClick={() => setOpen("correct")}>
                Make it a correction
              </Button>
            ) : (
              <Button type="button" kind="plain" size="small" onClick={() => void store.tryAgain(id)}>
                Try again
              </Button>
            )}
            <Button type="button" kind="quiet" size="small" onClick={() => void store.putAway(id)}>
              Put it away
            </Button>
          </div>
        </div>
      ))}
      <div className="log-deeds">
        {mayWrite && !isCorrected ? (
          <Button type="button" kind="quiet" size="small" onClick={() => setOpen(isClosed ? "correct" : "change")}>
            {isClosed ? "Correct" : "Change"}
            <span className="sr-only"> {entryTitle(entry)}</span>
          </Button>
        ) : null}
        {judges ? (
          <>
            {entry.approved === true ? null : (
              <Button type="button" kind="plain" size="small" onClick={() => judge(true)}>
                Approve
              </Button>
            )}
            {entry.approved === false ? null : (
              <Button type="button" kind="quiet" size="small" onClick={() => judge(false)}>
                Leave out
              </Button>
            )}
          </>
        ) : null}
      </div>
    </>
  );
}

function Marks({ entry, isCorrected }: { entry: ShownEntry; isCorrected: boolean }) {
  return (
    <span className="log-marks">
      {entry.corrects ? <Badge>Correction</Badge> : null}
      {isCorrected ? <Badge>Corrected below</Badge> : null}
      {entry.isLate ? <Badge>Late</Badge> : null}
      {entry.approved === false ? <Badge>Left out</Badge> : null}
      {entry.record.refused.length > 0 ? <Badge>Not taken</Badge> : entry.record.waiting > 0 ? <Badge>On this device</Badge> : null}
    </span>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  crew: "Crew",
  item: "What it was",
  delay: "Delay",
  type: "Kind of entry",
  approved: "Whether it counts",
  date: "Day",
};

/** What two versions of an entry's field are called. */
function conflictWords(field: string, value: Json | undefined): { field: string; value: string } | undefined {
  const word =
    FIELDS[field] ?? (field.startsWith("captions.") ? "Caption" : field.startsWith("tags.") ? `Tag “${field.slice(5)}”` : undefined);
  if (!word) return undefined;
  const entry = entryOf("", { type: "note", [field]: value });
  const said =
    (entry.crew && crewWords(entry.crew)) ??
    (entry.item && itemWords(entry.item)) ??
    (entry.delay && delayWords(entry.delay)) ??
    (typeof value === "string" ? value : value === true ? "Yes" : value === false ? "No" : "Left empty");
  return { field: word, value: said };
}

const timeIn = (at: number, zone: string): string =>
  new Date(at).toLocaleString("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" });

/** Whether a guest's entries wait for somebody to look at them. */
export const waitsForApproval = (entries: readonly Pick<LogEntry, "approved">[]): number =>
  entries.filter(({ approved }) => approved === null).length;
