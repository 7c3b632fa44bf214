import { useMemo } from "react";
import { jobOf } from "#trade/jobs/public.tsx";
import { dateAt, editorsOf, firstWritten, isLate, type Person } from "#trade/fieldwork/public.ts";
import type { Clock } from "#trade/fieldwork/public.tsx";
import { type ShownRecord, useRecord, useRecords } from "#ground/sync/public.tsx";
import { guestCompanyOf, guestLabel } from "./company.ts";
import { dayId } from "../ids.ts";
import {
  type Crew,
  type Day,
  dayOf,
  entryOf,
  SUBMITTED_FIELD,
  isClosed,
  isEmpty,
  type LogEntry,
} from "../rules.ts";
import { crewsOf } from "../totals-rules.ts";

export interface LogPerson {
  /** The business, also the company of its own people. */
  readonly account: string;
  readonly user: string;
  readonly role: string;
  /** IANA zone of the business. */
  readonly zone: string | null;
  readonly people: readonly Person[];
  readonly units: "us" | "metric";
}

export interface ShownEntry extends LogEntry {
  readonly record: ShownRecord;
  /** When it was first written, milliseconds since 1970. */
  readonly at: number;
  readonly author: string | null;
  /** Others who changed it, in order. */
  readonly editors: readonly (string | null)[];
  readonly isLate: boolean;
}

/** `record` is undefined until someone sets a state or a company. */
export interface ShownDay extends Day {
  readonly record: ShownRecord | undefined;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  readonly changedBy: string | null;
  readonly submittedAt: number | null;
}

/** A guest counts as a company of their own. */
export const companyOf = ({ account, user, role }: Pick<LogPerson, "account" | "user" | "role">): string =>
  role === "guest" ? user : account;
export const isManager = ({ role }: Pick<LogPerson, "role">): boolean =>
  role === "owner" || role === "manager";

type ReadEntry = LogEntry & { readonly record: ShownRecord };
const readEntries = new WeakMap<ShownRecord, ReadEntry>();
const shownEntries = new WeakMap<
  ShownRecord,
  { readonly zone: string; readonly submittedAt: number | null; readonly entry: ShownEntry }
>();

/** Unchanged records give the same object, so they aren't rendered again: a day may have hundreds. */
function readEntry(record: ShownRecord): ReadEntry {
  const known = readEntries.get(record);
  if (known) return known;
  const entry = { ...entryOf(record.id, record.values), record };
  readEntries.set(record, entry);
  return entry;
}

function shownEntry(entry: ReadEntry, zone: string, submittedAt: number | null): ShownEntry {
  const known = shownEntries.get(entry.record);
  if (known?.zone === zone && known.submittedAt === submittedAt) return known.entry;
  const first = firstWritten(entry.record.fields);
  const at = first?.at ?? 0;
  const author = first?.author ?? null;
  const made = {
    ...entry,
    at,
    author,
    editors: editorsOf(entry.record.fields, author),
    isLate: isLate(entry, { at, zone, submittedAt }),
  };
  shownEntries.set(entry.record, { zone, submittedAt, entry: made });
  return made;
}

/**
 * A job's log on a date, from this device; undefined while loading, null for an unknown job.
 * @param asked null for the day the screen was opened on, which doesn't change at midnight
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
      const dayRecord = dayRecords.find(({ id }) => id === dayId(job, date, company));
      const changed = dayRecord?.fields["state"]?.values[0];
      const day = dayOf(dayRecord?.values ?? { date, company });
      return {
        ...day,
        record: dayRecord,
        changedAt: changed?.at ?? null,
        changedBy: changed?.author ?? null,
        submittedAt: isClosed(day.state)
          ? (dayRecord?.fields[SUBMITTED_FIELD]?.values[0]?.at ?? changed?.at ?? null)
          : null,
      };
    };
    const own = companyOf(me);
    // A guest's day with only a company name is no log.
    const isOpened = (day: (typeof days)[number]) =>
      day.date === date && day.record.fields["state"] !== undefined;
    const entriesOnDate = entries.filter((entry) => entry.date === date);
    const companies = [
      ...new Set([
        own,
        ...entriesOnDate.map(({ company }) => company),
        ...days.filter(isOpened).map(({ company }) => company),
      ]),
    ].filter(Boolean);
    const entriesOf = (company: string): ShownEntry[] => {
      const { submittedAt } = dayFor(company);
      return (
        entriesOnDate
          .filter((entry) => entry.company === company)
          .map((entry) => shownEntry(entry, zone, submittedAt))
          // Its only photo was removed.
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
      /** Whether the day was today when the screen opened, and is over. */
      isOvernight: asked === null && date < today,
      own,
      companies,
      dayFor,
      entriesOf,
      /** Null if unknown. */
      guestCompanyOf: (company: string) => guestCompanyOf(days, company, date),
      /** A guest's company or name; null for the business. */
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
  const crew = crewsOf(earlier.filter((entry) => entry.date === last));
  return crew.length > 0 ? { date: last, crew } : null;
}

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
