import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { accountsWithCaptures, convertCaptures } from "#trade/leads/capture/capture-queue.server.ts";
import { asAppRole, connectionFromUrl, openDatabase } from "#platform/db/database.server.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct, tempFolder } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { subscribe } from "../src/app/subscriptions.ts";
import type { Figure } from "./figure.ts";
import { median, needPackages, words } from "./tools.ts";

const SECONDS = 4;
/**
 * Rounds until V8 has optimized the code involved. A server runs for months, so its first ten thousand
 * captures say little.
 */
const WARM_ROUNDS = 3;
const ROUNDS = 3;
const CLIENTS = 8;

/**
 * One lead capture, from the posted form to the durable commit and the thank-you page, compared with one bare
 * insert of a row with the same fields into the same server by the bare driver: one at a time, and with eight
 * clients. The bare insert behind Node's own server (bare-capture.ts) shows the request's share. At the end
 * the database is checked for every capture that got a thank-you. No worker runs during this; the rate at
 * which one turns captures into leads (lead, touch, consent, enrollment, ledger) is a separate figure.
 */
export async function benchCapture(): Promise<Figure[]> {
  needPackages({ wrk: "wrk" });
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "b".repeat(40), LOG_LEVEL: "error" };
  const whole = await startProduct(settings);
  const shop = await openShop(whole, "bench@owner.test", "Bench Decks");
  await whole.stop();
  const product = await startProduct({ ...settings, ROLE: "web", DATA_DIR: whole.dataDir });
  const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: CLIENTS });
  const behind = await startBare(postgres.ownerUrl);
  try {
    await pool.query(
      "create table bare (account_id uuid, id uuid primary key, page_id uuid, name text, email text, source jsonb, at timestamptz)",
    );
    const script = await captureScript();
    const figures: Figure[] = [];
    let thanked = 0;
    for (const [clients, label] of [
      [1, "one after the other"],
      [CLIENTS, `${CLIENTS} at once`],
    ] as const) {
      const ours: number[] = [];
      const bare: number[] = [];
      const asked: number[] = [];
      for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
        const inserts = await insertsPerSecond(pool, clients);
        const captures = capture(script, `${product.url}/p/${shop.slug}`, clients);
        thanked += captures.done;
        const requests = capture(script, behind.url, clients).perSecond;
        if (round < WARM_ROUNDS) continue;
        bare.push(inserts);
        ours.push(captures.perSecond);
        asked.push(requests);
      }
      figures.push({
        what: `Lead captures per second, ${label}, beside bare inserts`,
        ours: words(median(ours)),
        limit: words(median(bare)),
        ratio: median(ours) / median(bare),
        aim: 0.5,
      });
      figures.push({
        what: `Lead captures per second, ${label}, beside bare inserts behind Node's own HTTP server`,
        ours: words(median(ours)),
        limit: words(median(asked)),
        ratio: median(ours) / median(asked),
        aim: undefined,
      });
    }
    const { rows } = await pool.query<{ kept: string }>("select count(*) as kept from leads_captures");
    // When its time is up, the load generator drops open requests; each of those may be stored without a
    // thank-you.
    const kept = Number(rows[0]!.kept);
    if (kept < thanked || kept > thanked + 2 * (WARM_ROUNDS + ROUNDS) * CLIENTS)
      throw new Error(`${thanked} thanked, ${kept} kept`);
    return [...figures, await keepingRate(postgres.ownerUrl, settings.SECRET, figures.at(-1)!.ours)];
  } finally {
    behind.stop();
    await pool.end();
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}

/**
 * Leads per second that one worker makes from waiting captures, with everything that follows from a capture.
 */
async function keepingRate(ownerUrl: string, secret: string, accepted: string): Promise<Figure> {
  const database = openDatabase(connectionFromUrl(ownerUrl), asAppRole(ownerUrl, secret));
  useDatabase(database);
  subscribe();
  const [accountId] = await accountsWithCaptures(1);
  const began = performance.now();
  let kept = 0;
  for (let round = 1; round && performance.now() < began + SECONDS * 1000; kept += round)
    round = (await convertCaptures(accountId!)).kept;
  const perSecond = kept / ((performance.now() - began) / 1000);
  await database.close();
  return {
    what: "Leads made of captures per second (lead, touch, consent, enrolment, ledger), beside captures accepted",
    ours: words(perSecond),
    limit: accepted,
    ratio: perSecond / Number(accepted.replaceAll(",", "")),
    aim: undefined,
  };
}

async function startBare(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "bare-capture.ts"), databaseUrl], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(Number(line)));
    child.once("exit", () => reject(new Error("the bare server did not start")));
  });
  return { url: `http://127.0.0.1:${port}/p/bare`, stop: () => void child.kill() };
}

async function insertsPerSecond(pool: pg.Pool, clients: number): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  const began = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (; performance.now() < until; done++)
        await pool.query({
          name: "bare",
          text: "insert into bare values ($1, $2, $3, $4, $5, $6, $7)",
          values: [
            randomUUID(),
            randomUUID(),
            randomUUID(),
            "Dana Ruiz",
            `${randomUUID()}@client.test`,
            '{"utm_source":"card"}',
            new Date().toISOString(),
          ],
        });
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

/** The form as a browser posts it, with a new address and submission id each time. */
async function captureScript(): Promise<string> {
  const file = path.join(await tempFolder("wrk"), "capture.lua");
  await writeFile(
    file,
    `local run, n = "", 0
function init(args) run = args[1] end
function request()
  n = n + 1
  local id = string.format("%s-%012x", run, n)
  local body = "name=Dana+Ruiz&email=" .. id .. "%40client.test&consent=yes&source=%7B%22utm_source%22%3A%22card%22%7D&submission=" .. id
  return wrk.format("POST", nil, { ["Content-Type"] = "application/x-www-form-urlencoded" }, body)
end`,
  );
  return file;
}

function capture(script: string, url: string, clients: number): { perSecond: number; done: number } {
  const run = randomUUID().slice(0, 23);
  const output = execFileSync("wrk", ["-t1", `-c${clients}`, `-d${SECONDS}s`, "-s", script, url, "--", run], {
    encoding: "utf8",
  });
  const done = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0);
  if (!done || /Non-2xx|Socket errors/.test(output)) throw new Error(`captures failed:\n${output}`);
  return { perSecond, done };
}
