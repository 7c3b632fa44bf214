import type { ShownRecord } from "#ground/sync/public.tsx";
import { readRecord, readText, type Values } from "#ground/sync/public.ts";
import type { ActSource } from "./photo-acts.tsx";
import type { Shot } from "./photos.ts";

/** The fields of a photo, as another record has them. */
export const photoFields = (record: ShownRecord, shots: readonly Shot[]) =>
  Object.fromEntries(
    shots.map(({ sha256 }) => [`photos.${sha256}`, record.values[`photos.${sha256}`] ?? null]),
  );

/** What it says, as somebody wrote it. */
export const wordsOf = ({ record, words }: ActSource): string => words ?? readText(record.values["text"]);

/** The field `from` of what begins there. */
export const originOf = ({ record, item }: ActSource) => ({
  ...{ kind: record.kind, record: record.id },
  ...(item ? { item } : {}),
});

/** Whether something was begun there: it has the same photos, or for none is from the same item or entry. */
export function isFrom(values: Values, { record, shots, item = "" }: ActSource): boolean {
  const from = readRecord(values["from"]);
  const isSame = from?.["record"] === record.id && readText(from["item"]) === item;
  return (
    values["removed"] !== true &&
    (shots.length > 0 && item === "" ? shots.every(({ sha256 }) => values[`photos.${sha256}`]) : isSame)
  );
}
