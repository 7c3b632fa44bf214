import path from "node:path";
import { dueAccountsFunction } from "#features/sequences/functions.server.ts";
import type { SchemaParts } from "#platform/db/migrate.server.ts";
import mailFunctions from "#platform/mail/functions.sql?raw";
import { createTaskQueues } from "#platform/queue/queue.server.ts";
import { readableRows } from "./tables.ts";
import { tasks } from "./worker.ts";

/** All that the database's schema is made of. */
export function schemaParts(root: string): SchemaParts {
  return {
    migrationsFolder: path.join(root, "migrations"),
    readableRows,
    functions: [mailFunctions, dueAccountsFunction],
    afterwards: (owner) => createTaskQueues(owner, tasks),
  };
}
