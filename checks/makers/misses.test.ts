import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDrip } from "#trade/drips/draft/drafts.server.ts";
import { makeDraft } from "#trade/magnets/draft/drafts.server.ts";
import { dripBriefSchema, listMisses, magnetBriefSchema } from "#ground/writing/public.server.ts";
import { purgeMisses } from "#ground/writing/misses/misses.server.ts";
import { openInstallation } from "#ground/businesses/testing/signed-in.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";

let test_: Awaited<ReturnType<typeof openInstallation>>;
beforeAll(async () => void (test_ = await openInstallation(testClock("2026-11-20T09:00:00Z"))));
afterAll(async () => {
  await closeRenderers();
  await test_.drop();
});

const WHO = { name: "Maria Lopez", email: "maria@lopez.example", company: "Lopez & Daughters" };
const guide = (typed: object) => magnetBriefSchema.parse({ ...WHO, ...typed });
const drip = (typed: object) => dripBriefSchema.parse({ ...WHO, ...typed });
const missed = () =>
  withSystem(async (ctx) =>
    (await listMisses(ctx, { since: ctx.now.subtract({ hours: 1 }), most: 50 })).map(
      ({ kind, trade, stage, words, asked }) => [kind, trade, stage, words, asked],
    ),
  );

test("counts what was asked for and isn't there, by its words and without the person", async () => {
  await makeDraft(guide({ product: "Roof replacement", topic: "Hail damage" }));
  await makeDrip(drip({ product: "Roof replacement", objection: "It's too expensive" }));
  expect(await missed()).toEqual([]);

  const thatch = guide({ product: "Roof replacement", topic: "Maria's thatch villages" });
  await makeDraft(thatch);
  await makeDraft(guide({ product: "roofs", topic: "thatch villages!" }));
  // Another version, and a guide chosen instead, ask for nothing new.
  await makeDraft(thatch, 2);
  await makeDraft(thatch, 1, "roofer/flat-roof");
  await makeDraft(guide({ product: "Piano lessons", topic: "scales" }));
  await makeDrip(drip({ product: "Piano lessons", leadType: "trial" }));
  await makeDrip(drip({ product: "Roof repair", leadType: "demo", objection: "My horoscope is against it" }));
  // Somebody only looks at stored answers again.
  await makeDrip(drip({ product: "Violin lessons" }), 1, false);
  expect(await missed()).toEqual([
    ["guide", "roofer", "", "thatch villages", 2],
    ["objection", "roofer", "demo", "my horoscope is against it", 1],
    ["follow-up", "general", "trial", "piano lessons", 1],
    ["guide-trade", "general", "", "piano lessons", 1],
  ]);
  expect(JSON.stringify(await missed())).not.toMatch(/maria|lopez/i);
});

test("are deleted when nobody has asked for them in half a year", async () => {
  await withSystem(purgeMisses);
  expect((await missed()).length).toBeGreaterThan(0);
  await withSystem((ctx) => purgeMisses({ ...ctx, now: ctx.now.add({ hours: 24 * 181 }) }));
  expect(await missed()).toEqual([]);
});
