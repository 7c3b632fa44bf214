import { businessesReadableRows } from "./features/businesses/tables.server.ts";
import { leadsReadableRows } from "./features/leads/tables.server.ts";

// One line per feature (and per platform part that keeps rows): what the generated migrations are made from.
export * from "./features/businesses/tables.server.ts";
export * from "./features/identity/tables.server.ts";
export * from "./features/leads/tables.server.ts";
export * from "./features/magnets/tables.server.ts";
export * from "./features/sequences/tables.server.ts";
export * from "./features/shares/tables.server.ts";
export * from "./platform/mail/tables.server.ts";

/** Rows that may be read from outside their account's scope, and when: every exception is here. */
export const readableRows: Readonly<Record<string, string>> = { ...businessesReadableRows, ...leadsReadableRows };
