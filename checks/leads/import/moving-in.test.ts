import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programOf } from "#trade/leads/csv/known-exports.ts";
import { importView } from "#trade/leads/import/view.server.ts";
import { saveMapping, countImport } from "#trade/leads/import/preview.server.ts";
import { runImport } from "#trade/leads/import/run.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business } from "../../testing/follow-ups.ts";
import { found, imported, started, undone, uploaded } from "../../testing/imports.ts";

// A business brings its clients from another program: recognized by its header, with all addresses, tags and
// notes, and without those who asked for no email.

const clock = testClock("2026-11-25T17:00:00Z");
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
let test: TestDatabase;
let queue: TaskQueue;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  subscribe();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

const list = (name: string) => readFileSync(path.join("checks/testing/lists", name));

/** Each person as `name: address, number; other addresses | note`. */
const peopleOf = (accountId: string) =>
  withAccount(accountId, async ({ db }) => {
    const { rows } = await db.execute<{ line: string }>(sql`
      select l.name || ': ' || concat_ws(', ', l.email, l.phone)
             || coalesce('; ' || (select string_agg(a.address, ', ' order by a.channel, a.address) from leads_addresses a where a.lead_id = l.id), '')
             || coalesce(' | ' || (select t.source ->> 'note' from leads_touches t where t.lead_id = l.id limit 1), '') as line
        from leads l order by l.name`);
    return rows.map(({ line }) => line);
  });

const EXPORTS: Readonly<Record<string, readonly [program: string, people: readonly string[]]>> = {
  "jobber.csv": [
    "Jobber",
    [
      "Dana Ruiz: dana.jb@client.example, +13035550142; dana.work.jb@client.example, +13035550199 | Tags: deck, repeat",
    ],
  ],
  "housecall-pro.csv": [
    "Housecall Pro",
    [
      "Dana Ruiz: dana.hcp@client.example, +13035550142; +13035550199 | Gate code 1234 · Tags: deck",
      "Di Moss: +13035550145",
    ],
  ],
  "hubspot.csv": [
    "HubSpot",
    [
      "Dana Ruiz: dana.hb@client.example, +13035550142; dana.three.hb@client.example, dana.two.hb@client.example, +13035550199",
    ],
  ],
  "mailchimp.csv": ["Mailchimp", ['Dana Ruiz: dana.mc@client.example, +13035550142 | TAGS: "deck"']],
  "mailchimp-unsubscribed.csv": ["Mailchimp", []],
  "square.csv": [
    "Square",
    ["Cy Tan: +13035550144", "Dana Ruiz: dana.sq@client.example, +13035550142 | Likes cedar"],
  ],
  "quickbooks.csv": ["QuickBooks", ["Dana Ruiz: dana.qb@client.example, +13035550142; +13035550199"]],
  "quickbooks-online.csv": [
    "QuickBooks",
    [
      "Bo Lind: +13035550143",
      "Dana Ruiz: dana.qbo@client.example, +13035550142; dana.two.qbo@client.example | Back fence",
    ],
  ],
  "quickbooks-desktop.csv": [
    "QuickBooks",
    ["Dana Ruiz: dana.qbd@client.example, +13035550142; dana.cc.qbd@client.example, +13035550199"],
  ],
  "google-old.csv": [
    "Google Contacts",
    [
      "Bo Lind: +13035550143 | Group Membership: * myContacts",
      "Dana Ruiz: dana.go@client.example, +13035550142; dana.two.go@client.example, +13035550198, +13035550199 | old client · Group Membership: * myContacts ::: Clients",
    ],
  ],
  "google-2024.csv": [
    "Google Contacts",
    [
      "Dana Ruiz: dana.g1@client.example, +13035550142; dana.g2@client.example, +13035550143 | met at show · Labels: * myContacts",
      "Larkspur LLC: larkspur.g1@client.example",
    ],
  ],
  "outlook.csv": [
    "Outlook",
    [
      "Dana Ruiz: dana.out@client.example, +13035550142; dana2.out@client.example, +13035550101, +13035550102 | old client",
    ],
  ],
};

describe("an export of another program", () => {
  it.each(Object.entries(EXPORTS))("%s", async (name, [program, people]) => {
    const shop = await business();
    const id = await uploaded(shop.account, list(name), name);
    expect(programOf((await found(shop.account, id)).headers)).toBe(program);
    await started(shop.account, id);
    await runImport(shop.account, id);
    expect(await peopleOf(shop.account)).toEqual(people);
  });

  it("an ordinary list is from no program", () => {
    expect(programOf(["Name", "Email", "Phone"])).toBeNull();
  });
});

describe("a list", () => {
  it("brings people without an email address once, with no email and no consent, and takes them back", async () => {
    const shop = await business();
    const file = "Name,Phone\nAnn,303 555 0150\nAnn again,(303) 555-0150\nBen,303 555 0151\nCy,\nDi,12\n";
    const done = await imported(shop.account, file);
    expect([done.added, done.repeated, done.errors]).toEqual([2, 1, 2]);
    expect(await peopleOf(shop.account)).toEqual(["Ann: +13035550150", "Ben: +13035550151"]);
    await withAccount(shop.account, async ({ db }) => {
      for (const table of ["leads_consents", "sequences_enrolments"])
        expect((await db.execute(sql`select 1 from ${sql.identifier(table)}`)).rows).toEqual([]);
    });
    // Again, and with an email this time: the number is known.
    expect(await imported(shop.account, `${file} `)).toMatchObject({ added: 0, known: 2 });
    expect(await undone(shop.account, done.id)).toMatchObject({ removed: 0 });
    const other = await imported(shop.account, "Name,Phone\nEve,303 555 0152\n");
    expect(await undone(shop.account, other.id)).toMatchObject({ removed: 1 });
    expect(await peopleOf(shop.account)).toHaveLength(2);
  });

  it("gives a person every address once, and none that somebody else has", async () => {
    const shop = await business();
    await imported(shop.account, "Name,Email\nAnn,ann@x.example\n", null, "first.csv");
    await imported(
      shop.account,
      'Name,Email,Phone\nBen,"ben@x.example; ann@x.example; b2@x.example",303 555 0150\nCy,"cy@x.example, b2@x.example",\n',
      null,
      "second.csv",
    );
    expect(await peopleOf(shop.account)).toEqual([
      "Ann: ann@x.example",
      "Ben: ben@x.example, +13035550150; b2@x.example",
      "Cy: cy@x.example",
    ]);
    // Someone known by another address is not added again.
    const again = await imported(shop.account, "Name,Email\nBenjamin,b2@x.example\n", null, "third.csv");
    expect(again).toMatchObject({ added: 0, known: 1 });
  });

  it("says where it comes from, and keeps unknown columns as notes when asked to", async () => {
    const shop = await business();
    const id = await uploaded(shop.account, list("jobber.csv"), "jobber.csv");
    const view = () => withAccount(shop.account, (ctx) => importView(ctx, id));
    const before = await view();
    expect(before.program).toBe("Jobber");
    expect(before.leftOut).toEqual(expect.arrayContaining(["J-ID", "Lead Source"]));
    expect(before.shown!.wrong.map(({ who, problem }) => [who, problem])).toEqual([
      ["Walk In", "The email address is missing."],
    ]);
    const { mapping } = await found(shop.account, id);
    await withAccount(shop.account, (ctx) => saveMapping(ctx, id, { ...mapping, keepOthers: true }));
    await countImport(shop.account, id);
    expect((await view()).rows[0]!.more).toContain("Lead Source: Referral");
    await started(shop.account, id);
    await runImport(shop.account, id);
    expect(await peopleOf(shop.account)).toEqual([
      expect.stringMatching(/Tags: deck, repeat · Lead Source: Referral/),
    ]);
  });

  it("of 10,000 contacts in vCards of three versions brings everybody who has a name and an address or number", async () => {
    const shop = await business();
    const card = (at: number): string[] => {
      const number = `303 5${String(at).padStart(6, "0").slice(0, 2)} ${String(at).padStart(6, "0").slice(2)}`;
      if (at % 4 === 0)
        return [
          "VERSION:2.1",
          "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg",
          `EMAIL;INTERNET:v${at}@x.example`,
        ];
      if (at % 4 === 1)
        return [
          "VERSION:3.0",
          `FN:Person`,
          ` ${at}`,
          `item1.EMAIL;type=pref:v${at}@x.example`,
          `EMAIL:w${at}@x.example`,
        ];
      if (at % 4 === 2)
        return ["VERSION:4.0", `FN:Person ${at}`, `TEL;VALUE=uri;PREF=1:tel:${number.replaceAll(" ", "-")}`];
      return ["VERSION:3.0", "NOTE:no name"];
    };
    const book = Array.from({ length: 10_000 }, (_, at) =>
      ["BEGIN:VCARD", ...card(at), "END:VCARD"].join("\r\n"),
    );
    const done = await imported(shop.account, book.join("\r\n"), null, "contacts.vcf");
    expect([done.added, done.errors]).toEqual([7_500, 2_500]);
    await withAccount(shop.account, async ({ db }) => {
      const { rows } = await db.execute(sql`
        select (select count(*)::int from leads where name = 'Jörg Müller') as umlauts,
               (select count(*)::int from leads where email is null) as phones,
               (select count(*)::int from leads_addresses) as others`);
      expect(rows).toEqual([{ umlauts: 2_500, phones: 2_500, others: 2_500 }]);
    });
  }, 60_000);
});
