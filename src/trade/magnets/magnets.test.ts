import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { magnetBriefSchema } from "#ground/writing/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { tokenHash } from "#platform/db/tokens.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { getMagnet, saveMagnet, listMagnets } from "./data.server.ts";
import { loader as draftFile } from "./draft/download.ts";
import { magnetsDrafts } from "./tables.server.ts";
import { draftFromCookie, getDraft, makeDraft, purgeDrafts, rememberDraft } from "./draft/drafts.server.ts";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
beforeAll(async () => void (database = await createTestInstallation(clock)));
afterAll(async () => {
  await closeRenderers();
  await database.drop();
});

const brief = (words: object = {}) =>
  magnetBriefSchema.parse({
    name: "Maria Lopez",
    email: "maria@example.com",
    product: "cedar decks",
    topic: "屋根 & decks",
    ...words,
  });
const save = (account: string, token: string) => withAccount(account, (ctx) => saveMagnet(ctx, token));
const file = (format: string, token: string) =>
  draftFile({ params: { format, token }, request: new Request("http://localhost/") } as never);

describe("a draft", () => {
  test("opens with its token, which is not in the database", async () => {
    const token = await makeDraft(brief());
    expect(Buffer.from(token, "base64url").length * 8).toBeGreaterThanOrEqual(128);
    expect((await getDraft(token)).brief.product).toBe("cedar decks");
    const rows = await withSystem(({ db }) => db.execute("select * from magnets_drafts"));
    expect(JSON.stringify(rows.rows)).not.toContain(token);
  });

  test("is new for every visitor, even with the same input", async () => {
    const [one, two] = await Promise.all([makeDraft(brief()), makeDraft(brief())]);
    expect(one).not.toBe(two);
  });

  test("expires after 30 days and is then deleted", async () => {
    const start = clock.now();
    const token = await makeDraft(brief());
    clock.advance({ hours: 30 * 24 - 1 });
    await expect(getDraft(token)).resolves.toMatchObject({ token });
    clock.advance({ hours: 2 });
    await expect(getDraft(token)).rejects.toMatchObject({ code: "not_found" });
    expect((await file("pdf", token)).status).toBe(404);
    await purgeDrafts();
    const { rows } = await withSystem(({ db }) => db.execute("select 1 from magnets_drafts"));
    expect(rows).toEqual([]);
    clock.set(start.toString());
  });

  test.each(["", "x", "../../x", "a".repeat(24), "%00"])("is not found for the token “%s”", async (token) => {
    await expect(getDraft(token)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is remembered by a cookie that scripts can't read", async () => {
    const token = await makeDraft(brief());
    const cookie = rememberDraft(token, true);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; .*Secure$/);
    const request = new Request("http://localhost/", { headers: { cookie: `a=b; ${cookie.split(";")[0]}` } });
    await expect(withSystem((ctx) => draftFromCookie(ctx, request))).resolves.toMatchObject({ token });
    await expect(
      withSystem((ctx) => draftFromCookie(ctx, new Request("http://localhost/"))),
    ).resolves.toBeUndefined();
  });
});

describe("its files", () => {
  test.each([
    ["pdf", "application/pdf", "attachment", "%PDF"],
    ["text", "text/plain; charset=utf-8", "attachment", "屋根 & decks"],
    ["cover", "image/svg+xml", null, "<svg"],
  ])("%s", async (format, type, disposition, start) => {
    const token = await makeDraft(brief());
    const { text } = await getDraft(token);
    await withSystem((ctx) =>
      ctx.db
        .update(magnetsDrafts)
        .set({ text: { ...text, title: "屋根 & decks" } })
        .where(eq(magnetsDrafts.tokenHash, tokenHash(token))),
    );
    const answer = await file(format, token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("content-disposition")?.split(";")[0] ?? null).toBe(disposition);
    if (disposition)
      expect(answer.headers.get("content-disposition")).toMatch(
        /filename="[\x20-\x7e]+"; filename\*=UTF-8''%E5%B1%8B%E6%A0%B9-decks/,
      );
    expect((await answer.text()).startsWith(start)).toBe(true);
  });

  test.each(["docx", "constructor", "__proto__", ""])("responds not found for “%s”", async (format) => {
    expect((await file(format, await makeDraft(brief()))).status).toBe(404);
  });
});

describe("saving", () => {
  test("makes one guide of a draft, however often and concurrently", async () => {
    const account = newId();
    const token = await makeDraft(brief());
    const saved = await Promise.all([save(account, token), save(account, token), save(account, token)]);
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
    await expect(withAccount(account, listMagnets)).resolves.toHaveLength(1);
  });

  test("saves brief and text as shown", async () => {
    const account = newId();
    const token = await makeDraft(brief({ company: "O'Brien <b>Decks</b> {work}" }));
    const draft = await getDraft(token);
    const { id } = await save(account, token);
    await expect(withAccount(account, (ctx: AccountContext) => getMagnet(ctx, id))).resolves.toMatchObject({
      brief: draft.brief,
      text: draft.text,
      title: draft.title,
    });
  });

  test("shows a guide only to its own account", async () => {
    const { id } = await save(newId(), await makeDraft(brief()));
    for (const wanted of [id, newId(), "not-an-id"])
      await expect(withAccount(newId(), (ctx) => getMagnet(ctx, wanted))).rejects.toMatchObject({
        code: "not_found",
      });
  });

  test("rejects a missing draft", async () => {
    await expect(save(newId(), "a".repeat(24))).rejects.toMatchObject({ code: "not_found" });
  });
});
