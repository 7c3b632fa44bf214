// A sender process that kills itself with SIGKILL at a given moment. Its options are JSON in the first
// argument.
import { type ConnectionSettings, openDatabase } from "../../db/database.server.ts";
import { type Crash, crashAt } from "../../sending/testing/crash-points.ts";
import { createMailer } from "../sending/mailer.server.ts";
import { quietLog } from "./mailer.ts";
import { SENDER } from "./message.ts";

export interface CrashOrders {
  readonly appSettings: ConnectionSettings;
  readonly smtpUrl: string;
  readonly connections: number;
  readonly seed: number;
  /** Default: no crash. */
  readonly crash?: Crash | undefined;
}

const orders = JSON.parse(process.argv[2] ?? "null") as CrashOrders | null;
if (orders) await work(orders);

async function work({ appSettings, smtpUrl, connections, crash, seed }: CrashOrders): Promise<void> {
  const database = openDatabase({}, appSettings, { max: 4 });
  crashAt(database.app, "mail", crash);
  let random = seed;
  const mailer = createMailer({
    database,
    settings: { SMTP_URL: smtpUrl, DATA_DIR: "/nonexistent", DKIM_KEY: undefined, DKIM_SELECTOR: undefined },
    sender: SENDER,
    files: { get: () => Promise.reject(new Error("no files here")) },
    log: quietLog,
    connections,
    backoff: { firstSeconds: 0.2, longestSeconds: 1, giveUpAfterHours: 1 },
    random: () => (random = (random * 16807) % 2147483647) / 2147483647,
  });
  // Never outlives the test that started it.
  process.once("disconnect", () => process.exit(1));
  process.once(
    "SIGTERM",
    () =>
      void mailer
        .stop()
        .then(() => database.close())
        .then(() => process.exit(0)),
  );
  await mailer.start();
  // More often than in the product: a test has no five seconds for each kill.
  setInterval(() => void mailer.recover().catch(() => {}), 300).unref();
  process.send?.("started");
}
