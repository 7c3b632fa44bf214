import { createContext, memo, useContext } from "react";
import {
  correctionsOf,
  dateAt,
  directionsTo,
  formatPlaceLine,
  nameOf,
  type Place,
  formatDate,
} from "#trade/fieldwork/public.ts";
import {
  type Act,
  type Done,
  EntryContent,
  EntryHistory,
  EntryItem,
  EntryMarks,
  ExtraWorkMark,
  useScreen,
  Who,
} from "#trade/fieldwork/public.tsx";
import { type Change, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Badge } from "#ui/state-mark.tsx";
import { refuseChange } from "../change-rules.ts";
import { entryTitle } from "../format.ts";
import { type CompanyDay, draftOf, EntryForm } from "./entry-form.tsx";
import type { ShownEntry } from "./use-log.ts";

// A context, because the log is a new object after each change: only open forms read it, so entries aren't
// rendered again.
const DayContext = createContext<CompanyDay | null>(null);

/** What applies to all entries of a company's day. */
interface DayRights {
  /** Entries can only be corrected. */
  readonly isClosed: boolean;
  /** Approvals can't change either. */
  readonly isSealed: boolean;
  /** Whether the viewer writes for this company. */
  readonly mayWrite: boolean;
  /** Whether the viewer approves a guest's entries. */
  readonly judges: boolean;
}

export function EntryList({
  day,
  entries,
  ...rights
}: { day: CompanyDay; entries: readonly ShownEntry[] } & DayRights) {
  const { log, company } = day;
  const { replaced } = correctionsOf(entries);
  const guest = log.guestOf(company);
  return (
    <DayContext value={day}>
      <ol className="log-entries">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            guest={guest}
            isCorrected={replaced.has(entry.id)}
            {...rights}
          />
        ))}
      </ol>
    </DayContext>
  );
}

interface EntryProps extends DayRights {
  readonly entry: ShownEntry;
  readonly guest: string | null;
  readonly isCorrected: boolean;
}

const Entry = memo(function Entry({
  entry,
  guest,
  isCorrected,
  isClosed,
  isSealed,
  mayWrite,
  judges,
}: EntryProps) {
  const { job } = useScreen();
  const { record } = entry;
  // Approved entries of a guest can only be corrected.
  const isFixed = isClosed || (entry.approved === true && !judges);
  // On a closed day, a correction resolves a conflict.
  const locked = isClosed ? refuseChange(isSealed ? "sealed" : "submitted") : null;
  const title = entryTitle(entry);
  return (
    <li id={entry.id} className="log-entry" data-corrected={isCorrected ? "" : undefined}>
      <EntryItem
        record={record}
        label={title}
        act={!mayWrite || isCorrected ? null : isFixed ? "correct" : "change"}
        draftOf={(act) =>
          draftOf({ job, date: entry.date!, company: entry.company }, entry.id, act === "correct")
        }
        form={(act, done) => <EntryAsForm entry={entry} act={act} done={done} />}
        actions={judges && !(isSealed && entry.approved !== null) ? <Judge entry={entry} /> : null}
      >
        {(open) => (
          <>
            <div className="log-entry-head">
              <h3>{title}</h3>
              <EntryMarks
                record={record}
                isCorrection={entry.corrects !== null}
                isCorrected={isCorrected}
                isLate={entry.isLate}
              >
                {entry.approved === false ? <Badge>Left out</Badge> : null}
              </EntryMarks>
            </div>
            <EntryContent record={record} label={title} stay={isFixed || !mayWrite} />
            <EntryFacts entry={entry} guest={guest} />
            <EntryHistory
              record={record}
              quiet={["approved"]}
              heading="h4"
              locked={locked}
              correct={isFixed ? () => open("correct") : undefined}
            />
          </>
        )}
      </EntryItem>
    </li>
  );
});

function EntryAsForm({ entry, act, done }: { entry: ShownEntry; act: Act; done: Done }) {
  return (
    <EntryForm
      day={useContext(DayContext)!}
      type={entry.type}
      entry={entry}
      corrects={act === "correct"}
      done={done}
    />
  );
}

/** Captions, who wrote it when and where, and tags. */
function EntryFacts({ entry, guest }: { entry: ShownEntry; guest: string | null }) {
  const { people, zone } = useScreen();
  const { who } = useStore();
  const listedInChanges = new Set(
    Object.values(entry.record.fields).flatMap(({ earlier, values }) =>
      earlier?.length ? values.map(({ author }) => author) : [],
    ),
  );
  const editors = entry.editors.filter((editor) => !listedInChanges.has(editor));
  const date = dateAt(entry.at, zone);
  return (
    <>
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
            {date === entry.date ? "" : `${formatDate(date)}, `}
            {formatTime(entry.at, zone)}
          </time>
          {editors.map((editor, at) => (
            <span key={editor}>
              {at === 0 ? "; changed by " : ", "}
              {nameOf(editor, people, who.user)}
            </span>
          ))}
        </span>
        {entry.place ? <PlaceLink place={entry.place} /> : null}
        {entry.extraWork === null ? null : <ExtraWorkMark on={entry.extraWork} />}
        {entry.tags.map((tag) => (
          <span className="log-tag" key={tag}>
            {tag}
          </span>
        ))}
      </p>
    </>
  );
}

/** A manager's decision on a guest's entry. */
function Judge({ entry }: { entry: ShownEntry }) {
  const store = useStore();
  const { job, tell } = useScreen();
  const setApproved = (approved: boolean) =>
    void store
      .write({ kind: "logs.entry", record: entry.id, job, sets: { approved }, saw: entry.record.fields })
      .catch(tell.failed);
  return (
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
  );
}

function PlaceLink({ place }: { place: Place }) {
  const directions = directionsTo({ address: null, position: place })!;
  return (
    <span>
      <a className="text-link" href={directions} rel="noreferrer">
        {formatPlaceLine(place)}
      </a>
      , as reported by the device
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
