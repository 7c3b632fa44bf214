// A texter process that kills itself with SIGKILL at a given moment. Its options are JSON in the first
// argument.
import { type ConnectionSettings, openDatabase } from "../../db/database.server.ts";
import { quietLog } from "../../mail/testing/mailer.ts";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { type Crash, crashAt } from "../../sending/testing/crash-points.ts";
import { createTexter } from "../sending/texter.server.ts";
import { TWILIO } from "./twilio.ts";

export interface CrashOrders {
  readonly appSettings: ConnectionSettings;
  readonly twilioUrl: string;
  /** Default: no crash. */
  readonly crash?: Crash | undefined;
}

const orders = JSON.parse(process.argv[2] ?? "null") as CrashOrders | null;
if (orders) await work(orders);

async function work({ appSettings, twilioUrl, crash }: CrashOrders): Promise<void> {
  const database = openDatabase({}, appSettings, { max: 4 });
  crashAt(database.app, "sms", crash);
  useOutside({ ...outside(), twilioUrl });
  const texter = createTexter({
    database,
    settings: { DATA_DIR: "/nonexistent" },
    accounts: { find: () => Promise.resolve(TWILIO), recordOutcome: () => Promise.resolve() },
    // Tells the stand-in which worker sent a text.
    statusCallback: ({ id }) => `https://plumbline.test/${id}?worker=${process.pid}`,
    log: quietLog,
    backoff: { firstSeconds: 0.2, longestSeconds: 1, giveUpAfterHours: 1 },
    connections: 2,
  });
  // Never outlives the test that started it.
  process.once("disconnect", () => process.exit(1));
  process.once(
    "SIGTERM",
    () =>
      void texter
        .stop()
        .then(() => database.close())
        .then(() => process.exit(0)),
  );
  await texter.start();
  // More often than in the product: a test has no five seconds for each kill.
  setInterval(() => void texter.recover().catch(() => {}), 300).unref();
  process.send?.("started");
}
