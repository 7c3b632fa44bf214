import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { action as here, loader as hereShown } from "#features/events/here.ts";
import { type Deed, deedsOf, heardOf, marked, markOfVisit, onEvent } from "#features/events/public.server.ts";
import { captureForm, hearSender } from "#features/leads/door.server.ts";
import { unsubscribeLead } from "#features/leads/data.server.ts";
import { action as pageAction, loader as page } from "#features/leads/page.tsx";
import { action as press, loader as shared } from "#features/shares/shared.tsx";
import { loader as file } from "#features/shares/file.ts";
import { withMarkedLinks } from "#features/sequences/own-links.ts";
import { shownDeeds } from "#features/today/lead-deeds.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { newId } from "#platform/db/ids.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { parseForm } from "#platform/http/form.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { useDatabase, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { subscribe } from "./subscriptions.ts";
import { type Business, business, waiting } from "./testing/followed-up.ts";
import { type Args } from "./testing/screens.ts";

// What a client does, heard honestly: what a program does with a link moves nobody, what a hand does is one deed per visit.

/** Friday, 10:00 in Denver. */
const FRIDAY = "2026-11-20T17:00:00Z";
const SECRET = "a secret for tests that is long enough";
const clock = testClock(FRIDAY);
let test: TestDatabase;
const told: string[] = [];

beforeAll(async () => {
  test = await createTestInstallation(clock);
  onEvent("lead.did", async (_, { what, about }) => void told.push([what, about].filter(Boolean).join(" ")));
  subscribe();
});
afterAll(() => test.drop());
beforeEach(() => {
  clock.set(FRIDAY);
  told.length = 0;
});

/** A lead with their gift, and the marked link in it. */
async function client(shop?: Business) {
  const of = shop ?? (await business());
  const lead = await waiting(of, `${newId()}@client.test`);
  const { rows } = await withAccount(of.account, (ctx) =>
    ctx.db.execute<{ text: string; html: string }>(sql`select text, html from mail_messages where about_id = ${lead}`),
  );
  const link = /http:\S+\/s\/\S+/.exec(rows[0]!.text)![0];
  expect(rows[0]!.html).toContain(`href="${link}"`);
  const enrolment = (await of.ledger(lead))[0]!.enrolmentId;
  const deeds = () => withAccount(of.account, (ctx) => deedsOf(ctx, lead));
  return { shop: of, lead, link, clicked: `${enrolment}/0`, deeds };
}
type Client = Awaited<ReturnType<typeof client>>;

const brief = (deeds: readonly Deed[]) => deeds.map(({ what, times }) => `${what} ${times}`).sort();

function args(address: string, init: RequestInit = {}, ip = "203.0.113.9"): Args {
  const url = new URL(address);
  const [, first, second] = url.pathname.split("/");
  const context = new RouterContextProvider();
  context.set(clientAddressContext, ip);
  const params = first === "s" ? { token: second } : { slug: second };
  return { request: new Request(url, init), params, context, url, pattern: url.pathname } as unknown as Args;
}

const slugOf = async ({ shop }: Client) =>
  (await withAccount(shop.account, (ctx) => ctx.db.execute<{ slug: string }>(sql`select slug from leads_pages where id = ${shop.pageId}`)))
    .rows[0]!.slug;

/** Opens a link and answers the mark that its page hands out. */
async function open(address: string, headers: HeadersInit = {}): Promise<string | undefined> {
  const shown = await (address.includes("/p/") ? page : shared)(args(address, { headers }));
  return shown.here || undefined;
}

const beacon = (mark: string, init: RequestInit = {}, ip?: string) =>
  here(args("http://localhost:3000/api/here", { method: "POST", body: mark, ...init }, ip));

/** The button of the guide's page, as a browser sends it: what it says of how the request came about. */
const pressed = (
  address: string,
  mark: string | undefined,
  headers: HeadersInit = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" },
) => press(args(address, { method: "POST", headers, body: new URLSearchParams({ do: "read", ...(mark && { here: mark }) }) }));

const soon = () => clock.advance({ seconds: 2 });

describe("programs that follow links", () => {
  const AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
  /** As they were seen at doors like ours: method, headers, seconds after delivery, one line per request. */
  const SCANNERS: Readonly<
    Record<string, readonly { method?: string; after?: number; file?: boolean; headers: Record<string, string> }[]>
  > = {
    "Microsoft Safe Links: HEAD, then GET twice within seconds": [
      { method: "HEAD", after: 2, headers: { "User-Agent": AGENT } },
      { after: 1, headers: { "User-Agent": AGENT, Accept: "text/html,application/xhtml+xml" } },
      { after: 9, headers: { "User-Agent": AGENT, Accept: "*/*", "X-Forwarded-For": "40.94.0.1" } },
    ],
    "Barracuda: every link at once, the document too": [
      { after: 0, headers: { "User-Agent": "Barracuda Sentinel (EE)" } },
      { after: 0, file: true, headers: { "User-Agent": "Barracuda Sentinel (EE)" } },
    ],
    "Proofpoint: a browser's name, an hour later": [
      { after: 1, headers: { "User-Agent": AGENT, Accept: "text/html", "Accept-Language": "en-US" } },
      { after: 3600, headers: { "User-Agent": AGENT, Accept: "text/html" } },
    ],
    "Mimecast: at the click of another, and the document": [
      { after: 30, headers: { "User-Agent": AGENT, Referer: "https://protect-us.mimecast.com/" } },
      { after: 31, file: true, headers: { "User-Agent": AGENT } },
    ],
    "Apple Mail Privacy Protection": [{ after: 60, headers: { "User-Agent": "Mozilla/5.0" } }],
    "Gmail's image proxy": [
      { after: 3, headers: { "User-Agent": "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)" } },
    ],
    "a preview in Slack": [{ after: 1, headers: { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" } }],
    "a preview in WhatsApp": [{ after: 1, headers: { "User-Agent": "WhatsApp/2.23.20.0", Range: "bytes=0-307199" } }],
    "antivirus on the client's machine": [
      { after: 0, headers: { "User-Agent": AGENT, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1", "Sec-Fetch-Site": "none" } },
      { after: 1, headers: { "User-Agent": AGENT, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1", "Sec-Fetch-Site": "none" } },
    ],
    "a browser that fetches ahead": [
      { after: 0, headers: { "User-Agent": AGENT, "Sec-Purpose": "prefetch;prerender", Purpose: "prefetch" } },
    ],
  };

  it.each(Object.keys(SCANNERS))("move nobody: %s", async (name) => {
    const who = await client();
    const link = new URL(who.link);
    const slug = await slugOf(who);
    for (const { method = "GET", after = 0, file: wantsFile, headers } of SCANNERS[name]!) {
      clock.advance({ seconds: after });
      const init = { method, headers };
      if (wantsFile) expect((await file(args(`${link.origin}${link.pathname}/file`, init))).status).toBe(200);
      else {
        await shared(args(who.link, init));
        await page(args(`${link.origin}/p/${slug}${link.search}`, init));
        // Some try every address that a page names.
        expect((await hereShown()).status).toBe(405);
      }
    }
    expect(await who.deeds()).toEqual([]);
    expect(told).toEqual([]);
  });

  it("may post what they found in the mail or in the page within the second, and move nobody", async () => {
    const who = await client();
    const mark = (await open(who.link))!;
    expect((await beacon(mark)).status).toBe(204);
    expect((await beacon(new URL(who.link).searchParams.get("mark")!)).status).toBe(204);
    await pressed(who.link, mark);
    expect(told).toEqual([]);
  });

  it("may send the form by script, and open the document by it, and move nobody: their browser says that nobody pressed it", async () => {
    const who = await client();
    const mark = await open(who.link);
    soon();
    const answer = await pressed(who.link, mark, { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin" });
    expect(answer.headers.get("location")).toBe(`${new URL(who.link).pathname}/file`);
    expect(told).toEqual([]);
  });
});

describe("a person", () => {
  it("who follows the link of a mail clicked it, once per visit, however often it is told", async () => {
    const who = await client();
    const mark = (await open(who.link))!;
    soon();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => beacon(mark, {}, `203.0.113.${at}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    for (let again = 0; again < 10; again++) await beacon(mark);
    expect(told).toEqual([`clicked ${who.clicked}`]);
    // The page is left open and told again an hour later: still that visit.
    clock.advance({ hours: 1 });
    await beacon(mark);
    expect(brief(await who.deeds())).toEqual(["clicked 1"]);
    const another = (await open(who.link))!;
    soon();
    await beacon(another);
    expect(brief(await who.deeds())).toEqual(["clicked 2"]);
  });

  it("who reads the guide without script downloaded it, by the button alone", async () => {
    const who = await client();
    const mark = await open(who.link);
    soon();
    // A browser that tells nothing about how a request came about is believed.
    const answer = await pressed(who.link, mark, {});
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${new URL(who.link).pathname}/file`]);
    await expect.poll(who.deeds).toHaveLength(2);
    await pressed(who.link, mark);
    await beacon(mark);
    expect(brief(await who.deeds())).toEqual(["clicked 1", "downloaded 1"]);
    const shown = await withAccount(who.shop.account, async (ctx) =>
      shownDeeds(ctx, who.lead, { zone: "America/Denver", steps: await who.shop.ledger(who.lead) }),
    );
    expect(shown.map(({ title, words, more }) => [title, words, more])).toEqual([
      ["Followed the link in “9 questions”", "Fri, Nov 20, 10:00 AM MST", null],
      ["Opened the guide “9 questions”", "Fri, Nov 20, 10:00 AM MST", null],
    ]);
  });

  it("who comes back on a later day of the business came back, once that day", async () => {
    const who = await client();
    const kept = who.link.split("?")[0]!;
    const visit = async () => {
      const mark = (await open(kept))!;
      soon();
      await beacon(mark);
    };
    await visit();
    expect(told).toEqual([]);
    // Saturday by the clock of the world, still Friday in Denver.
    clock.set("2026-11-21T06:30:00Z");
    await visit();
    expect(told).toEqual([]);
    clock.set("2026-11-21T07:30:00Z");
    await visit();
    await visit();
    clock.set("2026-11-21T20:00:00Z");
    await visit();
    expect(told).toEqual(["returned"]);
    clock.set("2026-11-23T17:00:00Z");
    await visit();
    expect(brief(await who.deeds())).toEqual(["returned 2"]);
  });

  it("is known on a personal page by the link alone, of that business alone", async () => {
    const [who, other] = [await client(), await client()];
    const { search } = new URL(who.link);
    const slug = await slugOf(who);
    expect(await open(`http://localhost:3000/p/${slug}`)).toBeUndefined();
    expect(await open(`http://localhost:3000/p/${await slugOf(other)}${search}`)).toBeUndefined();
    const mark = (await open(`http://localhost:3000/p/${slug}${search}`))!;
    soon();
    const fields = { name: "Dana Ruiz", email: "dana@client.test", consent: "yes", here: mark };
    expect(await captureForm.take(slug, parseForm(new URLSearchParams(fields).toString()))).toBe(`/p/${slug}?thanks`);
    await expect.poll(() => told).toContain(`clicked ${who.clicked}`);
    const refused = await pageAction(
      args(`http://localhost:3000/p/${slug}`, { method: "POST", body: new URLSearchParams({ here: mark }) }),
    );
    expect((refused as { data: { values: { here: string } } }).data.values.here).toBe(mark);
  });

  it("does not become another by a link that was sent to another", async () => {
    const shop = await business();
    const [who, friend] = [await client(shop), await client(shop)];
    const address = `${friend.link.split("?")[0]!}${new URL(who.link).search}`;
    const mark = (await open(address))!;
    soon();
    await pressed(address, mark);
    await expect.poll(async () => brief(await friend.deeds())).toEqual(["downloaded 1"]);
    expect(await who.deeds()).toEqual([]);
    // Nor is a document noted as read by the mark of another's page.
    told.length = 0;
    const own = (await open(who.link))!;
    soon();
    await pressed(friend.link, own);
    expect(told).toEqual([]);
  });

  it("who asks not to be followed leaves nothing", async () => {
    const who = await client();
    for (const headers of [{ "Sec-GPC": "1" }, { DNT: "1" }] as const) {
      expect(await open(who.link, headers)).toBeUndefined();
      const mark = (await open(who.link))!;
      soon();
      expect((await beacon(mark, { headers })).status).toBe(204);
      await pressed(who.link, mark, { ...headers, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" });
    }
    expect(told).toEqual([]);
  });

  it("who unsubscribed, or is gone, leaves nothing", async () => {
    const [who, gone] = [await client(), await client()];
    const marks = [(await open(who.link))!, (await open(gone.link))!];
    await withAccount(who.shop.account, (ctx) => unsubscribeLead(ctx, who.lead));
    await withAccount(gone.shop.account, (ctx) => ctx.db.execute(sql`delete from leads where id = ${gone.lead}`));
    soon();
    for (const mark of marks) expect((await beacon(mark)).status).toBe(204);
    expect(told).toEqual([]);
    expect([...(await who.deeds()), ...(await gone.deeds())]).toEqual([]);
  });
});

describe("a mark", () => {
  it("that is forged, changed, of another secret or two years old changes nothing", async () => {
    const who = await client();
    const mark = (await open(who.link))!;
    const link = new URL(who.link);
    const sent = link.searchParams.get("mark")!;
    soon();
    const changed = (text: string) => `${text.slice(0, 40)}${text[40] === "A" ? "B" : "A"}${text.slice(41)}`;
    for (const forged of ["", "x", "\0", "💥", changed(mark), mark.slice(0, -1), `${mark}A`, sent, "A".repeat(400), "A".repeat(1024)])
      expect((await beacon(forged)).status).toBe(204);
    expect((await beacon("A".repeat(1025))).status).toBe(413);
    useSecret("another secret that is long enough as well");
    await beacon(mark);
    useSecret(SECRET);
    for (const forged of [changed(sent), sent.slice(1), "", "x"]) {
      link.searchParams.set("mark", forged);
      const visited = (await open(link.href))!;
      soon();
      await beacon(visited);
    }
    // Their own share knows them, but a link that is not ours is no click.
    expect(told).toEqual([]);
    clock.set("2028-11-25T17:00:00Z");
    await beacon(mark);
    expect(await open(`http://localhost:3000/p/${await slugOf(who)}${new URL(who.link).search}`)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("is in no page but the one of whom it names, and names nobody in words", async () => {
    const who = await client();
    const sent = new URL(who.link).searchParams.get("mark")!;
    expect(Buffer.from(sent, "base64url").toString("latin1")).not.toMatch(/dana|client|@/i);
    expect(sent.length).toBeLessThanOrEqual(96);
  });

  it("is limited per address, and a database that is away drops it quietly", async () => {
    const who = await client();
    const mark = (await open(who.link))!;
    soon();
    const statuses: number[] = [];
    for (let at = 0; at < 61; at++) statuses.push((await beacon("x", {}, "198.51.100.7")).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    // Nobody listens there.
    const away = openDatabase({ ...test.owner, host: "127.0.0.1", port: 1 }, { ...test.app, host: "127.0.0.1", port: 1 }, { max: 2 });
    useDatabase(away, clock);
    try {
      expect((await beacon(mark)).status).toBe(204);
      // Nor does a person who is being thanked hear of it.
      expect(() => hearSender(mark)).not.toThrow();
    } finally {
      useDatabase(test.database, clock);
      await away.close();
    }
    expect(await who.deeds()).toEqual([]);
  });
});

it("another feature tells of its own kind by the same door", async () => {
  const who = await client();
  const estimate = newId();
  const seen = () => withAccount(who.shop.account, (ctx) => heardOf(ctx, { personId: who.lead, what: "estimate.viewed", about: estimate }));
  await seen();
  await seen();
  expect(told).toEqual([`estimate.viewed ${estimate}`]);
  clock.advance({ minutes: 31 });
  await seen();
  expect(brief(await who.deeds())).toEqual(["estimate.viewed 2"]);
  const mark = await withAccount(who.shop.account, async (ctx) =>
    markOfVisit(ctx, new Request("http://localhost:3000/s/x"), who.lead, { what: "estimate.viewed", about: "other" }),
  );
  soon();
  await beacon(mark!);
  expect(told.at(-1)).toBe("estimate.viewed other");
});

it("only links to our own pages for clients are marked", async () => {
  const mark = (address: string) => `${address}!`;
  const of = (text: string) => withMarkedLinks({ paragraphs: [text], signature: [text] }, "https://us.test", mark);
  const same = [
    "https://elsewhere.test/s/abc",
    "https://us.test/",
    "https://us.test/u/abc",
    "https://us.test/s/abc/file",
    "us.test/p/x",
    "http://us.test/p/x",
  ];
  for (const text of same) expect(of(text)).toEqual({ paragraphs: [text], signature: [text] });
  expect(of("See https://us.test/p/summit?utm_source=mail, or (https://us.test/s/abc).").paragraphs).toEqual([
    "See https://us.test/p/summit?utm_source=mail!, or (https://us.test/s/abc!).",
  ]);
  expect(
    withMarkedLinks({ paragraphs: [], action: { label: "x", url: "https://us.test/s/abc" } }, "https://us.test", mark).action?.url,
  ).toBe("https://us.test/s/abc!");
  await withAccount(newId(), async (ctx) => {
    const url = new URL(marked(ctx, "https://us.test/p/x?utm_source=a#top", { personId: newId(), aboutId: newId(), part: 1 }));
    expect([url.searchParams.get("utm_source"), url.hash, url.pathname]).toEqual(["a", "#top", "/p/x"]);
  });
});
