import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as house from "#app/tables.ts";
import { serverTools } from "#app/tools.server.ts";

/** Every table of the product, those of the tools included. */
export const allTables: readonly PgTable[] = [
  ...Object.values<unknown>(house).filter((one): one is PgTable => is(one, PgTable)),
  ...serverTools.flatMap(({ tables }) => tables.map(({ table }) => table)),
];
