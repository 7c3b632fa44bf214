import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business } from "../../testing/follow-ups.ts";
import { everything, found, imported, started, uploaded } from "../../testing/imports.ts";

// Lists in the formats of other programs, spreadsheets and people, from checks/testing/lists/.
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

const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  "backslash-escape.csv": ["bo.bs@client.example Bo", 'dana.bs@client.example Dana "Dee" Ruiz'],
  "bom-quoted.csv": ["dana.bom@client.example Dana Ruiz"],
  "bounced.csv": ["b.bo@client.example Bea"],
  "contacts.vcf": ["dana.vcf@client.example Dana Ruiz +13035550142"],
  "do-not-email.csv": ["b.dne@client.example Bea"],
  "doubled-bom.csv": ["dana.bom2@client.example Dana Ruiz"],
  "dup-headers.csv": [
    "bo.dup@client.example Bo Lind +13035550143",
    "dana.dup@client.example Dana Ruiz +13035550142",
  ],
  "email-status.csv": ["b.es@client.example Bea", "d.es@client.example Di"],
  "facebook-utf16.csv": [
    "dana.f1@client.example Dana Ruiz +13035550142",
    "joerg.f1@client.example Jörg Müller +4915112345678",
  ],
  "german.csv": ["b.de@client.example Bea Bau"],
  "google-2024.csv": [
    "dana.g1@client.example Dana Ruiz +13035550142",
    "larkspur.g1@client.example Larkspur LLC",
  ],
  "hubspot-unsub.csv": ["dana.hs@client.example Dana Ruiz +13035550142"],
  "jobber-many-in-cell.csv": [
    "bo.j1@client.example Bo Lind +13035550143",
    "dana.j1@client.example Dana Ruiz +13035550142",
  ],
  "klaviyo.csv": ["b.kl@client.example Bea B"],
  "listmonk-status.csv": ["b.st@client.example Bea"],
  "mailchimp-unsubscribed.csv": [],
  "mailchimp.csv": ["dana.mc@client.example Dana Ruiz +13035550142"],
  "outlook.csv": ["dana.out@client.example Dana Ruiz +13035550142"],
  "padded.csv": ["hhrjo.k3@client.example Unknown Name"],
  "pipe.csv": [
    "bo.pipe@client.example Bo Lind +13035550143",
    "dana.pipe@client.example Dana Ruiz +13035550142",
  ],
  "quickbooks.csv": ["dana.qb@client.example Dana Ruiz +13035550142"],
  "same-address-in-capitals.csv": ["dana.k3@client.example Dana"],
  "semicolon-lines.csv": ["bo.semi@client.example Bo Lind", "dana.semi@client.example Dana Ruiz"],
  "sep-line.csv": ["dana.sep@client.example Dana Ruiz"],
  "shopify.csv": ["dana.sh@client.example Dana Ruiz +13035550142"],
  "title-above.csv": ["dana.title@client.example Dana Ruiz +13035550142"],
  "trailing-commas.csv": ["dana.tc@client.example Dana Ruiz"],
  "unsubscribed-at.csv": ["b.ua@client.example Bea"],
  "whole-row-quoted.csv": ["dana.row@client.example Dana Ruiz +13035550142"],
  "emails.csv": [
    "dana.e1@client.example D",
    "dana12.e1@client.example L",
    "dana3.e1@client.example E",
    "dana5.e1@client.example F",
    "dana6.e1@client.example G",
    "dana7.e1@client.example H",
    "dana8.e1@client.example I",
    "dana9.e1@client.example J",
  ],
  "phones-intl.csv": [
    "ann.p1@client.example Ann +442079460958",
    "bea.p1@client.example Bea +442079460958",
    "cy.p1@client.example Cy +13035550142",
    "di.p1@client.example Di +13035550142",
    "ed.p1@client.example Ed +13035550142",
    "fay.p1@client.example Fay +13035550142",
    "gil.p1@client.example Gil +13035550142",
    "hal.p1@client.example Hal +13035550142",
    "ida.p1@client.example Ida +13035550142",
    "jo.p1@client.example Jo",
    "kim.p1@client.example Kim",
    "lee.p1@client.example Lee",
    "mo.p1@client.example Mo +4915112345678",
  ],
};

describe("a list of people as other programs export it", () => {
  it.each(Object.entries(PEOPLE))("%s", async (name, people) => {
    const shop = await business();
    await imported(shop.account, list(name), null, name);
    expect((await everything(shop.account)).leads).toEqual(people);
  });

  it("with dates in fourteen ways brings everybody, on their day", async () => {
    const shop = await business();
    const file = await imported(shop.account, list("dates.csv"), null, "dates.csv");
    expect([file.added, file.errors, file.partly]).toEqual([14, 0, 0]);
  });

  it("of people who unsubscribed imports nobody, and says who and why", async () => {
    const shop = await business();
    const name = "mailchimp-unsubscribed.csv";
    const { counts, shown } = await found(shop.account, await uploaded(shop.account, list(name), name));
    expect(counts).toMatchObject({ added: 0, optedOut: 1 });
    expect(shown!.optedOut).toEqual([
      {
        line: 2,
        who: "Gone Away, gone.mc@client.example",
        problem: "UNSUB_TIME: 2026-05-01 14:22:11",
        isTaken: false,
      },
    ]);
  });

  it("with words that only its owner understands waits for them", async () => {
    const shop = await business();
    const id = await uploaded(
      shop.account,
      "Name,Email,Status\nDana,dana@x.test,Inactive\nBo,bo@x.test,Open\n",
    );
    const { counts, shown } = await found(shop.account, id);
    expect([counts, shown!.questions]).toMatchObject([
      { added: 1, optedOut: 1 },
      [{ at: 2, header: "Status", values: ["Inactive"] }],
    ]);
    await expect(started(shop.account, id)).rejects.toMatchObject({ code: "invalid" });
  });

  it("says before it is imported which rows have something wrong", async () => {
    const shop = await business();
    const id = await uploaded(
      shop.account,
      "Name,Email,Phone,Where we met\nDana,dana.x.test,,fair\nBo,bo@x.test,12,fair\n",
    );
    const { shown } = await found(shop.account, id);
    expect(shown!.wrong).toEqual([
      { line: 2, who: "Dana, dana.x.test", problem: "The address is missing the @.", isTaken: false },
      {
        line: 3,
        who: "Bo, bo@x.test",
        problem: "We can’t read this number. Write it like +1 303 555 0140.",
        isTaken: true,
      },
    ]);
  });
});
