import { and, eq, inArray } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import {
  findStoredRecord,
  lockCount,
  onRecordSaved,
  recordsOfKind,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { readText } from "#ground/sync/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { wordsIn } from "./search-words.ts";
import { worklistItems } from "./tables.server.ts";

type Row = typeof worklistItems.$inferInsert;

/** What a list over all jobs shows of a record, and the texts by which a search finds it. */
export interface ListItem
  extends
    Pick<Row, "date" | "title">,
    Partial<Pick<Row, "number" | "type" | "state" | "person" | "cents" | "context">> {
  readonly tags?: readonly string[];
  readonly photos?: readonly string[];
  readonly texts: readonly (string | null | undefined)[];
}

interface Found {
  readonly tags: readonly string[];
  /** Hashes. */
  readonly photos: readonly string[];
}

/** How records of one kind appear in lists over all jobs. */
export interface Projection {
  readonly kind: string;
  /** Whether `itemOf` reads the job's record or zone. Then call `rebuildItems` when what it reads changes. */
  readonly readsJob?: boolean;
  /**
   * What the search over everything (Ctrl K) calls one, and where it opens. Kinds without it are only in
   * their own lists.
   */
  readonly found?: {
    readonly label: string;
    pathOf(item: Pick<Row, "id" | "jobId" | "date"> & Found): string;
  };
  /**
   * Pure. Null for a record that no list shows, such as an empty one. A removed one is never listed.
   * @param at the job's record and IANA time zone; null and "UTC" unless `readsJob`
   */
  itemOf(
    record: StoredRecord,
    at: { readonly job: StoredRecord | null; readonly zone: string },
  ): ListItem | null;
}

const projections = new Map<string, Projection>();

/** Lists records of a kind over all jobs. Called once per process and kind, where the kind is defined. */
export function defineProjection(projection: Projection): void {
  if (projections.size === 0) onRecordSaved(saveItem);
  projections.set(projection.kind, projection);
}

/** The kinds that a search over everything finds, with how each is shown. */
export const findableKinds = (): ReadonlyMap<string, NonNullable<Projection["found"]>> =>
  new Map([...projections.values()].flatMap(({ kind, found }) => (found ? [[kind, found] as const] : [])));

/** Called in the transaction that changes the record. */
async function saveItem(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const projection = projections.get(record.kind);
  if (!projection || record.job === null) return;
  const at = projection.readsJob ? await placeOf(ctx, record.job) : { job: null, zone: "UTC" };
  const item = shownFields(record.fields)[REMOVED] === true ? null : projection.itemOf(record, at);
  const { db, account } = ctx;
  if (item === null) {
    await db
      .delete(worklistItems)
      .where(and(eq(worklistItems.accountId, account.id), eq(worklistItems.id, record.id)));
    return;
  }
  const row = rowOf(item);
  await db
    .insert(worklistItems)
    .values({ accountId: account.id, id: record.id, kind: record.kind, jobId: record.job, ...row })
    .onConflictDoUpdate({ target: [worklistItems.accountId, worklistItems.id], set: row });
}

/**
 * Lists things that another kind's record names and that may get a record of their own, such as a photo of a
 * daily log. Does nothing for ids that are listed already.
 */
export async function addItems(
  { db, account }: AccountContext,
  kind: string,
  jobId: string,
  items: ReadonlyMap<string, ListItem>,
): Promise<void> {
  if (items.size === 0) return;
  await db
    .insert(worklistItems)
    .values([...items].map(([id, item]) => ({ accountId: account.id, id, kind, jobId, ...rowOf(item) })))
    .onConflictDoNothing();
}

/** Lists these things no longer. */
export async function dropItems({ db, account }: AccountContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .delete(worklistItems)
    .where(and(eq(worklistItems.accountId, account.id), inArray(worklistItems.id, [...ids])));
}

/** Where a job is: its record, and its zone. */
export async function placeOf(ctx: AccountContext, id: string) {
  const job = await findStoredRecord(ctx, id);
  return { job, zone: readText(job && shownFields(job.fields)["zone"]) || (await zoneOf(ctx)) };
}

const rowOf = ({ texts, tags = [], photos = [], ...item }: ListItem) => ({
  number: null,
  type: null,
  state: null,
  person: null,
  cents: null,
  context: null,
  ...item,
  tags: [...tags],
  photos: [...photos],
  words: wordsIn(texts.filter(Boolean).join("\n")).join(" "),
});

const RECORDS_A_PAGE = 500;

/**
 * Projects all records of a kind again: after a change of the projection, or of what it reads of the job.
 * Waits for current writers in this account and blocks new ones until the transaction ends.
 * @param job only this job's records
 */
export async function rebuildItems(ctx: AccountContext, kind: string, job?: string): Promise<void> {
  await lockCount(ctx);
  for (let after: string | undefined; ;) {
    const records = await recordsOfKind(ctx, kind, { job, after }, RECORDS_A_PAGE);
    for (const record of records) await saveItem(ctx, record);
    if (records.length < RECORDS_A_PAGE) return;
    after = records.at(-1)!.id;
  }
}
