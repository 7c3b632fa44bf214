// An import worker in its own process that kills itself with SIGKILL at a given statement. Takes its orders
// as JSON in the first argument; exits with 0 when the import finished.
import pg from "pg";
import { runImport } from "#trade/leads/import/run.server.ts";
import { undoBatch } from "#trade/leads/import/undo.server.ts";
import { useInstallation } from "#platform/config/installation.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { type ConnectionSettings, openDatabase } from "#platform/db/database.server.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import { subscribe } from "#app/subscriptions.ts";

export interface ImportOrders {
  readonly app: ConnectionSettings;
  readonly files: string;
  readonly at: string;
  readonly work: "run" | "undo";
  readonly account: string;
  readonly id: string;
  /** The statement at which it dies, from 1; 0 to survive. */
  readonly dieAt: number;
}

const orders = JSON.parse(process.argv[2] ?? "null") as ImportOrders | null;
if (orders) await work(orders);

async function work({ app, files, at, work: what, account, id, dieAt }: ImportOrders): Promise<void> {
  let left = dieAt;
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const sent = query.apply(this, args);
    // A short delay leaves some statements unsent, as in real crashes.
    if (--left === 0) setTimeout(() => process.kill(process.pid, "SIGKILL"), dieAt % 3);
    return sent;
  } as never;
  const database = openDatabase({}, app, { max: 4 });
  useDatabase(database, { now: () => Temporal.Instant.from(at) });
  useSecret("a secret for tests that is long enough");
  useInstallation({
    publicUrl: "http://localhost:3000",
    brand: "Plumbline",
    files: createDiskStore(files),
    sender: { mailbox: { name: "Plumbline", address: "mail@plumbline.test" }, host: "plumbline.test" },
    operatorEmails: [],
  });
  subscribe();
  await (what === "run" ? runImport(account, id) : undoBatch(account, id));
  await database.close();
}
