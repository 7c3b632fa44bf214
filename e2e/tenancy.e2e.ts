import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop, Visitor } from "./harness/visitor.ts";

// Every request that business A can make is made again by business B and by nobody. The list comes from the product's own route
// table: a new route joins by itself, and a parameter or action that this test does not know yet makes it fail.

interface BuiltRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: { readonly action?: unknown; readonly loader?: unknown; readonly default?: unknown };
}

/** Parameters that carry no row of a business yet. */
const NO_ROWS_YET = new Set(["jobId"]);

/** What A posts to each action: by route, fields. */
const POSTS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  "account/dashboard": [{ intent: "keep" }, { intent: "resend" }],
  "account/leads/:leadId": [{}],
  "account/magnets/:magnetId/link": [{ businessName: "Taken over", postalAddress: "x", zone: "UTC" }],
  "account/settings": [{ businessName: "B's own name", postalAddress: "2 Side St", zone: "UTC" }],
};

let postgres: ServerPostgres;
let product: RunningProduct;
let a: Shop;
let b: Shop;
let routes: { path: string; hasAction: boolean }[];
let ids: Record<string, string>;

const SECRET = "Lake View Decking of Business A";

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "a".repeat(40) });
  a = await openShop(product, "a@owner.test", SECRET);
  b = await openShop(product, "b@owner.test", "Business B");
  await askForGuide(product, a.slug, { name: "Client of A", email: "client@a.test" });
  const dashboard = await (await a.visitor.get("/account/dashboard")).text();
  ids = { magnetId: a.magnetId, leadId: /\/account\/leads\/([0-9a-f-]{36})/.exec(dashboard)![1]!, format: "pdf" };
  const build = (await import(path.resolve("build/server/index.js"))) as { routes: Record<string, BuiltRoute> };
  routes = Object.values(build.routes)
    .map((route) => ({ path: fullPath(route, build.routes), hasAction: Boolean(route.module.action) }))
    .filter((route) => route.path.startsWith("account/"));
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await postgres?.remove();
  await removeData(product.dataDir);
});

function fullPath(route: BuiltRoute, all: Record<string, BuiltRoute>): string {
  const parent = route.parentId ? all[route.parentId] : undefined;
  return [parent ? fullPath(parent, all) : "", route.path ?? ""].filter(Boolean).join("/");
}

const parametersOf = (route: string) => [...route.matchAll(/:(\w+)/g)].map((match) => match[1]!);

function addressOf(route: string): string {
  return `/${route.replace(/:(\w+)/g, (_, name: string) => {
    if (NO_ROWS_YET.has(name)) return "00000000-0000-7000-8000-000000000000";
    const id = ids[name];
    if (!id) throw new Error(`the tenancy replay does not know whose row :${name} in ${route} is: add it`);
    return id;
  })}`;
}

/** Everything stored for A, as text: whatever changes shows. */
async function rowsOfA(): Promise<string> {
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  try {
    const account = (await client.query<{ account_id: string }>("select account_id from leads_slugs where slug = $1", [a.slug])).rows[0]!
      .account_id;
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'account_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`select to_jsonb(t)::text as row from ${name} t where account_id = $1 order by 1`, [account]);
      parts.push(name, ...rows.map((row: { row: string }) => row.row));
    }
    return parts.join("\n");
  } finally {
    await client.end();
  }
}

describe("business B making every request of business A", () => {
  it("finds account routes in the route table, each with what it needs here", () => {
    expect(routes.length).toBeGreaterThan(6);
    for (const route of routes) {
      addressOf(route.path);
      if (route.hasAction) expect(Object.keys(POSTS), `a request for the action of ${route.path}`).toContain(route.path);
    }
  });

  it("is shown to A, so that the answers to B mean something", async () => {
    for (const route of routes) expect((await a.visitor.get(addressOf(route.path))).status, route.path).toBe(200);
  });

  it("answers 404 and changes nothing", async () => {
    // Follow-up of A may be under way; it has settled when two looks agree.
    let before = await rowsOfA();
    for (let look = 0; look < 40; look++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const again = await rowsOfA();
      if (again === before) break;
      before = again;
    }
    for (const route of routes) {
      const foreign = parametersOf(route.path).some((name) => !NO_ROWS_YET.has(name) && name !== "format");
      const address = addressOf(route.path);
      const shown = await b.visitor.get(address);
      const text = await shown.text();
      expect(text, `GET ${address}`).not.toContain(SECRET);
      expect(text, `GET ${address}`).not.toContain("client@a.test");
      if (foreign) expect(shown.status, `GET ${address}`).toBe(404);
      for (const fields of route.hasAction ? POSTS[route.path]! : []) {
        const posted = await b.visitor.post(address, fields);
        if (foreign) expect(posted.status, `POST ${address}`).toBe(404);
        // The framework's data address is a second door to the same rooms.
        const data = await b.visitor.get(`${address}.data`);
        expect(await data.text(), `GET ${address}.data`).not.toContain(SECRET);
      }
    }
    expect(await rowsOfA()).toBe(before);
  });

  it("sends a signed-out visitor to sign in, and changes nothing", async () => {
    const before = await rowsOfA();
    for (const route of routes) {
      const nobody = new Visitor(product.url);
      const address = addressOf(route.path);
      for (const answer of [await nobody.get(address), ...(route.hasAction ? [await nobody.post(address, POSTS[route.path]![0])] : [])]) {
        expect([302, 303], address).toContain(answer.status);
        expect(answer.headers.get("location"), address).toMatch(/^\/login/);
      }
    }
    expect(await rowsOfA()).toBe(before);
  });

  it("refuses the same requests from another site, even with A's cookies", async () => {
    const answer = await fetch(`${product.url}/account/settings`, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" },
    });
    expect(answer.status).toBe(403);
  });
});
