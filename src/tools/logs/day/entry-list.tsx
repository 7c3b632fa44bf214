import { createContext, memo, useContext, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import {
  Changes,
  Conflicts,
  directionsTo,
  nameOf,
  type Person,
  Photos,
  type Announcer,
  Who,
} from "#trade/jobs/public.tsx";
import { type Change, type LocalDraft, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Badge } from "#ui/state-mark.tsx";
import { type Done, EntryForm, type DayFormInput } from "./entry-form.tsx";
import {
  correctionsOf,
  dateAt,
  formatDate,
  entryTitle,
  type LogPlace,
  formatPlaceLine,
  refuseChange,
} from "../rules.ts";
import type { Log, ShownEntry } from "./use-log.ts";

type Open = "change" | "correct" | null;

// A context, because the log is a new object after each change: only open forms read it, so entries aren't
// rendered again.
const DayContext = createContext<DayFormInput | null>(null);

/**
 * @param isClosed entries can only be corrected
 * @param isSealed approvals can't change either
 * @param mayWrite whether the viewer writes for this company
 * @param judges whether the viewer approves a guest's entries
 */
export function EntryList({
  log,
  company,
  entries,
  people,
  isClosed,
  isSealed,
  mayWrite,
  judges,
  drafts,
  tell,
}: {
  log: Log;
  company: string;
  entries: readonly ShownEntry[];
  people: readonly Person[];
  isClosed: boolean;
  isSealed: boolean;
  mayWrite: boolean;
  judges: boolean;
  drafts: readonly LocalDraft[];
  tell: Announcer;
}) {
  const { replaced } = correctionsOf(entries);
  const guest = log.guestOf(company);
  const requested = useSearchParams()[0].get("draft");
  const { key } = useLocation();
  return (
    <DayContext value={{ log, company, people, drafts, tell }}>
      <ol className="log-entries">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            job={log.job.id}
            zone={log.zone}
            guest={guest}
            entry={entry}
            people={people}
            isClosed={isClosed}
            isSealed={isSealed}
            mayWrite={mayWrite}
            judges={judges}
            isCorrected={replaced.has(entry.id)}
            requested={
              requested?.endsWith(`${entry.id} correct`)
                ? "correct"
                : requested?.endsWith(entry.id)
                  ? "change"
                  : null
            }
            visit={key}
            tell={tell}
          />
        ))}
      </ol>
    </DayContext>
  );
}

interface EntryProps extends Pick<
  Parameters<typeof EntryList>[0],
  "people" | "isClosed" | "isSealed" | "mayWrite" | "judges" | "tell"
> {
  readonly job: string;
  readonly zone: string;
  readonly guest: string | null;
  readonly entry: ShownEntry;
  readonly isCorrected: boolean;
  /** The form in the address, and the key of the visit. */
  readonly requested: Open;
  readonly visit: string;
}

const Entry = memo(function Entry(props: EntryProps) {
  const { entry, isCorrected } = props;
  return (
    <li id={entry.id} className="log-entry" data-corrected={isCorrected ? "" : undefined}>
      <EntryContent {...props} />
    </li>
  );
});

function EntryAsForm({
  entry,
  corrects,
  done,
}: Pick<Parameters<typeof EntryForm>[0], "corrects" | "done"> & { entry: ShownEntry }) {
  return (
    <EntryForm
      day={useContext(DayContext)!}
      type={entry.type}
      entry={entry}
      corrects={corrects}
      done={done}
    />
  );
}

function EntryContent(props: EntryProps) {
  const {
    job,
    zone,
    guest,
    entry,
    people,
    isClosed,
    isSealed,
    mayWrite,
    judges,
    isCorrected,
    tell,
    requested,
    visit,
  } = props;
  const store = useStore();
  const [open, setOpen] = useState<Open>(null);
  const [opened, setOpened] = useState<string>();
  if (requested && opened !== visit) {
    setOpened(visit);
    setOpen(requested);
  }
  const done: Done = (words, undo) => {
    // The correction contains the refused change, so stop showing it.
    if (words && open === "correct") for (const { id } of entry.record.refused) void store.putAway(id);
    setOpen(null);
    if (words) tell.done(words, undo);
  };
  // Approved entries of a guest can only be corrected.
  const isFixed = isClosed || (entry.approved === true && !judges);
  if (open) return <EntryAsForm entry={entry} corrects={open === "correct"} done={done} />;
  // On a closed day, a correction resolves a conflict.
  const locked = isClosed ? refuseChange(isSealed ? "sealed" : "submitted") : null;
  const listedInChanges = new Set(
    Object.values(entry.record.fields).flatMap(({ earlier, values }) =>
      earlier?.length ? values.map(({ author }) => author) : [],
    ),
  );
  const editors = entry.editors.filter((editor) => !listedInChanges.has(editor));
  const setApproved = (approved: boolean) =>
    void store
      .write({ kind: "logs.entry", record: entry.id, job, sets: { approved }, saw: entry.record.fields })
      .catch(tell.failed);
  return (
    <>
      <div className="log-entry-head">
        <h3>{entryTitle(entry)}</h3>
        <Marks entry={entry} isCorrected={isCorrected} />
      </div>
      {entry.text ? <p className="job-note">{entry.text}</p> : null}
      {entry.photos.length > 0 ? (
        <Photos
          shots={entry.photos}
          note={entry.record}
          label={entryTitle(entry)}
          stay={isFixed || !mayWrite}
        />
      ) : null}
      {entry.photos.some(({ caption }) => caption) ? (
        <ul className="log-captions">
          {entry.photos.flatMap(({ sha256, caption }, at) =>
            caption ? [<li key={sha256}>{`Photo ${at + 1}: ${caption}`}</li>] : [],
          )}
        </ul>
      ) : null}
      <p className="log-meta">
        <span>
          <Who id={entry.author} people={people} />, {guest ? <>{guest}, </> : null}
          <time dateTime={new Date(entry.at).toISOString()}>
            {dateAt(entry.at, zone) === entry.date ? "" : `${formatDate(dateAt(entry.at, zone))}, `}
            {formatTime(entry.at, zone)}
          </time>
          {editors.map((editor, at) => (
            <span key={editor}>
              {at === 0 ? "; changed by " : ", "}
              {nameOf(editor, people, store.who.user)}
            </span>
          ))}
        </span>
        {entry.place ? <PlaceLink place={entry.place} /> : null}
        {entry.tags.map((tag) => (
          <span className="log-tag" key={tag}>
            {tag}
          </span>
        ))}
      </p>
      <Changes record={entry.record} people={people} zone={zone} quiet={["approved"]} />
      <Conflicts record={entry.record} people={people} zone={zone} heading="h4" locked={locked} />
      {entry.record.refused.map(({ id, why }) => (
        <div className="job-refused" key={id}>
          <p>{why}</p>
          <div className="flex flex-wrap gap-2">
            {isFixed ? (
              <Button type="button" kind="plain" size="small" onClick={() => setOpen("correct")}>
                Make it a correction
              </Button>
            ) : (
              <Button
                type="button"
                kind="plain"
                size="small"
                onClick={() => void store.tryAgain(id).catch(tell.failed)}
              >
                Try again
              </Button>
            )}
            <Button
              type="button"
              kind="quiet"
              size="small"
              onClick={() => void store.putAway(id).catch(tell.failed)}
            >
              Put it away
            </Button>
          </div>
        </div>
      ))}
      <div className="log-deeds">
        {mayWrite && !isCorrected ? (
          <Button
            type="button"
            kind="quiet"
            size="small"
            onClick={() => setOpen(isFixed ? "correct" : "change")}
          >
            {isFixed ? "Correct" : "Change"}
            <span className="sr-only"> {entryTitle(entry)}</span>
          </Button>
        ) : null}
        {judges && !(isSealed && entry.approved !== null) ? (
          <>
            {entry.approved === true ? null : (
              <Button type="button" kind="plain" size="small" onClick={() => setApproved(true)}>
                Approve
              </Button>
            )}
            {entry.approved === false ? null : (
              <Button type="button" kind="quiet" size="small" onClick={() => setApproved(false)}>
                Leave out
              </Button>
            )}
          </>
        ) : null}
      </div>
    </>
  );
}

function PlaceLink({ place }: { place: LogPlace }) {
  const directions = directionsTo({ address: null, position: { ...place, by: "phone" } })!;
  return (
    <span>
      <a className="text-link" href={directions} rel="noreferrer">
        {formatPlaceLine(place)}
      </a>
      , as the device reported it
    </span>
  );
}

function Marks({ entry, isCorrected }: { entry: ShownEntry; isCorrected: boolean }) {
  return (
    <span className="log-marks">
      {entry.corrects ? <Badge>Correction</Badge> : null}
      {isCorrected ? <Badge>Corrected below</Badge> : null}
      {entry.isLate ? <Badge>Late</Badge> : null}
      {entry.approved === false ? <Badge>Left out</Badge> : null}
      {entry.record.refused.length > 0 ? (
        <Badge>Refused</Badge>
      ) : entry.record.waiting > 0 ? (
        <Badge>On this device</Badge>
      ) : null}
    </span>
  );
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function formatTime(at: number, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" });
  clocks.set(zone, clock);
  return clock.format(at);
}

export const waitingForApproval = (entries: readonly ShownEntry[]): ShownEntry[] =>
  entries.filter(({ approved }) => approved === null);

/** Changes that approve a guest's entries. */
export const approvals = (job: string, entries: readonly ShownEntry[]): Change[] =>
  entries.map(({ id, record }) => ({
    kind: "logs.entry",
    record: id,
    job,
    sets: { approved: true },
    saw: record.fields,
  }));
