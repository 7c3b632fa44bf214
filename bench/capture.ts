import { randomUUID } from "node:crypto";
import http from "node:http";
import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./run.ts";
import { median, words } from "./tools.ts";

const SECONDS = 4;
const ROUNDS = 3;
const CLIENTS = 8;

/**
 * One lead capture, from the request to the durable commit of lead, touch, consent, enrolment and ledger, beside one bare insert of one
 * row into the same server: both from this process, one after the other and with eight clients. Mail waits (no worker in this process).
 */
export async function benchCapture(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "b".repeat(40), LOG_LEVEL: "error" };
  const whole = await startProduct(settings);
  const shop = await openShop(whole, "bench@owner.test", "Bench Decks");
  await whole.stop();
  const product = await startProduct({ ...settings, ROLE: "web", DATA_DIR: whole.dataDir });
  try {
    const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: CLIENTS });
    await pool.query(
      "create table if not exists bare (account_id uuid, id uuid primary key, name text, email text, created_at timestamptz)",
    );
    const insert = () =>
      pool.query("insert into bare values ($1, $2, $3, $4, $5)", [
        randomUUID(),
        randomUUID(),
        "Dana Ruiz",
        `${randomUUID()}@client.test`,
        new Date().toISOString(),
      ]);
    const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
    const capture = () =>
      post(
        agent,
        product.port,
        `/p/${shop.slug}`,
        `name=Dana+Ruiz&email=${randomUUID()}%40client.test&consent=yes&submission=${randomUUID()}`,
      );
    const figures: Figure[] = [];
    for (const [clients, label] of [
      [1, "one after the other"],
      [CLIENTS, `${CLIENTS} at once`],
    ] as const) {
      const ours: number[] = [];
      const bare: number[] = [];
      await rate(capture, clients, 1);
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await rate(insert, clients, SECONDS));
        ours.push(await rate(capture, clients, SECONDS));
      }
      figures.push({
        what: `Lead captures per second, ${label}, beside bare inserts`,
        ours: words(median(ours)),
        limit: words(median(bare)),
        ratio: median(ours) / median(bare),
        aim: 0.5,
      });
    }
    await pool.end();
    agent.destroy();
    return figures;
  } finally {
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}

async function rate(work: () => Promise<unknown>, clients: number, seconds: number): Promise<number> {
  let done = 0;
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await work();
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

function post(agent: http.Agent, port: number, path: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path,
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) },
      },
      (response) => {
        response.resume();
        response.on("end", () => (response.statusCode === 303 ? resolve() : reject(new Error(`capture answered ${response.statusCode}`))));
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
