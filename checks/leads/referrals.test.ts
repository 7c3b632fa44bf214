import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  currentLeadId,
  personalLinks,
  referralsOf,
  referrerOf,
  wonByReferrer,
  wonBySource,
} from "#trade/leads/public.server.ts";
import { referralCode } from "#trade/leads/page/referral.server.ts";
import { sourceOf } from "#trade/leads/page/source.ts";
import { endLead } from "#trade/leads/stage/endings.server.ts";
import { valueLead } from "#trade/leads/history/notes.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { type Business, withBusiness } from "../testing/follow-ups.ts";

// Whom a client's personal link brought, and what they brought.
let shop: Business;
withBusiness((opened) => void (shop = opened));

const within = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

/** Somebody who came by a client's link. */
async function sent(by: string, email: string, name: string): Promise<string> {
  const lead = await shop.come(email, name);
  const link = new URL((await within(personalLinks))(by)!);
  await within(({ db }) =>
    db.execute(
      sql`update leads_touches set source = ${JSON.stringify(sourceOf(link, null))}::jsonb where lead_id = ${lead}`,
    ),
  );
  return lead;
}

it("names who referred a lead, lists whom somebody sent, and counts them with their wins", async () => {
  const dana = await shop.come("dana@client.test", "Dana Ruiz");
  const lee = await sent(dana, "lee@client.test", "Lee Park");
  const sam = await sent(dana, "sam@client.test", "Sam Hill");
  const since = Temporal.Instant.from("2026-11-01T00:00:00Z");
  await within(async (ctx) => {
    await valueLead(ctx, lee, 240_000);
    await endLead(ctx, lee, "won");
  });
  const found = await within(async (ctx) => ({
    by: await referrerOf(ctx, { friend: referralCode(shop.account, dana) }),
    sent: await referralsOf(ctx, dana),
    none: await referralsOf(ctx, sam),
    totals: await wonByReferrer(ctx, since),
    sources: (await wonBySource(ctx, since)).sources,
  }));
  expect(found.by).toEqual({ id: dana, name: "Dana Ruiz" });
  expect(new Map(found.sent.map(({ id, outcome }) => [id, outcome]))).toEqual(
    new Map([
      [lee, "won"],
      [sam, null],
    ]),
  );
  expect(found.none).toEqual([]);
  expect(found.totals).toEqual([{ id: dana, name: "Dana Ruiz", people: 2, won: 1, cents: 240_000 }]);
  expect(found.sources.find(({ source }) => source === "Referral")).toMatchObject({ people: 2, won: 1 });
});

it("names nobody by a code that is forged, of another business, or of somebody who isn't there", async () => {
  const dana = await shop.come("dana@client.test", "Dana Ruiz");
  const code = referralCode(shop.account, dana);
  const nobody = "01900000-0000-7000-8000-000000000001";
  const sources: Record<string, string>[] = [
    { utm_source: "referral" },
    { friend: `${code.slice(0, -2)}AA` },
    { friend: referralCode(nobody, dana) },
    { friend: referralCode(shop.account, nobody) },
  ];
  const found = await within((ctx) => Promise.all(sources.map((source) => referrerOf(ctx, source))));
  expect(found).toEqual([null, null, null, null]);
});

it("follows a merge: links from before it are of the one person", async () => {
  const [dana, double] = [
    await shop.come("dana@client.test", "Dana Ruiz"),
    await shop.come("d.ruiz@work.test", "D. Ruiz"),
  ];
  const lee = await sent(double, "lee@client.test", "Lee Park");
  await within(({ db, account }) =>
    db.execute(
      sql`insert into leads_merges (account_id, id, lead_id, gone_id, at) values (${account.id}, ${lee}, ${dana}, ${double}, now())`,
    ),
  );
  const found = await within(async (ctx) => ({
    now: await currentLeadId(ctx, double),
    by: await referrerOf(ctx, { friend: referralCode(shop.account, double) }),
    sent: (await referralsOf(ctx, dana)).map(({ id }) => id),
  }));
  expect(found).toEqual({ now: dana, by: { id: dana, name: "Dana Ruiz" }, sent: [lee] });
});
