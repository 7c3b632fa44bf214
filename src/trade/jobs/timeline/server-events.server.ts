import {
  CORRECTION,
  entriesAfter,
  ERASED,
  erasureOf,
  kindsOfEntries,
  SEALED,
  type Written,
} from "#ground/evidence/public.server.ts";
import type { DerivedRecords, StoredRecord, Json } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { SERVER_EVENT_KINDS, type ServerEvent } from "./event-kinds.ts";

/** Keeps each answer well below a megabyte. */
const PAGE_SIZE = 1_000;

const SET_STATUS = { kind: "jobs.job", field: "status" } as const;

/** History entries in the timeline, and the fields they become. Guests only get changes of status. */
const SHOWN_ENTRIES: Readonly<Record<string, { readonly kind: string; readonly fields: readonly string[] }>> =
  {
    "reports.made": { kind: SERVER_EVENT_KINDS.reports, fields: ["report", "from", "to", "schedule"] },
    "closeouts.published": { kind: SERVER_EVENT_KINDS.reports, fields: ["version"] },
    "closeouts.asked": { kind: SERVER_EVENT_KINDS.papers, fields: [] },
    "reports.sent": { kind: SERVER_EVENT_KINDS.reports, fields: ["report"] },
    "reports.shared": { kind: SERVER_EVENT_KINDS.shares, fields: ["report"] },
    "shares.made": { kind: SERVER_EVENT_KINDS.shares, fields: ["title"] },
    "shares.closed": { kind: SERVER_EVENT_KINDS.shares, fields: ["title"] },
    "shares.reopened": { kind: SERVER_EVENT_KINDS.shares, fields: ["title"] },
    "signatures.signed": { kind: SERVER_EVENT_KINDS.signatures, fields: ["signature", "name", "document"] },
    "papers.shared": { kind: SERVER_EVENT_KINDS.shares, fields: ["document"] },
    "papers.viewed": { kind: SERVER_EVENT_KINDS.shares, fields: ["document"] },
    "papers.approved": { kind: SERVER_EVENT_KINDS.papers, fields: ["name", "document", "words"] },
    "papers.declined": { kind: SERVER_EVENT_KINDS.papers, fields: ["name", "document", "words"] },
    "papers.asked": { kind: SERVER_EVENT_KINDS.papers, fields: ["name", "document", "words"] },
    "signatures.declined": {
      kind: SERVER_EVENT_KINDS.signatures,
      fields: ["signature", "name", "document", "reason"],
    },
    [CORRECTION]: { kind: SERVER_EVENT_KINDS.history, fields: ["text"] },
    [SEALED]: { kind: SERVER_EVENT_KINDS.history, fields: ["words"] },
    [ERASED]: { kind: SERVER_EVENT_KINDS.history, fields: ["rule"] },
  };

/**
 * History entries as records for devices: earlier statuses, reports, links, signatures, seals and
 * corrections. After an erasure, affected entries are sent again, empty.
 */
export async function readServerEvents(
  ctx: AccountContext,
  job: string,
  after: number,
): Promise<DerivedRecords> {
  const isGuest = ctx.member?.role === "guest";
  const kinds = isGuest ? [] : Object.keys(SHOWN_ENTRIES);
  const { entries, upTo, more } = await entriesAfter(ctx, job, {
    after,
    kinds,
    setting: SET_STATUS,
    most: PAGE_SIZE,
  });
  const erased = entries.flatMap((entry) => erasureOf(entry)?.entries ?? []);
  const emptied = await kindsOfEntries(
    ctx,
    job,
    erased.filter((number) => number <= after),
  );
  return {
    records: [
      ...[...emptied].flatMap(([number, kind]) =>
        SHOWN_ENTRIES[kind] ? [record(job, SHOWN_ENTRIES[kind].kind, number, {})] : [],
      ),
      ...mergeMailed(entries).flatMap((entry) => {
        const described = describeEntry(entry);
        if (!described) return [];
        const { kind, happened } = described;
        const by = recordId(job, entry.number);
        const at = entry.occurredAt.epochMilliseconds;
        const value = { value: { ...happened } as Json, by, at, author: entry.author };
        return [record(job, kind, entry.number, { happened: { values: [value], gone: [] } })];
      }),
    ],
    upTo,
    more,
  };
}

const recordId = (job: string, number: number): string => `${job} ${number}`;

const record = (job: string, kind: string, number: number, fields: StoredRecord["fields"]): StoredRecord => ({
  kind,
  id: recordId(job, number),
  job,
  revision: number,
  fields,
});

/** Null for an entry that isn't shown or was erased. */
function describeEntry({
  kind,
  payload,
  corrects,
  times,
}: Written & { readonly times: number }): { kind: string; happened: ServerEvent } | null {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return null;
  const values = payload as Readonly<Record<string, Json>>;
  if (kind === SET_STATUS.kind) {
    const { status = null } = (values["sets"] ?? {}) as Readonly<Record<string, Json>>;
    return {
      kind: SERVER_EVENT_KINDS.status,
      happened: { is: "status", status, command: values["command"] ?? null },
    };
  }
  const shown = SHOWN_ENTRIES[kind];
  if (!shown) return null;
  const fields = shown.fields.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  return {
    kind: shown.kind,
    happened: {
      is: kind,
      ...Object.fromEntries(fields),
      ...(corrects ? { corrects } : {}),
      ...(times > 1 ? { times } : {}),
    },
  };
}

/** One report emailed to several people at once is one entry. */
function mergeMailed(entries: readonly Written[]): (Written & { readonly times: number })[] {
  const reportOf = ({ payload }: Written) => (payload as { readonly report?: string } | null)?.report;
  const merged: (Written & { times: number })[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const isSame =
      last?.kind === "reports.sent" &&
      entry.kind === last.kind &&
      reportOf(entry) === reportOf(last) &&
      entry.occurredAt.equals(last.occurredAt);
    if (isSame) last.times++;
    else merged.push({ ...entry, times: 1 });
  }
  return merged;
}
