import { customType, uuid } from "drizzle-orm/pg-core";

/** `timestamptz` as a Temporal.Instant. */
export const instant = customType<{ data: Temporal.Instant; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (value) => value.toString(),
  // The driver is told to hand timestamps over as text: `2026-11-20 09:00:00.123+00`, in whatever offset the
  // session has.
  fromDriver: (value) => Temporal.Instant.from(value.replace(" ", "T")),
});

/**
 * The column that every row of a business carries, first in its primary key so that tables can be sharded by
 * account.
 */
export const accountId = () => uuid("account_id").notNull();
