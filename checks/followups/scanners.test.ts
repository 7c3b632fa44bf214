import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loader as hereShown } from "#ground/events/presence.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { readSender } from "#trade/leads/capture/post-form.server.ts";
import { loader as page } from "#trade/leads/page/page.tsx";
import { loader as file } from "#ground/shares/file.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { subscribe } from "#app/subscriptions.ts";
import { args, beacon, client, guidePage, open, pressed, slugOf } from "../testing/visitor-of-link.ts";

// Programs follow every link in an email: right away or later, under a browser's name, once or often. None of
// it counts as a lead's action.

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

const soon = () => clock.advance({ seconds: 2 });

describe("programs that follow links", () => {
  const AGENT =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
  /** Scanners as seen by sites like ours: method, headers, seconds after delivery, one line per request. */
  const SCANNERS: Readonly<
    Record<
      string,
      readonly { method?: string; after?: number; file?: boolean; headers: Record<string, string> }[]
    >
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
      {
        after: 3,
        headers: {
          "User-Agent":
            "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
        },
      },
    ],
    "a preview in Slack": [
      { after: 1, headers: { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" } },
    ],
    "a preview in WhatsApp": [
      { after: 1, headers: { "User-Agent": "WhatsApp/2.23.20.0", Range: "bytes=0-307199" } },
    ],
    "antivirus on the client's machine": [
      {
        after: 0,
        headers: {
          "User-Agent": AGENT,
          "Sec-Fetch-Mode": "navigate",
          "Sec-Fetch-User": "?1",
          "Sec-Fetch-Site": "none",
        },
      },
      {
        after: 1,
        headers: {
          "User-Agent": AGENT,
          "Sec-Fetch-Mode": "navigate",
          "Sec-Fetch-User": "?1",
          "Sec-Fetch-Site": "none",
        },
      },
    ],
    "a browser that fetches ahead": [
      {
        after: 0,
        headers: { "User-Agent": AGENT, "Sec-Purpose": "prefetch;prerender", Purpose: "prefetch" },
      },
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
        await guidePage(who.link, init);
        await page(args(`${link.origin}/p/${slug}${link.search}`, init));
        // Some scanners request every address that a page mentions.
        expect(hereShown().status).toBe(405);
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
    const answer = await pressed(who.link, mark, {
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Site": "same-origin",
    });
    expect(answer.headers.get("location")).toBe(`${new URL(who.link).pathname}/file`);
    expect(told).toEqual([]);
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
    for (const forged of [
      "",
      "x",
      "\0",
      "💥",
      changed(mark),
      mark.slice(0, -1),
      `${mark}A`,
      sent,
      "A".repeat(400),
      "A".repeat(1024),
    ])
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
    expect(told).toEqual([]);
    clock.set("2028-11-25T17:00:00Z");
    await beacon(mark);
    expect(
      await open(`http://localhost:3000/p/${await slugOf(who)}${new URL(who.link).search}`),
    ).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("is in no page but the one of whom it names, and names nobody in words", async () => {
    const who = await client();
    const sent = new URL(who.link).searchParams.get("mark")!;
    // A single "@" may come up among encrypted bytes.
    expect(Buffer.from(sent, "base64url").toString("latin1")).not.toMatch(/dana|client|@\w+\.test/i);
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
    // Nothing listens on this port.
    const away = openDatabase(
      { ...test.owner, host: "127.0.0.1", port: 1 },
      { ...test.app, host: "127.0.0.1", port: 1 },
      { max: 2 },
    );
    useDatabase(away, clock);
    try {
      expect((await beacon(mark)).status).toBe(204);
      // The thank-you page doesn't fail either.
      expect(() => readSender(mark)).not.toThrow();
    } finally {
      useDatabase(test.database, clock);
      await away.close();
    }
    expect(await who.deeds()).toEqual([]);
  });
});
