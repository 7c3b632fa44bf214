import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readSettings } from "#platform/config/settings.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import type { Log } from "#platform/log/log.server.ts";
import { sitePageViews } from "../tables.server.ts";
import { purgePageViews, storePageViews } from "./data.server.ts";
import { action, loader } from "./record.ts";
import { type Recorder, recorder, startPageViews } from "./recorder.server.ts";
import { forwardTo, networkStart, sinksOf } from "./sinks.server.ts";
import { type SinkServer, startSink } from "./testing/sink-servers.ts";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
beforeAll(async () => void (database = await createTestInstallation(clock)));
afterAll(() => database.drop());

const logged: object[] = [];
const keep = (fields: object, message: string) => void logged.push({ ...fields, message });
const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log };

let running: Recorder | undefined;
const sinks: SinkServer[] = [];
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await Promise.all(sinks.splice(0).map((sink) => sink.close()));
  await withSystem(({ db }) => db.delete(sitePageViews));
  logged.length = 0;
});

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const EVENT = {
  path: "/about",
  title: "About",
  location: "http://localhost:3000/about?utm_source=mail&token=x",
  referrer: "",
};

function post(
  event: unknown,
  options: { headers?: Record<string, string>; address?: string; query?: string; method?: string } = {},
) {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, options.address ?? "203.0.113.77");
  context.set(directLoopbackContext, false);
  const request = new Request(`http://localhost:3000/api/page-view${options.query ?? ""}`, {
    method: options.method ?? "POST",
    headers: { "User-Agent": BROWSER, "Content-Type": "text/plain;charset=UTF-8", ...options.headers },
    body: typeof event === "string" ? event : JSON.stringify(event),
  });
  return action({ request, context, params: {} } as never);
}

const start = (env: Record<string, string> = {}) =>
  (running = startPageViews({ settings: readSettings(env, "/tmp"), log }));

async function startAll() {
  const [plausible, umami, ga4] = await Promise.all([
    startSink("plausible"),
    startSink("umami"),
    startSink("ga4"),
  ]);
  sinks.push(plausible, umami, ga4);
  const env = {
    ANALYTICS_PLAUSIBLE_URL: plausible.url,
    ANALYTICS_PLAUSIBLE_DOMAIN: "example.com",
    ANALYTICS_UMAMI_URL: `${umami.url}/`,
    ANALYTICS_UMAMI_WEBSITE: "50429a93-8479-4073-be80-d5d29c09c2ec",
    ANALYTICS_GA4_ID: "G-ABC1234567",
    ANALYTICS_GA4_SECRET: "s3cr3t",
    ANALYTICS_GA4_URL: ga4.url,
  };
  start(env);
  return { plausible, umami, ga4 };
}

const stored = async () => {
  await running?.stop();
  return withSystem(({ db }) => db.select().from(sitePageViews).orderBy(sitePageViews.path));
};

test("a view is answered at once and stored without anything about who looked", async () => {
  start();
  const answer = await post(EVENT, { headers: { Cookie: "plumbline.session=abc" } });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("set-cookie")).toBeNull();
  const rows = await stored();
  expect(rows).toMatchObject([
    {
      path: "/about",
      title: "About",
      location: "http://localhost:3000/about?utm_source=mail",
      referrer: "",
      at: clock.now(),
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/203\.0|Mozilla|session/);
  expect(logged).toEqual([]);
});

test("views reach the table by themselves, many in one go", async () => {
  start();
  for (let n = 0; n < 250; n++)
    await post({ ...EVENT, path: `/n${n}`, location: "" }, { address: `198.51.${n}.1` });
  await expect.poll(() => withSystem(({ db }) => db.$count(sitePageViews)), { timeout: 5000 }).toBe(250);
});

test("each sink is told in its own words, once", async () => {
  const { plausible, umami, ga4 } = await startAll();
  await post({ ...EVENT, referrer: "https://search.example/?q=private" });
  await expect
    .poll(() => [plausible, umami, ga4].map((sink) => sink.told.length + sink.refused.length))
    .toEqual([1, 1, 1]);
  expect([plausible.refused, umami.refused, ga4.refused]).toEqual([[], [], []]);
  const location = "http://localhost:3000/about?utm_source=mail";
  expect(plausible.told[0]).toMatchObject({
    headers: { "user-agent": BROWSER, "x-forwarded-for": "203.0.113.0" },
    body: { name: "pageview", domain: "example.com", url: location, referrer: "https://search.example/" },
  });
  expect(umami.told[0]).toMatchObject({
    headers: { "user-agent": BROWSER, "x-forwarded-for": "203.0.113.0" },
    body: {
      type: "event",
      payload: {
        website: "50429a93-8479-4073-be80-d5d29c09c2ec",
        hostname: "localhost",
        url: "/about?utm_source=mail",
        title: "About",
        referrer: "https://search.example/",
      },
    },
  });
  const { query, body, headers } = ga4.told[0]!;
  expect(Object.fromEntries(query)).toEqual({ measurement_id: "G-ABC1234567", api_secret: "s3cr3t" });
  expect(body).toMatchObject({
    events: [
      {
        name: "page_view",
        params: { page_location: location, page_title: "About", page_referrer: "https://search.example/" },
      },
    ],
  });
  expect(JSON.stringify(headers)).not.toMatch(/203\.0|Mozilla/);
  expect(JSON.stringify(sinks.map((sink) => sink.told))).not.toMatch(/203\.0\.113\.77|private|token/);
});

test.each([
  ["the header Sec-GPC", { headers: { "Sec-GPC": "1" } }],
  ["a script that can tell", { query: "?gpc" }],
])("an opt-out by %s is stored and passed on to nobody", async (_, options) => {
  const { plausible, umami, ga4 } = await startAll();
  expect((await post(EVENT, options)).status).toBe(204);
  await post({ ...EVENT, path: "/contact", location: "" });
  await expect.poll(() => [plausible, umami, ga4].map((sink) => sink.told.length)).toEqual([1, 1, 1]);
  expect(plausible.told[0]!.body).toMatchObject({ url: "http://localhost:3000/contact" });
  expect(await stored()).toHaveLength(2);
});

test("a dead sink slows nothing, and the others are told", async () => {
  const dead = await startSink("plausible", { dead: true });
  const umami = await startSink("umami");
  sinks.push(dead, umami);
  const none = "http://127.0.0.1:9";
  start({
    ANALYTICS_PLAUSIBLE_URL: dead.url,
    ANALYTICS_PLAUSIBLE_DOMAIN: "example.com",
    ANALYTICS_UMAMI_URL: umami.url,
    ANALYTICS_UMAMI_WEBSITE: "site",
    ANALYTICS_GA4_ID: "G-ABC1234567",
    ANALYTICS_GA4_SECRET: "s3cr3t",
    ANALYTICS_GA4_URL: none,
  });
  const alone = await timed(() => post({ ...EVENT, title: "alone" }, { headers: { "Sec-GPC": "1" } }));
  const beside = await timed(() => post(EVENT));
  // Compared with the same work without sinks; waiting for a sink would cost seconds.
  expect(beside).toBeLessThan(alone + 500);
  await expect.poll(() => umami.told.length).toBe(1);
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  expect(JSON.stringify(logged)).not.toMatch(/s3cr3t|about|127\.0\.0\.1/);
  expect(await stored()).toHaveLength(2);
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function forwarderTo({ url }: SinkServer) {
  const [sink] = sinksOf(
    readSettings({ ANALYTICS_PLAUSIBLE_URL: url, ANALYTICS_PLAUSIBLE_DOMAIN: "example.com" }, "/tmp"),
  );
  const forwarder = forwardTo(sink!, log, 100);
  return {
    forwarder,
    send: (n: number) =>
      forwarder.send({ ...EVENT, location: `http://x/${n}` }, { userAgent: BROWSER, address: "" }),
  };
}

test("a sink that hangs is given up, and complained about once a minute", async () => {
  const dead = await startSink("plausible", { dead: true });
  sinks.push(dead);
  const { forwarder, send } = forwarderTo(dead);
  for (let n = 0; n < 12; n++) send(n);
  await expect.poll(() => dead.arrived()).toBe(12);
  expect(logged).toMatchObject([{ sink: "plausible", message: "page views not passed on" }]);
  forwarder.stop();
});

test("at most 1000 views wait for a sink, the newest ones", async () => {
  const sink = await startSink("plausible");
  sinks.push(sink);
  const { forwarder, send } = forwarderTo(sink);
  for (let n = 0; n < 3000; n++) send(n);
  await expect.poll(() => sink.told.length, { timeout: 10_000 }).toBe(1004);
  expect(sink.told.at(-1)!.body).toMatchObject({ url: expect.stringMatching(/\/29\d\d$/) });
  forwarder.stop();
});

test("with the database away views wait, and are stored when it is back", async () => {
  start();
  const pool = database.database.app;
  const real = pool.connect;
  pool.connect = (() => Promise.reject(new Error("connection refused"))) as never;
  expect((await post(EVENT)).status).toBe(204);
  await expect.poll(() => logged.length, { timeout: 5000 }).toBe(1);
  pool.connect = real;
  expect(await stored()).toHaveLength(1);
});

test.each([
  ["no JSON", "nothing", 400],
  ["a list", [], 400],
  ["no path", { ...EVENT, path: undefined }, 400],
  ["a path that is none", { ...EVENT, path: "about" }, 400],
  ["a title that is none", { ...EVENT, title: 7 }, 400],
  ["too much", { ...EVENT, title: "x".repeat(5000) }, 413],
])("%s is refused", async (_, event, status) => {
  start();
  expect((await post(event)).status).toBe(status);
  expect(await stored()).toEqual([]);
});

test("crawlers are answered and not counted; other methods are refused", async () => {
  start();
  expect((await post(EVENT, { headers: { "User-Agent": "Googlebot/2.1" } })).status).toBe(204);
  expect((await post(EVENT, { method: "PUT" })).status).toBe(405);
  expect(loader().status).toBe(405);
  expect(await stored()).toEqual([]);
});

test("one address is counted 120 times a minute", async () => {
  start();
  const answers = await Promise.all(Array.from({ length: 121 }, () => post(EVENT, { address: "192.0.2.1" })));
  expect(answers.map(({ status }) => status).filter((status) => status !== 204)).toEqual([429]);
  expect((await post(EVENT, { address: "192.0.2.2" })).status).toBe(204);
});

test("nothing is kept once the product stops", async () => {
  await start().stop();
  expect(recorder()).toBeUndefined();
  expect((await post(EVENT)).status).toBe(204);
  expect(await stored()).toEqual([]);
});

test("a view is kept 400 days, and once when it is stored twice", async () => {
  const view = {
    id: "0199d2a4-0a5c-7c11-b6d2-4a1f6f0f6a55",
    at: clock.now().subtract({ hours: 400 * 24 - 1 }),
    ...EVENT,
  };
  await storePageViews([view]);
  await storePageViews([
    view,
    {
      ...view,
      id: "0199d2a4-0a5c-7c11-b6d2-4a1f6f0f6a56",
      at: clock.now().subtract({ hours: 400 * 24 + 1 }),
    },
  ]);
  expect(await stored()).toHaveLength(2);
  await purgePageViews();
  expect(await stored()).toMatchObject([{ id: view.id }]);
});

test.each([
  ["203.0.113.77", "203.0.113.0"],
  ["2001:db8:12:34::1", "2001:db8:12::"],
  ["::1", "0:0:0::"],
  ["", ""],
])("of the address %s a sink hears %s", (address, expected) => {
  expect(networkStart(address)).toBe(expected);
});
