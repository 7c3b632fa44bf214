import type { AccountContext } from "#platform/db/scope.server.ts";
import { kindOf } from "../kinds.server.ts";
import { shownFields } from "../rules.ts";
import type { StoredRecord } from "../device/protocol.ts";
import { findStoredRecords } from "./stored-records.server.ts";

type Decided = Pick<StoredRecord, "id" | "kind" | "fields">;

const staysInside = ({ kind, fields }: Decided): boolean | string =>
  kindOf(kind)?.staysInside?.(shownFields(fields)) ?? false;

/**
 * Ids of those records whose photos stay inside (`Kind.staysInside`).
 * @param records with those that say it for others
 */
export function recordsInside(records: readonly Decided[]): ReadonlySet<string> {
  const byId = new Map(records.map((record) => [record.id, record]));
  return new Set(
    records.flatMap((record) => {
      const own = staysInside(record);
      const other = typeof own === "string" ? byId.get(own) : undefined;
      // Which record says so may not be here yet: better inside for a moment than outside.
      const is = typeof own === "string" ? other === undefined || staysInside(other) === true : own;
      return is ? [record.id] : [];
    }),
  );
}

/**
 * As `recordsInside`, reading those that say it for others.
 * @param named may be without some of their fields
 */
export async function findRecordsInside(
  ctx: AccountContext,
  named: readonly Pick<StoredRecord, "id" | "kind">[],
): Promise<ReadonlySet<string>> {
  const asked = named.flatMap(({ id, kind }) => (kindOf(kind)?.staysInside ? [id] : []));
  const records = await findStoredRecords(ctx, asked);
  const deciders = records.map(staysInside).filter((own): own is string => typeof own === "string");
  return recordsInside([...records, ...(await findStoredRecords(ctx, [...new Set(deciders)]))]);
}
