import { customType, uuid } from "drizzle-orm/pg-core";

export const instant = customType<{ data: Temporal.Instant; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (value) => value.toString(),
  // The driver returns timestamps as text, such as `2026-11-20 09:00:00.123+00`, at the session's offset.
  fromDriver: (value) => Temporal.Instant.from(value.replace(" ", "T")),
});

/** On every row of a business, and first in its primary key so that tables can be sharded by account. */
export const accountId = () => uuid("account_id").notNull();
