import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import {
  Shutter,
  Unfinished,
  useRoll,
  useScreen,
  useScreenDrafts,
  useUnfinished,
} from "#trade/fieldwork/public.tsx";
import { type Json, newLocalId, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { formatCrew } from "../format.ts";
import { type EntryType, TYPE_LABELS, TYPES } from "../rules.ts";
import { type CompanyDay, draftOf, EntryForm } from "./entry-form.tsx";
import { formatLongDate } from "./navigation.tsx";

/** Offered right away, and behind "More". */
const FIRST_TYPES: readonly EntryType[] = ["note", "work", "crew"];
const MORE_TYPES: readonly EntryType[] = ["delivery", "visitor", "equipment", "delay", "safety"];

/** Photos, which are saved at once, and forms for everything else. */
export function Add({ day, isClosed: closed }: { day: CompanyDay; isClosed: boolean }) {
  const { log, company } = day;
  const { job, tell } = useScreen();
  const drafts = useScreenDrafts();
  const keyOf = (subject: string) => draftOf({ job, date: log.date, company }, subject);
  const unfinished = useUnfinished().filter(({ of }) => of.startsWith(keyOf("")));
  const store = useStore();
  const [type, setType] = useState<EntryType | null>(null);
  const [isMore, setMore] = useState(false);
  const { date } = log;
  const requestedDraft = useSearchParams()[0].get("draft");
  const { key } = useLocation();
  const [visit, setVisit] = useState<string>();
  if (requestedDraft && visit !== key) {
    setVisit(key);
    const kind = TYPES.find((one) => requestedDraft === keyOf(one));
    if (kind && drafts.some(({ of }) => of === requestedDraft)) setType(kind);
  }
  const into = useMemo(
    () => ({
      kind: "logs.entry",
      first: (at: number, day?: string): Record<string, Json> => ({
        ...{ date: day ?? date, company, type: "note" },
        occurredAt: new Date(at).toISOString(),
      }),
      day: date,
    }),
    [date, company],
  );
  const roll = useRoll(into);
  // Photos taken after the day was submitted or reopened start a new entry.
  const wasClosed = useRef(closed);
  useEffect(() => {
    if (wasClosed.current === closed) return;
    wasClosed.current = closed;
    roll.next();
  });
  const before = log.crewBefore(company);
  const hasCrew = log.entriesOf(company).some(({ crew }) => crew);
  // A second tap can come before the next render.
  const isCopying = useRef(false);
  const copyCrew = async () => {
    if (isCopying.current) return;
    isCopying.current = true;
    const [first, ...rest] = before!.crew.map((crew) => ({
      kind: "logs.entry",
      record: newLocalId(),
      job: log.job.id,
      sets: (_: readonly string[], skew: number): Record<string, Json> => ({
        ...{ date, company, type: "crew", crew: { ...crew } },
        occurredAt: new Date(Date.now() + skew).toISOString(),
      }),
    }));
    try {
      await store.writeAll([first!, ...rest]);
      tell.done(before!.crew.length === 1 ? "Crew saved." : `${before!.crew.length} crews saved.`);
    } catch (error) {
      tell.failed(error);
    } finally {
      isCopying.current = false;
    }
  };
  const hasUnsavedPhoto = useRef(false);
  const hold = useCallback((isNow: boolean) => void (hasUnsavedPhoto.current = isNow), []);
  const done = (words?: string) => {
    setType(null);
    if (words) tell.done(words);
  };
  return (
    <section className="log-add" aria-label="Add to this day">
      <Unfinished drafts={unfinished} />
      {closed ? (
        <p className="field-hint">This day was submitted. Anything you add now is marked late.</p>
      ) : null}
      <Shutter roll={roll} here={date === log.today ? "Today’s log" : `Daily log, ${formatLongDate(date)}`} />
      <div className="choices" role="group" aria-label="What to add">
        {[...FIRST_TYPES, ...(isMore ? MORE_TYPES : [])].map((one) => (
          <button
            key={one}
            type="button"
            className="choice-chip"
            aria-pressed={type === one}
            onClick={() => hasUnsavedPhoto.current || setType(type === one ? null : one)}
          >
            {TYPE_LABELS[one]}
          </button>
        ))}
        <button type="button" className="choice-chip" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {isMore ? "Less" : "More"}
        </button>
      </div>
      {type ? <EntryForm key={`${type} ${closed}`} day={day} type={type} hold={hold} done={done} /> : null}
      {before && !hasCrew && !closed ? (
        <p className="log-carry">
          <Button type="button" kind="plain" onClick={() => void copyCrew()}>
            Same crew as {formatLongDate(before.date)}
          </Button>
          <span className="field-hint">{before.crew.map(formatCrew).join("; ")}</span>
        </p>
      ) : null}
    </section>
  );
}
