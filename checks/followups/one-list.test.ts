import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dripBriefSchema } from "#ground/writing/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { makeDrip } from "#trade/drips/draft/drafts.server.ts";
import { getWrittenDrip, saveDrip } from "#trade/drips/data.server.ts";
import { draftOf, goLive, liveSequence, sequenceSchema } from "#trade/sequences/public.server.ts";
import { openDraft, saveDraft } from "#trade/sequences/draft/drafts.server.ts";
import { getSavedDrip } from "#trade/drips/follow-up/saved.server.ts";
import { dripOfSteps, stepsOfDrip } from "#trade/drips/follow-up/steps.ts";
import { listFollowUps } from "#faces/today/follow-ups/list.server.ts";
import { type Business, waiting, withBusiness } from "../testing/follow-ups.ts";

// What the drip maker made is a draft follow-up in the one list. Making it one sends nothing and leaves the
// enrollments and ledger of earlier releases as they are.

let shop: Business;
withBusiness((opened) => {
  shop = opened;
});

const brief = dripBriefSchema.parse({
  name: "Maria",
  email: "m@example.com",
  company: "Lopez Decks",
  product: "cedar decks",
  leadType: "demo",
});
const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);
const saved = async () => {
  const token = await makeDrip(brief);
  return inside((ctx) => saveDrip(ctx, token));
};
const rowsOf = (tables: readonly string[]) =>
  inside(async (ctx) => {
    const found: unknown[] = [];
    for (const table of tables)
      found.push(
        (
          await ctx.db.execute<{ row: string }>(
            sql`select t::text as row from ${sql.identifier(table)} t order by 1`,
          )
        ).rows,
      );
    return found;
  });

describe("the one list of follow-ups", () => {
  it("has every email and call of a drip as steps that can be published", async () => {
    const { text } = await saved();
    const steps = stepsOfDrip(text);
    expect(steps.filter(({ kind }) => kind === "mail")).toHaveLength(text.emails.length);
    expect(steps.filter(({ kind }) => kind === "call")).toHaveLength(text.scripts.length);
    const words = steps.map((step) => JSON.stringify(step)).join("\n");
    for (const { subject, body } of text.emails)
      for (const part of [subject, body]) expect(words).toContain(JSON.stringify(part).slice(1, -1));
    for (const { title, lines } of text.scripts)
      for (const part of [title, ...lines.flatMap(({ cue, say }) => [cue, say])])
        expect(words).toContain(JSON.stringify(part).slice(1, -1));
    const read = sequenceSchema.safeParse({ name: "Demo", trigger: { kind: "manual" }, steps });
    expect(read.error?.issues).toBeUndefined();
  });

  it("opens a drip as one draft, which changes nobody's follow-up and sends nothing", async () => {
    const drip = await saved();
    await inside((ctx) =>
      goLive(ctx, shop.pageId, {
        name: drip.title,
        dripId: drip.id,
        emails: drip.text.emails,
        title: "Deck guide",
      }),
    );
    const lead = await waiting(shop);
    // What is due already goes out before the comparison.
    await shop.send();
    const other = await saved();
    const tables = [
      "sequences",
      "sequences_enrolments",
      "sequences_steps",
      "mail_messages",
      "drips",
      "drips_versions",
    ];
    const before = await rowsOf(tables);
    expect(await shop.ledger(lead)).not.toEqual([]);
    const first = await inside(listFollowUps);
    const live = (await inside((ctx) => liveSequence(ctx, shop.pageId)))!.id;
    expect(first.families.find(({ id }) => id === live)).toMatchObject({
      people: 1,
      read: `/account/drips/${drip.id}`,
    });
    expect(first.drafts).toMatchObject([{ id: other.id, read: `/account/drips/${other.id}` }]);

    const { name, trigger, steps, revision } = await inside((ctx) => openDraft(ctx, other.id));
    const edited = steps.map((step, at) => (at === 0 ? { ...step, subject: "Our visit" } : step));
    await inside((ctx) =>
      saveDraft(ctx, other.id, { text: { name, trigger, steps: edited }, basis: revision }),
    );
    const { drafts } = await inside(listFollowUps);
    expect(drafts).toMatchObject([{ id: other.id, read: `/account/drips/${other.id}` }]);
    await shop.send();
    expect(await rowsOf(tables)).toEqual(before);
    expect(await inside((ctx) => getWrittenDrip(ctx, other.id))).toMatchObject({ text: other.text });
    const read = await inside((ctx) => getSavedDrip(ctx, other.id));
    expect(read.text.emails[0]).toMatchObject({ subject: "Our visit", body: other.text.emails[0]!.body });
    expect(read.text.scripts).toEqual(other.text.scripts);
  });

  it("reads as the drip that it was made from", async () => {
    const { text } = await saved();
    const steps = draftOf(stepsOfDrip(text), (at) => `s${at}`);
    expect(dripOfSteps(steps, text)).toEqual(text);
  });
});
