// A texter process that kills itself with SIGKILL at a given moment. Its options are JSON in the first
// argument.
import pg from "pg";
import { type ConnectionSettings, openDatabase } from "../../db/database.server.ts";
import { quietLog } from "../../mail/testing/mailer.ts";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { createTexter } from "../sending/texter.server.ts";
import { TWILIO } from "./twilio.ts";

/** Points between two steps where a crash can happen. */
export const CRASH_POINTS = [
  /** Rows are claimed, the claim not yet committed. */
  "before-claim-commit",
  "after-claim",
  /** Connected, `committing` is not yet stored. */
  "before-committing",
  /** `committing` is stored, the request not yet sent. */
  "after-committing",
  /** Twilio accepted, `sent` is not yet stored. */
  "before-sent",
  "after-sent",
] as const;

export interface CrashOrders {
  readonly appSettings: ConnectionSettings;
  readonly twilioUrl: string;
  /** Default: no crash. */
  readonly crash?: { readonly point: (typeof CRASH_POINTS)[number]; readonly time: number } | undefined;
}

const orders = JSON.parse(process.argv[2] ?? "null") as CrashOrders | null;
if (orders) await work(orders);

async function work({ appSettings, twilioUrl, crash }: CrashOrders): Promise<void> {
  let left = crash?.time ?? 0;
  const reach = (point: string) => {
    if (point === crash?.point && --left === 0) process.kill(process.pid, "SIGKILL");
  };
  const database = openDatabase({}, appSettings, { max: 4 });
  watchClaims(database.app, reach);
  watchMarks(reach);
  useOutside({ ...outside(), twilioUrl });
  const texter = createTexter({
    database,
    settings: { DATA_DIR: "/nonexistent" },
    accounts: { find: () => Promise.resolve(TWILIO), heard: () => Promise.resolve() },
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

function watchClaims(pool: pg.Pool, reach: (point: string) => void): void {
  const query = pool.query.bind(pool) as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
  const watched = async (text: string, values: unknown[]) => {
    if (!text.includes("sms_claim(")) return await query(text, values);
    const client = await pool.connect();
    try {
      await client.query("begin");
      const result = await client.query(text, values);
      if (result.rows.length > 0) reach("before-claim-commit");
      await client.query("commit");
      if (result.rows.length > 0) reach("after-claim");
      return result;
    } finally {
      client.release();
    }
  };
  Object.assign(pool, { query: watched });
}

function watchMarks(reach: (point: string) => void): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const watched = async function (
    this: pg.Client,
    config: { name?: string; values?: string[] },
    ...rest: unknown[]
  ) {
    const marks = JSON.parse(config.values![1]!) as { state: string }[];
    for (const { state } of marks) if (state === "committing" || state === "sent") reach(`before-${state}`);
    const result = await query.call(this, config, ...rest);
    for (const { state } of marks) if (state === "committing" || state === "sent") reach(`after-${state}`);
    return result;
  };
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const config = args[0] as { name?: string } | undefined;
    return (
      config?.name === "sms_mark" ? watched.apply(this, args as never) : query.apply(this, args)
    ) as never;
  };
}
