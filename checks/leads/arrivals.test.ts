import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { arrivalOf, arrivalsOf, arrivalReason } from "#trade/leads/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { takeLead } from "#trade/leads/capture/api-leads.server.ts";
import { runImport } from "#trade/leads/import/run.server.ts";
import { startImport } from "#trade/leads/import/start.server.ts";
import { type Business, withBusiness } from "../testing/follow-ups.ts";
import { uploaded } from "../testing/imports.ts";

// What people are sent depends on how they arrived.
let shop: Business;
const clock = withBusiness((opened) => void (shop = opened));

async function broughtBy(origin: string) {
  const id = await uploaded(shop.account, "Name,Email\nDana Ruiz,dana@client.test\n");
  await withAccount(shop.account, (ctx) => startImport(ctx, id, { origin, pageId: shop.pageId }));
  await runImport(shop.account, id);
}
const mailTo = (email: string) =>
  withAccount(
    shop.account,
    async ({ db }) =>
      (
        await db.execute<{ subject: string; text: string }>(
          sql`select subject, text from mail_messages where recipient = ${email} order by id`,
        )
      ).rows,
  );
const reasonOf = (email: string, hasAsked: boolean) =>
  withAccount(shop.account, async (ctx) => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from leads where email = ${email}`);
    return arrivalReason(
      arrivalOf((await arrivalsOf(ctx, [rows[0]!.id])).get(rows[0]!.id), hasAsked),
      "Summit Deck",
    );
  });

describe("follow-up says how its reader came", () => {
  it("by a page: they asked for its guide", async () => {
    await shop.come("dana@client.test", "Dana Ruiz");
    await shop.send();
    const [gift] = await mailTo("dana@client.test");
    expect(gift!.text).toContain("as promised");
    expect(gift!.text).toMatch(/You’re getting this because you asked Summit Deck for “[^”]+”\./);
  });

  it("by a list: they are on it, by its owner's words, and nothing says that they asked", async () => {
    await broughtBy("From the Tucson Home Show");
    clock.set("2026-11-23T16:00:30Z");
    await shop.send();
    const [gift] = await mailTo("dana@client.test");
    expect(gift!.text).toContain(
      "You’re getting this because you’re on a list from Summit Deck: From the Tucson Home Show.",
    );
    expect(gift!.text).toContain("You’re on our list: From the Tucson Home Show. I thought this might help.");
    expect(`${gift!.subject}\n${gift!.text}`).not.toMatch(/asked|promised|requested/);
  });

  it("by both: each mail says what began its follow-up", async () => {
    await broughtBy("From the Tucson Home Show");
    clock.set("2026-11-21T16:00:30Z");
    await shop.come("dana@client.test", "Dana Ruiz");
    expect(await reasonOf("dana@client.test", true)).toMatch(/because you asked Summit Deck for “/);
    expect(await reasonOf("dana@client.test", false)).toContain("From the Tucson Home Show");
  });

  it("by a form on another site, by another program, or not at all", async () => {
    await shop.come("form@client.test");
    await withAccount(shop.account, async (ctx) => {
      await ctx.db.execute(sql`update leads_touches set source = '{"page":"ridge.example/contact"}'`);
      await takeLead(ctx, {
        email: "api@client.test",
        name: "Bo",
        pageId: shop.pageId,
        consent: { wording: "Yes", source: "our booth at the fair", at: ctx.now },
        source: {},
      });
      await takeLead(ctx, {
        email: "only@client.test",
        name: "Cy",
        consent: { wording: "Yes", source: "a call", at: ctx.now },
        source: {},
      });
    });
    expect(await reasonOf("form@client.test", true)).toMatch(
      /asked Summit Deck for “[^”]+” on ridge\.example\/contact\.$/,
    );
    expect(await reasonOf("api@client.test", true)).toBe(
      "You’re getting this because you agreed to email from Summit Deck: our booth at the fair.",
    );
    expect(await reasonOf("only@client.test", true)).toBe(
      "You’re getting this because you’ve been in touch with Summit Deck.",
    );
  });
});
