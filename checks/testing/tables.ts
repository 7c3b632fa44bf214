import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as house from "#app/tables.ts";
import { serverTools } from "#app/tools.server.ts";

/** Every table of the product, those of the tools included: a tool may bring those of a shared room. */
export const allTables: readonly PgTable[] = [
  ...new Set([
    ...Object.values<unknown>(house).filter((one): one is PgTable => is(one, PgTable)),
    ...serverTools.flatMap(({ tables }) => tables.map(({ table }) => table)),
  ]),
];
