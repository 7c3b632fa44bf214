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
import { HAPPENED, type Happened } from "./event-kinds.ts";

/** So many at once: a long history comes in several answers, each well below a megabyte. */
const AT_ONCE = 1_000;

const SET_STATUS = { kind: "jobs.job", field: "status" } as const;

/**
 * What no device writes and a job's line of time tells: by which kind of record, and what of it. Guests are
 * told how far the job is, and no more.
 */
const TOLD: Readonly<Record<string, { readonly kind: string; readonly fields: readonly string[] }>> = {
  "reports.made": { kind: HAPPENED.reports, fields: ["report", "from", "to", "schedule"] },
  "reports.sent": { kind: HAPPENED.reports, fields: ["report"] },
  "reports.shared": { kind: HAPPENED.shares, fields: ["report"] },
  "shares.made": { kind: HAPPENED.shares, fields: ["title"] },
  "shares.closed": { kind: HAPPENED.shares, fields: ["title"] },
  "shares.reopened": { kind: HAPPENED.shares, fields: ["title"] },
  "signatures.signed": { kind: HAPPENED.signatures, fields: ["signature", "name", "document"] },
  "signatures.declined": { kind: HAPPENED.signatures, fields: ["signature", "name", "document", "reason"] },
  [CORRECTION]: { kind: HAPPENED.history, fields: ["text"] },
  [SEALED]: { kind: HAPPENED.history, fields: ["words"] },
  [ERASED]: { kind: HAPPENED.history, fields: ["rule"] },
};

/**
 * What a job's history tells that is no record of a device: earlier statuses, reports, links, signatures,
 * seals, corrections. The history is the one place that keeps it; a device holds a copy. Where a person was
 * erased, what it told of them comes again, empty.
 */
export async function readServerEvents(
  ctx: AccountContext,
  job: string,
  after: number,
): Promise<DerivedRecords> {
  const isGuest = ctx.member?.role === "guest";
  const kinds = isGuest ? [] : Object.keys(TOLD);
  const { entries, upTo, more } = await entriesAfter(ctx, job, {
    after,
    kinds,
    setting: SET_STATUS,
    most: AT_ONCE,
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
        TOLD[kind] ? [record(job, TOLD[kind].kind, number, {})] : [],
      ),
      ...mailedTogether(entries).flatMap((entry) => {
        const said = saidBy(entry);
        if (!said) return [];
        const { kind, happened } = said;
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

/** What an entry says to a device; null where it says nothing any more. */
function saidBy({
  kind,
  payload,
  corrects,
  times,
}: Written & { readonly times: number }): { kind: string; happened: Happened } | null {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return null;
  const says = payload as Readonly<Record<string, Json>>;
  if (kind === SET_STATUS.kind) {
    const { status = null } = (says["sets"] ?? {}) as Readonly<Record<string, Json>>;
    return { kind: HAPPENED.status, happened: { is: "status", status, command: says["command"] ?? null } };
  }
  const told = TOLD[kind];
  if (!told) return null;
  const fields = told.fields.flatMap((name) =>
    says[name] === undefined ? [] : [[name, says[name]] as const],
  );
  return {
    kind: told.kind,
    happened: {
      is: kind,
      ...Object.fromEntries(fields),
      ...(corrects ? { corrects } : {}),
      ...(times > 1 ? { times } : {}),
    },
  };
}

/** A report that went to five people at once is one line, not five. */
function mailedTogether(entries: readonly Written[]): (Written & { readonly times: number })[] {
  const reportOf = ({ payload }: Written) => (payload as { readonly report?: string } | null)?.report;
  const told: (Written & { times: number })[] = [];
  for (const entry of entries) {
    const last = told.at(-1);
    const isSame =
      last?.kind === "reports.sent" &&
      entry.kind === last.kind &&
      reportOf(entry) === reportOf(last) &&
      entry.occurredAt.equals(last.occurredAt);
    if (isSame) last.times++;
    else told.push({ ...entry, times: 1 });
  }
  return told;
}
