import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReleaseDump, releaseDumps } from "../../checks/testing/release-dumps.ts";
import { type ServerPostgres, startServerPostgres } from "../harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "../harness/product.ts";
import { Visitor } from "../harness/visitor.ts";

// The database of every release that landed (migrations/testing, written by that release's own code) is
// opened by this one: the product starts on it and migrates, its owner signs in, every main screen opens, and
// no row is missing. The password and secret are those of checks/house/upgrade.test.ts, which writes the
// dumps and compares the rows value by value.
const OWNER = "dana@summit-deck.example";
const PASSWORD = "cedar-plumb-ledger-1234";
const SECRET = "the secret of every release fixture";
/** Tables that a later migration replaced, and why their rows aren't counted. */
const REPLACED: Readonly<Record<string, string>> = {
  logs_reminded: "due_items",
  reports_sendings: "papers_recipients",
};

/** What an owner opens; each is an address of this release, whatever the data's release had. */
const SCREENS = [
  "/account/dashboard",
  "/account/start",
  "/account/leads",
  "/account/inbox",
  "/account/pipeline",
  "/account/follow-up",
  "/account/visits",
  "/account/search?q=deck",
  "/account/logs",
  "/account/logs?view=month",
  "/account/photos",
  "/account/changes",
  "/account/estimates",
  "/account/checklists",
  "/account/safety",
  "/account/imports",
  "/account/settings",
  "/account/settings/people",
  "/account/settings/form",
  "/account/settings/history",
  "/account/settings/data",
  "/account/settings/notifications",
] as const;

let postgres: ServerPostgres;
beforeAll(async () => {
  postgres = await startServerPostgres();
}, 120_000);
afterAll(async () => {
  await postgres?.remove();
}, 60_000);

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Restores a release's dump as its owner, who is no superuser. @returns the database's address */
async function restore(release: string): Promise<string> {
  const name = release.replace("-", "_");
  const admin = new URL(postgres.ownerUrl);
  [admin.username, admin.pathname] = ["admin", "/postgres"];
  const owner = new URL(admin);
  [owner.username, owner.pathname] = ["plumbline_owner", `/${name}`];
  await connected(admin.href, async (client) => {
    for (const role of ["plumbline_owner createrole", "plumbline_app"])
      await client.query(`create role ${role} login`).catch((error: { code?: string }) => {
        if (error.code !== "42710") throw error;
      });
    await client.query(`create database ${name} owner plumbline_owner`);
  });
  await connected(owner.href, (client) => client.query(readReleaseDump(release)));
  return owner.href;
}

/** How many rows each table has. */
async function rowsOf(url: string): Promise<Record<string, number>> {
  return connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_security'",
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const found = await client.query<{ count: number }>(
        `select count(*)::int as count from public.${name}`,
      );
      counts[name] = found.rows[0]!.count;
    }
    return counts;
  });
}

describe.each(releaseDumps())("the database of %s", (release) => {
  let product: RunningProduct;
  let url: string;
  let before: Record<string, number>;

  beforeAll(async () => {
    url = await restore(release);
    before = await rowsOf(url);
    // Web only: a worker would go on with what is due in the data, and rows would come and go.
    product = await startProduct({ DATABASE_URL: url, SECRET, ROLE: "web", LOG_LEVEL: "error" });
  }, 180_000);
  afterAll(async () => {
    await product?.stop();
    if (product) await removeData(product.dataDir);
  }, 60_000);

  test("loses no row to the migrations", async () => {
    const after = await rowsOf(url);
    const fewer = Object.entries(before).filter(
      ([table, count]) => !(table in REPLACED) && (after[table] ?? 0) < count,
    );
    expect(fewer).toEqual([]);
    expect(Object.values(before).filter(Boolean).length).toBeGreaterThan(20);
  });

  /** Signs in without the second factor: the dumps' filler rows give everyone one that no app knows. */
  const signIn = async (): Promise<Visitor> => {
    await connected(url, (client) => client.query("delete from identity_totp"));
    const visitor = new Visitor(product.url);
    const answer = await visitor.post("/login", { email: OWNER, password: PASSWORD });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account/dashboard"]);
    return visitor;
  };

  test("opens every main screen to its owner", { timeout: 180_000 }, async () => {
    const visitor = await signIn();
    const failed: string[] = [];
    for (const screen of SCREENS) {
      const answer = await visitor.get(screen);
      const text = await answer.text();
      if (answer.status !== 200 || !/<h1|<main/.test(text))
        failed.push(`${screen} answered ${answer.status}`);
    }
    expect(failed, product.output().slice(-4_000)).toEqual([]);
    // Every lead is listed, and each one's page opens.
    const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
    const leads = await connected(url, (client) =>
      client.query<{ id: string; email: string }>("select id, email from leads where account_id = $1", [
        account,
      ]),
    );
    expect(leads.rowCount).toBeGreaterThan(3);
    for (const { id, email } of leads.rows) {
      const page = await visitor.get(`/account/leads/${id}`);
      expect([page.status, (await page.text()).includes(email)], email).toEqual([200, true]);
    }
  });

  test("gives a device all jobs and records that were there", { timeout: 120_000 }, async () => {
    const visitor = await signIn();
    const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
    const { rows } = await connected(url, async (client) => {
      const hasRecords = await client.query("select to_regclass('public.sync_records') as there");
      return hasRecords.rows[0].there
        ? client.query<{ id: string; job: string | null }>(
            "select id, job_id as job from sync_records where account_id = $1 and not removed",
            [account],
          )
        : { rows: [] };
    });
    const fetched = async (job?: string) => {
      const answer = await visitor.get(`/account/sync/records?since=0${job ? `&job=${job}` : ""}`);
      return answer.text();
    };
    const texts = new Map<string, string>([["", await fetched()]]);
    for (const job of new Set(rows.map((one) => one.job ?? ""))) if (job) texts.set(job, await fetched(job));
    const missing = rows.filter(
      ({ id, job }) => !texts.get(job ?? "")!.includes(id) && !texts.get("")!.includes(id),
    );
    expect(missing).toEqual([]);
  });
});
