import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { databaseProcesses, signal } from "./harness/processes.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// The database hangs: its processes are frozen, so it neither refuses nor answers. People get an error within
// two seconds, pages from memory still work, and everything resumes by itself afterwards.

interface BuiltRoute {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: { readonly action?: unknown; readonly loader?: unknown; readonly default?: unknown };
}

const LIMIT_MS = 2_000;
const SOME_ID = "01900000-0000-7000-8000-000000000005";

let product: RunningProduct;
let shop: Shop;
let stopped: number[] = [];

const stop = () => {
  stopped = databaseProcesses(product.dataDir);
  for (const pid of stopped) signal(pid, "SIGSTOP");
};
const resume = () => {
  for (const pid of stopped.splice(0)) signal(pid, "SIGCONT");
};

beforeAll(async () => {
  product = await startProduct();
  shop = await openShop(product, "hangs@hangs.test", "Hang Decks");
}, 120_000);
afterAll(async () => {
  resume();
  if (product.process.exitCode !== null || product.process.signalCode !== null)
    console.log(product.output().slice(-4_000));
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

interface Answer {
  readonly what: string;
  readonly status: number;
  /**
   * Milliseconds beyond a page that needs no database, requested from the same process at the same time, so
   * that the machine's load doesn't count.
   */
  readonly ms: number;
}

async function timed(method: string, url: string, init: RequestInit = {}): Promise<Answer> {
  const took = async (work: Promise<Response>) => {
    const began = performance.now();
    const answer = await work;
    await answer.arrayBuffer();
    return [answer.status, performance.now() - began] as const;
  };
  const headers = new Headers(init.headers);
  headers.set("Sec-Fetch-Site", "same-origin");
  const [[status, ms], [, floor]] = await Promise.all([
    took(shop.visitor.send(url, { ...init, method, headers })),
    took(fetch(`${product.url}/livez`)),
  ]);
  return { what: `${method} ${url}`, status, ms: ms - floor };
}
const form = (fields: Record<string, string>): RequestInit => ({ body: new URLSearchParams(fields) });
const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});
const tooLate = (answers: readonly Answer[]) => answers.filter(({ ms }) => ms > LIMIT_MS);
const wrong = (answers: readonly Answer[], ...right: number[]) =>
  answers.filter(({ status }) => !right.includes(status));

it("answers 503 within two seconds at every kind of door, from the moment it hangs", async () => {
  const capture = form({ name: "Dana", email: "dana@client.test", consent: "yes", submission: SOME_ID });
  stop();
  try {
    const told = await Promise.all([
      timed("GET", "/account/dashboard"),
      timed("GET", "/account/dashboard.data"),
      timed("GET", `/p/${shop.slug}`),
      timed("POST", `/p/${shop.slug}`, capture),
      timed("POST", "/login", form({ email: "hangs@hangs.test", password: "correct plumb line 7" })),
      timed(
        "POST",
        "/register",
        form({
          email: "new@hangs.test",
          password: "a long enough one",
          confirmPassword: "a long enough one",
        }),
      ),
      timed("POST", "/account/settings", form({ name: "Hang Decks" })),
      timed("GET", "/readyz"),
      timed("GET", `/s/${"x".repeat(46)}`),
      timed("GET", "/api/v1/leads", { headers: { Authorization: `Bearer pl_${"x".repeat(48)}` } }),
      timed(
        "POST",
        "/api/contact",
        json({ name: "Dana", email: "dana@client.test", message: "Anybody there?" }),
      ),
      timed("POST", "/account/media/uploads", {
        headers: { "Tus-Resumable": "1.0.0", "Upload-Length": "5" },
      }),
    ]);
    const fromMemory = await Promise.all([
      timed("GET", "/"),
      timed("GET", "/contact"),
      timed("GET", "/livez"),
      timed("GET", "/metrics"),
    ]);
    expect(tooLate([...told, ...fromMemory])).toEqual([]);
    expect(wrong(told, 503)).toEqual([]);
    expect(wrong(fromMemory, 200)).toEqual([]);
  } finally {
    resume();
  }
});

it("answers every address of the product within two seconds, none with 500", async () => {
  await expect.poll(async () => (await timed("GET", "/readyz")).status).toBe(200);
  const { routes } = (await import(pathToFileURL(path.resolve("build/server/index.js")).href)) as {
    routes: Record<string, BuiltRoute>;
  };
  const addressOf = (route: BuiltRoute): string =>
    `${route.parentId ? addressOf(routes[route.parentId]!) : ""}${route.path ? `/${route.path}` : ""}`;
  const filled = (address: string) =>
    address.replaceAll(/:(\w+)\??/g, (_, name: string) =>
      name === "slug"
        ? shop.slug
        : name === "magnetId"
          ? shop.magnetId
          : /token/i.test(name)
            ? "x".repeat(46)
            : SOME_ID,
    );
  const asked = Object.values(routes).flatMap((route) => {
    if (!route.path || route.path.includes("*")) return [];
    const url = filled(addressOf(route));
    const { loader, action, default: page } = route.module;
    return [...(loader || page ? [["GET", url] as const] : []), ...(action ? [["POST", url] as const] : [])];
  });
  expect(asked.length).toBeGreaterThan(150);
  stop();
  try {
    const answers: Answer[] = [];
    // Four at a time: rendering a hundred pages at once would take longer than the limit.
    const left = [...asked];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let next = left.shift(); next; next = left.shift())
          answers.push(await timed(next[0], next[1], next[0] === "POST" ? form({ do: "nothing" }) : {}));
      }),
    );
    expect(tooLate(answers)).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(asked.length / 2);
  } finally {
    resume();
  }
});

it("goes on by itself when the database answers again, and the log holds one JSON object a line", async () => {
  await expect.poll(async () => (await timed("GET", "/readyz")).status).toBe(200);
  await expect.poll(async () => (await timed("GET", "/account/dashboard")).status).toBe(200);
  const lines = product.output().split("\n").filter(Boolean);
  const told = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  // Otherwise only the lines meant for a person at the terminal.
  expect(
    lines.filter(
      (line) => !line.startsWith("{") && !/^(Plumbline is ready|The embedded database)/.test(line),
    ),
  ).toEqual([]);
  expect(told.filter(({ level, message }) => level === "error" && message === "unexpected error")).toEqual(
    [],
  );
  expect(JSON.stringify(told)).not.toContain('"type":"object"');
  const queue = told.filter(({ message }) => String(message).startsWith("task queue"));
  // Once per cause, not every second.
  expect(queue.length, JSON.stringify(queue)).toBeLessThanOrEqual(8);
});

it("says nothing of an error about a client who went away", async () => {
  stop();
  try {
    const before = product.output().length;
    const going = AbortSignal.timeout(300);
    await shop.visitor.send("/account/dashboard", { signal: going }).catch(() => {});
    await shop.visitor.send("/account/leads", { signal: AbortSignal.timeout(300) }).catch(() => {});
    const here = () =>
      product
        .output()
        .slice(before)
        .split("\n")
        .filter((line) => line.includes('"request"'))
        .map((line) => JSON.parse(line) as { status: number; area: string });
    await expect.poll(() => here().filter(({ area }) => area === "/account").length).toBe(2);
    expect(here().map(({ status }) => status)).not.toContain(500);
    expect(product.output().slice(before)).not.toContain("unexpected error");
  } finally {
    resume();
  }
});
