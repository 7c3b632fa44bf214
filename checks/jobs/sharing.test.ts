import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setJobLookup } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { loader as file } from "#ground/shares/file.ts";
import * as list from "#ground/shares/list.tsx";
import { atShare, linksOf, shareDocument, type ShareOptions } from "#ground/shares/public.server.ts";
import * as page from "#ground/shares/shared.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";

// A job's document opened by link: when it opens, who opened it, and what the business can do with the link.

const clock = testClock("2026-11-23T16:00:00Z");
const PRESSED = {
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)",
};
const SCANNER = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140" };
const JOB = newId();
let installed: Awaited<ReturnType<typeof openInstallation>>;
let owner: SignedIn;
let account: string;
let stored: string;

beforeAll(async () => {
  installed = await openInstallation(clock);
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  stored = await installation().files.put(account, Buffer.from("%PDF-1.7 the report"), "pdf");
});
afterAll(() => installed?.drop());

const share = (more: Partial<ShareOptions> = {}) =>
  withAccount(account, (ctx) =>
    shareDocument(
      ctx,
      { kind: "report", title: "Report of the porch", file: stored, fileName: "report.pdf" },
      { lifetime: Temporal.Duration.from({ days: 30 }), jobId: JOB, ...more },
    ),
  );
const argsOf = (token: string, init: RequestInit = {}, end = "") => {
  const request = new Request(`http://localhost:3000/s/${token}${end}`, init);
  return {
    request,
    params: { token },
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: "",
  } as never;
};
const look = (token: string, headers: Record<string, string> = SCANNER) =>
  page.loader(argsOf(token, { headers }));
const press = (token: string, fields: Record<string, string>, headers: Record<string, string> = PRESSED) =>
  page.action(
    argsOf(token, { method: "POST", headers, body: new URLSearchParams(fields) }),
  ) as Promise<Response>;
const bytesOf = async (token: string, headers: Record<string, string> = {}) => {
  const answer = await file(argsOf(token, { headers }, "/file"));
  return [answer.status, (await answer.text()).slice(0, 60)];
};
const onScreen = async (search = "") => {
  const request = owner.request(`/account/shares${search}`);
  return list.loader({
    request,
    params: {},
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: "",
  });
};
const linkOf = async (id: string) => (await onScreen()).links.find((one) => one.id === id)!;
const change = async (fields: Record<string, string>) => {
  const request = owner.request("/account/shares", { method: "POST", body: new URLSearchParams(fields) });
  return list.action({
    request,
    params: {},
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: "",
  });
};
const refusal = async (of: Promise<unknown>): Promise<unknown> =>
  of.then(
    () => "opened",
    (thrown: unknown) => (thrown as { data?: { message?: string } }).data?.message ?? thrown,
  );

describe("a link to a document", () => {
  it("opens the stored file, says what it is, and is of its job", async () => {
    const { id, token } = await share();
    expect(await look(token)).toMatchObject({ isOpen: true, title: "Report of the porch" });
    expect((await press(token, { do: "read" })).headers.get("location")).toBe(`/s/${token}/file`);
    expect(await bytesOf(token)).toEqual([200, "%PDF-1.7 the report"]);
    const links = await withAccount(account, (ctx) => linksOf(ctx, { jobId: JOB }));
    expect(links.map((one) => one.id)).toContain(id);
    expect(JSON.stringify(links)).not.toContain("token");
    expect((await onScreen(`?job=${newId()}`)).links).toEqual([]);
  });

  it("shows its times in the job's zone, and another job's in the business's", async () => {
    const away = newId();
    setJobLookup(async (_ctx, job) => (job === away ? { name: "Away", zone: "America/New_York" } : null));
    const shown = async (jobId: string | undefined) => (await linkOf((await share({ jobId })).id)).made.words;
    expect(await shown(away)).toMatch(/11:00 AM EST$/);
    expect(await shown(JOB)).toMatch(/4:00 PM UTC$/);
    expect(await shown(undefined)).toMatch(/4:00 PM UTC$/);
    setJobLookup(async () => null);
  });

  it("is sent as it is read: a large document is never in memory, for however many who don't read on", async () => {
    const large = Buffer.concat([Buffer.from("%PDF-1.7 large"), randomBytes(32 * 1024 * 1024)]);
    const stored = await installation().files.put(account, large, "pdf");
    const { token } = await withAccount(account, (ctx) =>
      shareDocument(
        ctx,
        { kind: "report", title: "Large", file: stored, fileName: "Large.pdf" },
        { jobId: JOB, lifetime: Temporal.Duration.from({ days: 9 }) },
      ),
    );
    const before = process.memoryUsage();
    const answers = await Promise.all(Array.from({ length: 8 }, () => file(argsOf(token, {}, "/file"))));
    const readers = answers.map((answer) => answer.body!.getReader());
    for (const reader of readers) expect((await reader.read()).done).toBe(false);
    const { rss, external, arrayBuffers } = process.memoryUsage();
    expect(external + arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(large.length);
    expect(rss - before.rss).toBeLessThan(3 * large.length);
    for (const reader of readers) await reader.cancel();
    const whole = await file(argsOf(token, {}, "/file"));
    expect(whole.headers.get("content-length")).toBe(String(large.length));
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
  });

  it("tells a person from what follows links by itself, and its own people from both", async () => {
    const { id, token } = await share();
    await look(token);
    await expect.poll(async () => (await linkOf(id)).visits).toHaveLength(1);
    expect(await linkOf(id)).toMatchObject({
      isRead: false,
      visits: [{ words: expect.stringContaining("an email scanner, or someone") }],
    });
    await look(token, { "User-Agent": "Slackbot 1.0" });
    await look(token, { "User-Agent": "Slackbot 1.0" });
    await look(token, { ...PRESSED, Cookie: owner.request("/").headers.get("cookie")! });
    await press(token, { do: "read" });
    await expect
      .poll(async () => (await linkOf(id)).visits.map(({ words }) => words).toSorted())
      .toEqual([
        "A person opened it (iPhone)",
        expect.stringContaining("Page loaded (Windows computer)"),
        "Slack’s preview viewed the page",
        "Someone in your business viewed the page",
      ]);
    expect((await linkOf(id)).isRead).toBe(true);
    // Sent by a script without a click.
    const other = await share();
    await press(other.token, { do: "read" }, { ...PRESSED, "Sec-Fetch-User": "" });
    await expect.poll(async () => (await linkOf(other.id)).visits).toHaveLength(1);
    expect((await linkOf(other.id)).isRead).toBe(false);
  });

  it("is in the log, too, where the address of the file itself was passed on", async () => {
    const wordsAt = async (id: string) => (await linkOf(id)).visits.map(({ words }) => words);
    const direct = await share();
    await bytesOf(direct.token, SCANNER);
    await expect.poll(() => wordsAt(direct.id)).toEqual(["Someone opened it (Windows computer)"]);
    // Typed, or followed from an email: no evidence of a person.
    await bytesOf(direct.token, { ...PRESSED, "Sec-Fetch-Site": "none" });
    await expect.poll(() => wordsAt(direct.id)).toContain("Someone opened it (iPhone)");
    expect((await linkOf(direct.id)).isRead).toBe(false);
    // Pressing our page's button shows a person, and counts as one visit with the page view.
    const pressed = await share();
    const byHand = { ...PRESSED, "Sec-Fetch-Site": "same-origin" };
    await look(pressed.token, byHand);
    await expect.poll(() => wordsAt(pressed.id)).toHaveLength(1);
    await press(pressed.token, { do: "read" }, byHand);
    await bytesOf(pressed.token, byHand);
    await expect.poll(() => wordsAt(pressed.id)).toEqual(["A person opened it (iPhone)"]);
    expect((await linkOf(pressed.id)).isRead).toBe(true);
  });

  it("lets nobody guess more often by guessing at once", async () => {
    const { id, token } = await share({ passcode: "Oak 41" });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => press(token, { do: "unlock", passcode: `guess${at}` })),
    );
    expect(answers.filter((answer) => JSON.stringify(answer).includes("not the passcode"))).toHaveLength(10);
    expect(answers.filter((answer) => JSON.stringify(answer).includes("Wait an hour"))).toHaveLength(20);
    expect((await linkOf(id)).visits.every(({ words }) => words.includes("entered a wrong passcode"))).toBe(
      true,
    );
  });

  it("asks for a passcode before it says anything, and is closed to guessers", async () => {
    const { id, token } = await share({ passcode: "Oak 41" });
    const locked = await look(token);
    expect(JSON.stringify(locked)).not.toContain("porch");
    expect(await bytesOf(token)).toEqual([403, expect.stringContaining("needs its passcode")]);
    expect(
      await refusal(
        page.action(argsOf(token, { method: "POST", body: new URLSearchParams({ do: "read" }) })),
      ),
    ).toContain("needs its passcode");
    const wrong = await press(token, { do: "unlock", passcode: "oak42" });
    expect(wrong).toMatchObject({
      data: { errors: { passcode: expect.stringContaining("not the passcode") } },
    });
    const opened = await press(token, { do: "unlock", passcode: " oak41 " });
    const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
    expect(opened.headers.get("set-cookie")).toContain("HttpOnly");
    expect(await look(token, { Cookie: cookie })).toMatchObject({
      isOpen: true,
      title: "Report of the porch",
    });
    expect((await bytesOf(token, { Cookie: cookie }))[0]).toBe(200);
    // Another link's cookie, a forged one and an old one open nothing.
    const other = await share({ passcode: "oak41" });
    expect(
      await look(other.token, { Cookie: cookie.replace(/-[0-9a-f]{12}=/, `-${other.id.slice(-12)}=`) }),
    ).toMatchObject({
      isOpen: false,
    });
    expect(await look(token, { Cookie: cookie.replace(/=\d/, "=9") })).toMatchObject({ isOpen: false });
    clock.set("2026-11-24T05:00:00Z");
    expect(await look(token, { Cookie: cookie })).toMatchObject({ isOpen: false });
    clock.set("2026-11-23T16:00:00Z");
    for (let times = 0; times < 9; times++) await press(token, { do: "unlock", passcode: `guess${times}` });
    expect(await press(token, { do: "unlock", passcode: "oak41" })).toMatchObject({
      data: { errors: { passcode: expect.stringContaining("Wait an hour") } },
    });
    expect((await linkOf(id)).visits.some(({ words }) => words.includes("entered a wrong passcode"))).toBe(
      true,
    );
    clock.set("2026-11-23T17:05:00Z");
    expect((await press(token, { do: "unlock", passcode: "oak41" })).status).toBe(303);
    clock.set("2026-11-23T16:00:00Z");
  });

  it("stays closed to guessers when its log is full", async () => {
    const { id, token } = await share({ passcode: "Oak 41" });
    await withAccount(account, (ctx) =>
      ctx.db.execute(sql`insert into shares_visits (account_id, id, link_id, at, did, who, device)
        select ${account}, gen_random_uuid(), ${id}, now() - interval '2 days', 'looked', 'program', 'bot ' || n from generate_series(1, 1000) n`),
    );
    for (let times = 0; times < 10; times++) await press(token, { do: "unlock", passcode: `guess${times}` });
    expect(await press(token, { do: "unlock", passcode: "oak41" })).toMatchObject({
      data: { errors: { passcode: expect.stringContaining("Wait an hour") } },
    });
  });

  it("is closed at once and opens again, lives longer, and changes its passcode, by its business alone", async () => {
    const { id, token } = await share({ lifetime: Temporal.Duration.from({ days: 7 }) });
    expect(await change({ do: "closed", link: id })).toMatchObject({ status: 303 });
    expect(await refusal(look(token))).toContain("closed by the business");
    expect(await bytesOf(token)).toEqual([404, expect.stringContaining("closed by the business")]);
    await change({ do: "reopened", link: id });
    expect(await look(token)).toMatchObject({ isOpen: true });
    clock.set("2026-12-01T16:00:00Z");
    expect(await refusal(look(token))).toContain("has expired");
    await change({ do: "extended", link: id, days: "90" });
    expect(await look(token)).toMatchObject({ isOpen: true });
    clock.set("2026-11-23T16:00:00Z");
    expect(await change({ do: "locked", link: id, passcode: "abc" })).toMatchObject({
      data: { errors: { passcode: "Use 4 to 64 letters or numbers." } },
    });
    await change({ do: "locked", link: id, passcode: "abcd" });
    expect(await look(token)).toMatchObject({ isOpen: false });
    await change({ do: "unlocked", link: id });
    expect(await look(token)).toMatchObject({ isOpen: true });
    const again = (await change({ do: "again", link: id })) as { made: string };
    expect(await look(again.made.split("/").at(-1)!)).toMatchObject({ title: "Report of the porch" });
    const stranger = await signedIn();
    await businessOf(stranger.person, "Business B");
    const request = stranger.request("/account/shares", {
      method: "POST",
      body: new URLSearchParams({ do: "closed", link: id }),
    });
    const args = {
      request,
      params: {},
      context: new RouterContextProvider(),
      url: new URL(request.url),
      pattern: "",
    } as never;
    expect(await list.action(args)).toMatchObject({
      data: { message: expect.stringContaining("no longer exists") },
    });
    expect(await look(token)).toMatchObject({ isOpen: true });
  });

  it("opens for nobody who changes a letter of it", async () => {
    const { token } = await share();
    const forged = `${token.slice(0, -3)}${token.at(-3) === "A" ? "B" : "A"}${token.slice(-2)}`;
    for (const one of [forged, token.slice(1), "x", ""])
      expect(
        await refusal(atShare(new Request("http://localhost:3000/s/x"), one, async () => "opened")),
      ).toMatchObject({
        code: "not_found",
      });
  });
});
