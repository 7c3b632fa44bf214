import {
  findStoredRecords,
  onRecordSaved,
  privateKinds,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { addItems, dropItems, placeOf } from "#ground/worklist/public.server.ts";
import { dateAt, namesPhoto, PHOTO_FIELD, shotsOf } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { readRoll } from "../gallery/roll.server.ts";
import { photoId } from "../rules/ids.ts";
import { PHOTO } from "../rules/photo.ts";

/**
 * Lists the photos of a record of another tool among the photos of all jobs, as the roll of its job shows
 * them. A photo with a record of its own is listed by that. Called in the transaction that changes the
 * record.
 */
async function listPhotosOf(ctx: AccountContext, { kind, job, fields }: StoredRecord): Promise<void> {
  const named = Object.keys(fields).filter(namesPhoto);
  if (job === null || kind === PHOTO || named.length === 0 || privateKinds().includes(kind)) return;
  const values = shownFields(fields);
  const shots = values[REMOVED] === true ? [] : shotsOf(values);
  const ids = new Map(
    named.map((field) => {
      const sha256 = field.slice(PHOTO_FIELD.length);
      return [sha256, photoId(job, sha256)] as const;
    }),
  );
  const known = new Set((await findStoredRecords(ctx, [...ids.values()])).map(({ id }) => id));
  const unknown = [...ids].filter(([, id]) => !known.has(id));
  if (unknown.length === 0) return;
  const { zone } = await placeOf(ctx, job);
  const items = shots.flatMap((shot) => {
    const id = ids.get(shot.sha256)!;
    if (known.has(id)) return [];
    const person = fields[PHOTO_FIELD + shot.sha256]?.values[0]?.author ?? null;
    const item = { date: dateAt(shot.at, zone), title: "Photo", person, photos: [shot.sha256], texts: [] };
    return [[id, item] as const];
  });
  await addItems(ctx, PHOTO, job, new Map(items));
  const here = new Set(shots.map(({ sha256 }) => sha256));
  const left = unknown.filter(([sha256]) => !here.has(sha256)).map(([sha256]) => sha256);
  if (left.length === 0) return;
  // Another record may name them still.
  const there = new Set((await readRoll(ctx, job, left)).map(({ shot }) => shot.sha256));
  await dropItems(
    ctx,
    left.flatMap((sha256) => (there.has(sha256) ? [] : photoId(job, sha256))),
  );
}

let isListening = false;

/** Called once per process and again by tests; it listens once. */
export function listPhotosOfOtherTools(): void {
  if (!isListening) onRecordSaved(listPhotosOf);
  isListening = true;
}
