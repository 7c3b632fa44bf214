import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerPostgres, startServerPostgres } from "./harness/postgres.ts";
import {
  cleanEnvironment,
  freePort,
  launchProduct,
  removeData,
  type RunningProduct,
  startProduct,
  tempFolder,
} from "./harness/product.ts";
import { openShop, Visitor } from "./harness/visitor.ts";

// Moving from the embedded database to a server with the operator's command. No acknowledged lead is lost,
// wherever it is interrupted.

const missing = process.env["TEST_POSTGRES_BIN_MISSING"];
let postgres: ServerPostgres;
let dataDir: string;
let running: RunningProduct | undefined;
beforeAll(async () => {
  if (missing) return;
  postgres = await startServerPostgres();
  dataDir = await tempFolder("move");
}, 60_000);
afterAll(async () => {
  await running?.stop();
  await postgres?.remove();
  if (dataDir) await removeData(dataDir);
});

/** Runs the command and returns its output; optionally kills it after that many milliseconds of copying. */
async function move(url: string, killAfterMs?: number): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["bootstrap/main.mjs", "move", url], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: cleanEnvironment({ DATA_DIR: dataDir }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const heard = (chunk: Buffer) => {
    said += chunk.toString();
    if (killAfterMs !== undefined && said.includes("Copying"))
      setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  };
  child.stdout.on("data", heard);
  child.stderr.on("data", heard);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, said };
}

/** Asks for the guide repeatedly until stopped; collects the addresses that got a thank-you. */
function askers(url: string, slug: string, count: number): { thanked: string[]; stop(): Promise<void> } {
  const thanked: string[] = [];
  let going = true;
  const done = Array.from({ length: count }, async () => {
    const visitor = new Visitor(url);
    while (going) {
      const email = `${randomUUID()}@client.test`;
      const answer = await visitor
        .post(`/p/${slug}`, { name: "Dana Ruiz", email, consent: "yes", submission: randomUUID() })
        .catch(() => undefined);
      if (answer?.status === 303) thanked.push(email);
      else await sleep(20);
    }
  });
  return { thanked, stop: async () => void ((going = false), await Promise.all(done)) };
}

async function rows<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test.skipIf(missing)(
  "a product that takes captures until it is stopped goes on elsewhere with every one of them",
  async () => {
    const port = String(await freePort());
    const settings = { DATA_DIR: dataDir, PORT: port };
    const old = (running = await startProduct(settings));
    const shop = await openShop(old, "owner@move.test", "Summit Deck");
    const secret = (await readFile(path.join(dataDir, "secret"), "utf8")).trim();
    const asking = askers(old.url, shop.slug, 6);
    await expect.poll(() => asking.thanked.length, { timeout: 60_000 }).toBeGreaterThan(50);
    const early = await move(postgres.ownerUrl);
    expect(early.said).toContain(`The data folder ${dataDir} is in use by another running Plumbline`);
    expect(early.code).toBe(1);
    expect(await old.stop()).toBe(0);
    running = undefined;
    await asking.stop();

    // Killed midway, it leaves the target empty or complete, and the source untouched.
    const cut = await move(postgres.ownerUrl, 40);
    expect(existsSync(path.join(dataDir, "database-moved"))).toBe(cut.code === 0);
    const done = cut.code === 0 ? cut : await move(postgres.ownerUrl);
    expect(done.said).toMatch(
      /Moved [\d,]+ rows in \d+ tables, each counted and compared\.|An earlier move already copied everything/,
    );

    // Starting on the old database is refused, with instructions for reopening it on purpose.
    const environment = path.join(dataDir, "moved.env");
    expect((await stat(environment)).mode & 0o777).toBe(0o600);
    const wrong = await launchProduct(settings);
    await wrong.ended;
    expect(wrong.output()).toContain("was moved to a PostgreSQL server on");
    expect(wrong.output()).toContain(`delete ${path.join(dataDir, "database-moved")} first`);

    const set = Object.fromEntries(
      [...(await readFile(environment, "utf8")).matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
    expect(set).toEqual({ DATABASE_URL: postgres.ownerUrl, SECRET: secret });
    const moved = (running = await startProduct({ ...settings, ...set }));

    // Sessions survive the move.
    const dashboard = await shop.visitor.get("/account/dashboard");
    expect(dashboard.status).toBe(200);
    expect(await dashboard.text()).toContain("Dana Ruiz");
    // Every acknowledged capture becomes a lead and gets its guide once.
    const wanted = new Set(asking.thanked);
    await expect
      .poll(
        async () =>
          (await rows<{ email: string }>("select email from leads")).filter(({ email }) => wanted.has(email))
            .length,
        {
          timeout: 30_000,
        },
      )
      .toBe(wanted.size);
    const waiting =
      "select count(*)::int as n from mail_messages where state in ('queued', 'claimed', 'committing') and next_attempt_at <= now()";
    const due = "select count(*)::int as n from sequences_steps where state = 'waiting' and due_at <= now()";
    await expect
      .poll(async () => [...(await rows(due)), ...(await rows(waiting))], { timeout: 30_000 })
      .toEqual([{ n: 0 }, { n: 0 }]);
    const sent = new Map<string, number>();
    for (const mail of await moved.outbox()) {
      const to = /^To: .*?([0-9a-f-]{36}@client\.test)/m.exec(mail)?.[1];
      if (to) sent.set(to, (sent.get(to) ?? 0) + 1);
    }
    for (const email of wanted) expect(sent.get(email), email).toBe(1);
  },
  240_000,
);
