import { useMemo } from "react";
import { jobOf, type Person } from "#trade/jobs/public.tsx";
import { type ShownRecord, useRecord, useRecords } from "#ground/sync/public.tsx";
import { guestCompanyOf, guestLabel } from "./company.ts";
import { dayId } from "../ids.ts";
import {
  carried,
  type Crew,
  dateAt,
  type Day,
  dayOf,
  editorsOf,
  entryOf,
  SUBMITTED_FIELD,
  isClosed,
  isEmpty,
  isLate,
  type LogEntry,
} from "../rules.ts";
import type { Clock } from "./use-clock.ts";

/** Who works on this device, as far as a log cares. */
export interface LogPerson {
  /** The business, which is the company of all of its own people. */
  readonly account: string;
  readonly user: string;
  readonly role: string;
  /** IANA zone of the business. */
  readonly zone: string | null;
  readonly people: readonly Person[];
  readonly units: "us" | "metric";
}

/** An entry with what this device knows of it. */
export interface ShownEntry extends LogEntry {
  readonly record: ShownRecord;
  /** When it was first written, milliseconds since 1970. */
  readonly at: number;
  readonly author: string | null;
  /** Others who changed what it says, in the order that they did. */
  readonly editors: readonly (string | null)[];
  readonly isLate: boolean;
}

/**
 * A Day with what this device knows of it; `record` is undefined while nobody has said anything of the Day
 * itself.
 */
export interface ShownDay extends Day {
  readonly record: ShownRecord | undefined;
  /** When its state was last changed, and by whom. */
  readonly changedAt: number | null;
  readonly changedBy: string | null;
  /** When it was handed in; null while it is open. */
  readonly submittedAt: number | null;
}

/** The company for which a person writes: a guest is one of their own. */
export const companyOf = ({ account, user, role }: Pick<LogPerson, "account" | "user" | "role">): string =>
  role === "guest" ? user : account;
export const isManager = ({ role }: Pick<LogPerson, "role">): boolean =>
  role === "owner" || role === "manager";

const firstOf = (record: ShownRecord) =>
  Object.values(record.fields)
    .flatMap(({ values }) => values)
    .reduce<{ at: number; author: string | null } | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    );

type ReadEntry = LogEntry & { readonly record: ShownRecord };
const read = new WeakMap<ShownRecord, ReadEntry>();
const shown = new WeakMap<
  ShownRecord,
  { readonly zone: string; readonly submittedAt: number | null; readonly entry: ShownEntry }
>();

/** An entry that did not change is the same object, and is not drawn again: a day may have hundreds. */
function readEntry(record: ShownRecord): ReadEntry {
  const known = read.get(record);
  if (known) return known;
  const entry = { ...entryOf(record.id, record.values), record };
  read.set(record, entry);
  return entry;
}

function shownEntry(entry: ReadEntry, zone: string, submittedAt: number | null): ShownEntry {
  const known = shown.get(entry.record);
  if (known?.zone === zone && known.submittedAt === submittedAt) return known.entry;
  const first = firstOf(entry.record);
  const at = first?.at ?? 0;
  const author = first?.author ?? null;
  const made = {
    ...entry,
    at,
    author,
    editors: editorsOf(entry.record.fields, author),
    isLate: isLate(entry, { at, zone, submittedAt }),
  };
  shown.set(entry.record, { zone, submittedAt, entry: made });
  return made;
}

/**
 * What this device holds of a job's log on a date; undefined until it was looked up, null where it knows no
 * such job.
 * @param asked null for the day on which the screen was opened: it stays that one at midnight, so nothing
 * that is being written moves to another
 */
export function useLog(job: string, asked: string | null, { openedAt, now }: Clock, me: LogPerson) {
  const record = useRecord("jobs.job", job);
  const dayRecords = useRecords("logs.day", job);
  const entryRecords = useRecords("logs.entry", job);
  return useMemo(() => {
    if (record === null) return null;
    if (!record || !dayRecords || !entryRecords) return undefined;
    const shownJob = jobOf(job, record.values);
    const zone = shownJob.zone ?? me.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const today = dateAt(now, zone);
    const date = asked ?? dateAt(openedAt, zone);
    const days = dayRecords.map((one) => ({ ...dayOf(one.values), record: one }));
    const entries = entryRecords.map(readEntry);
    const dayFor = (company: string): ShownDay => {
      const mine = dayRecords.find(({ id }) => id === dayId(job, date, company));
      const changed = mine?.fields["state"]?.values[0];
      const day = dayOf(mine?.values ?? { date, company });
      return {
        ...day,
        record: mine,
        changedAt: changed?.at ?? null,
        changedBy: changed?.author ?? null,
        submittedAt: isClosed(day.state)
          ? (mine?.fields[SUBMITTED_FIELD]?.values[0]?.at ?? changed?.at ?? null)
          : null,
      };
    };
    const own = companyOf(me);
    // A guest who has said for whom they write, and nothing else, has no log of that day.
    const isOpened = (day: (typeof days)[number]) =>
      day.date === date && day.record.fields["state"] !== undefined;
    const onDate = entries.filter((entry) => entry.date === date);
    const companies = [
      ...new Set([
        own,
        ...onDate.map(({ company }) => company),
        ...days.filter(isOpened).map(({ company }) => company),
      ]),
    ].filter(Boolean);
    const entriesOf = (company: string): ShownEntry[] => {
      const { submittedAt } = dayFor(company);
      return (
        onDate
          .filter((entry) => entry.company === company)
          .map((entry) => shownEntry(entry, zone, submittedAt))
          // A photo that was taken off again leaves nothing to show.
          .filter((entry) => !isEmpty(entry) || entry.record.refused.length > 0)
          .toSorted((a, b) => a.at - b.at)
      );
    };
    return {
      record,
      job: shownJob,
      zone,
      today,
      date,
      /** Whether a day has begun since this one was opened as today's. */
      isOvernight: asked === null && date < today,
      own,
      companies,
      dayFor,
      entriesOf,
      /** The firm that a guest writes for on this day; null where nobody said. */
      guestCompanyOf: (company: string) => guestCompanyOf(days, company, date),
      /**
       * What is said of a guest beside what they wrote: their firm, or else who they are; null for the
       * business's own.
       */
      guestOf: (company: string) =>
        company === me.account ? null : guestName(guestCompanyOf(days, company, date), company, me.people),
      crewBefore: (company: string) => crewBefore(entries, company, date),
      known: knownWords(entries),
    };
  }, [record, dayRecords, entryRecords, job, asked, openedAt, now, me]);
}

function guestName(firm: string | null, company: string, people: readonly Person[]): string {
  const name = firm ?? people.find(({ id }) => id === company)?.name;
  return name ? guestLabel(name) : "A guest";
}

/** The crew of the last day before that had one. */
function crewBefore(
  entries: readonly LogEntry[],
  company: string,
  date: string,
): { readonly date: string; readonly crew: readonly Crew[] } | null {
  const earlier = entries.filter(
    (entry) => entry.company === company && entry.crew && entry.date !== null && entry.date < date,
  );
  const last = earlier.reduce<string | null>(
    (latest, entry) => (latest === null || entry.date! > latest ? entry.date : latest),
    null,
  );
  if (last === null) return null;
  const crew = carried(earlier.filter((entry) => entry.date === last));
  return crew.length > 0 ? { date: last, crew } : null;
}

/** Words that were used on this job before: offered, never asked for. */
function knownWords(entries: readonly LogEntry[]) {
  const all = (of: (entry: LogEntry) => readonly (string | null | undefined)[]) =>
    [...new Set(entries.flatMap(of).flatMap((word) => word || []))].toSorted((a, b) =>
      a.localeCompare(b, "en-US"),
    );
  return {
    companies: all(({ crew, item }) => [crew?.company, item?.from]),
    trades: all(({ crew }) => [crew?.trade]),
    things: all(({ item }) => [item?.what]),
    tags: all(({ tags }) => tags),
  };
}
export type Log = NonNullable<ReturnType<typeof useLog>>;
