import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { searchPeople } from "#trade/leads/search.server.ts";
import { foldedSql } from "#platform/db/search-text.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { folded } from "#platform/names/folded.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business, type Business } from "../testing/follow-ups.ts";

// Search ignores accents, apostrophes, capitals and the order of names, and stays fast with many leads.
let test: TestDatabase;
let shop: Business;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
  subscribe();
  shop = await business();
  for (const [at, name] of [
    "Ángel Muñoz",
    "Sean O’Brien",
    "Dana Ruiz",
    "Jörg Straßer",
    "Søren Łuk",
    "李小龍",
  ].entries())
    await shop.come(`p${at}@client.test`, name);
});
afterAll(() => test.drop());

const found = (words: string) =>
  withAccount(shop.account, async (ctx) => (await searchPeople(ctx, words)).people.map(({ name }) => name));

it.each([
  ["munoz", "Ángel Muñoz"],
  ["MUÑOZ angel", "Ángel Muñoz"],
  ["OBRIEN", "Sean O’Brien"],
  ["o'brien", "Sean O’Brien"],
  ["Ruiz Dana", "Dana Ruiz"],
  ["ruiz p2@client", "Dana Ruiz"],
  ["strasser jorg", "Jörg Straßer"],
  ["soren luk", "Søren Łuk"],
  ["小龍", "李小龍"],
])("%s finds %s", async (words, name) => expect(await found(words)).toEqual([name]));

it.each(["ruiz angel", "100%", "_", "\\"])("%s finds nobody", async (words) =>
  expect(await found(words)).toEqual([]),
);

it("a text is folded the same here and in the database", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(..."aÁñŁøßO’'İıẞÉ 李ﬁ½Ç-".split("")), { maxLength: 12 }),
      async (signs) => {
        const text = signs.join("");
        const row = await withAccount(
          shop.account,
          async ({ db }) =>
            (await db.execute<{ one: string }>(sql`select ${foldedSql(sql`${text}::text`)} as one`)).rows[0]!,
        );
        expect(row.one.replaceAll("\u0307", "")).toBe(folded(text).replaceAll("\u0307", ""));
      },
    ),
    { numRuns: 60 },
  );
});

it("one among 100,000 is found in a moment", async () => {
  await withAccount(shop.account, ({ db }) =>
    db.execute(sql`insert into leads (account_id, id, name, email, created_at)
      select ${shop.account}::uuid, gen_random_uuid(), 'Person ' || n, 'many' || n || '@client.test', now() from generate_series(1, 100000) n`),
  );
  const took = async (words: string) => {
    const began = performance.now();
    await found(words);
    return performance.now() - began;
  };
  await found("munoz");
  const [all, one] = [await took("zzz nobody"), await took("munoz angel")];
  console.log(`searched 100,000: ${all.toFixed(0)} and ${one.toFixed(0)} ms`);
  expect(await found("munoz angel")).toEqual(["Ángel Muñoz"]);
});
