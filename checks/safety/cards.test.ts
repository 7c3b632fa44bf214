import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loader as records } from "#ground/sync/device/records.ts";
import type { StoredRecord } from "#ground/sync/device/protocol.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { CARD, CARD_PAPER, paperId } from "#tools/safety/cards/card.ts";
import { loader as csv } from "#tools/safety/cards/csv.ts";
import { NEEDS, needsId } from "#tools/safety/cards/needs.ts";
import * as office from "#tools/safety/cards/office.tsx";
import * as person from "#tools/safety/cards/person.tsx";
import { ORIENTATION, orientationId, textOfOrientation } from "#tools/safety/orientation/orientation.ts";
import { personKey, SIGN, TALK } from "#tools/safety/rules/talk.ts";
import { versionOf } from "#tools/safety/rules/text.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, guest, send, shop, withShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// Who sees and changes the cards of people, and what of them is erased, against the real database.

withShop("America/Denver");

let manager: Somebody;
let foreman: Somebody;
let worker: Somebody;
const HASH = "ab".repeat(32);
const PHOTO = { type: "image/jpeg", at: 1_760_000_000_000 };

beforeAll(async () => {
  manager = await somebody(db, "manager@cards.test");
  [foreman, worker] = [await somebody(db, "foreman@cards.test"), await somebody(db, "worker@cards.test")];
  for (const { who, role } of [
    { ...manager, role: "manager" },
    { ...foreman, role: "member" },
    { ...worker, role: "member" },
  ])
    await db.query(
      "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, $3, now())",
      [shop.account, who.id, role],
    );
});

beforeEach(async () => {
  await db.query("delete from sync_records where kind like 'safety.%'");
});

const write = (
  by: Somebody,
  record: string,
  sets: Record<string, unknown>,
  kind = CARD,
  before?: StoredRecord,
) => send(by, record, sets, kind, before, null);

async function seen(by: Somebody): Promise<StoredRecord[]> {
  const answer = await records(argsOf(by.visitor.request("/account/sync/records?since=0")));
  return ((await answer.json()) as { records: StoredRecord[] }).records;
}
const kindsSeen = async (by: Somebody) =>
  (await seen(by)).map(({ kind }) => kind).filter((kind) => kind.startsWith("safety."));

/** A card with its number and a photo. @returns its id */
async function added(by: Somebody, name: string, user: string | null, more: Record<string, unknown> = {}) {
  const id = newLocalId();
  const sets = {
    holder: { name, user },
    type: "forklift",
    dates: { issued: "2024-01-10", expires: "2027-01-10" },
  };
  expect(await write(by, id, { ...sets, ...more })).toMatchObject({ is: "held" });
  const paper = { card: id, holder: user, number: "FL-4471", [`photos.${HASH}`]: PHOTO };
  expect(await write(by, paperId(id), paper, CARD_PAPER)).toMatchObject({ is: "held" });
  return id;
}

describe("a card", () => {
  it("is seen by the business, and its number and photos by managers, who added it, and the person", async () => {
    await added(manager, "Luis Ortega", worker.who.id);
    for (const by of [shop, manager, worker])
      expect(await kindsSeen(by), by.who.email).toEqual([CARD, CARD_PAPER]);
    expect(await kindsSeen(foreman)).toEqual([CARD]);
    expect(await kindsSeen(guest)).toEqual([]);
    await added(foreman, "Ana Paz", null);
    expect(await kindsSeen(foreman)).toEqual([CARD, CARD, CARD_PAPER]);
  });

  it("is changed by managers, who added it, and the person", async () => {
    const id = await added(manager, "Luis Ortega", worker.who.id);
    const change = (by: Somebody) => write(by, id, { issuer: "Boise Safety" });
    for (const by of [shop, manager, worker])
      expect(await change(by), by.who.email).toMatchObject({ is: "held" });
    expect(await change(foreman)).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await change(guest)).toMatchObject({ is: "refused", code: "not_found" });
    expect(await write(foreman, paperId(id), { number: "1" }, CARD_PAPER)).toMatchObject({ is: "refused" });
    expect(await write(worker, paperId(id), { number: "FL-2" }, CARD_PAPER)).toMatchObject({ is: "held" });
  });

  it("stays with its person, whose phone has the photos", async () => {
    const id = await added(manager, "Luis Ortega", worker.who.id);
    const before = (await seen(manager)).find((one) => one.id === id);
    const holder = { name: "Ana Paz", user: foreman.who.id };
    expect(await write(manager, id, { holder }, CARD, before)).toMatchObject({
      is: "refused",
      code: "conflict",
    });
    const renamed = { name: "Luis M. Ortega", user: worker.who.id };
    expect(await write(manager, id, { holder: renamed }, CARD, before)).toMatchObject({ is: "held" });
    expect(await write(manager, paperId(id), { holder: foreman.who.id }, CARD_PAPER)).toMatchObject({
      is: "refused",
    });
  });

  it("is refused with dates that can’t be, without a person, and with more than four photos", async () => {
    const refused = { is: "refused", code: "invalid" };
    const holder = { name: "Luis Ortega", user: null };
    expect(await write(shop, newLocalId(), { type: "lift" })).toMatchObject(refused);
    for (const dates of [
      { issued: "2026-01-01", expires: "2025-01-01" },
      { issued: "2026-01-01", expires: "2206-01-01" },
      { issued: "2026-02-30", expires: null },
    ])
      expect(await write(shop, newLocalId(), { holder, type: "lift", dates })).toMatchObject(refused);
    const id = await added(shop, "Luis Ortega", null);
    const photos = Object.fromEntries(["c", "d", "e", "f"].map((one) => [`photos.${one.repeat(64)}`, PHOTO]));
    expect(await write(shop, paperId(id), photos, CARD_PAPER)).toMatchObject(refused);
    expect(
      await write(shop, newLocalId(), { card: id, holder: null, number: "1" }, CARD_PAPER),
    ).toMatchObject({
      code: "not_found",
    });
  });

  it("is in the office’s list and CSV, with the number for managers only", async () => {
    await added(shop, "Luis Ortega", null);
    await added(shop, "Ana Paz", null, { type: "lift", dates: { issued: null, expires: "2026-01-10" } });
    await added(shop, "José Peña", null, {
      type: "license",
      title: "Electrician",
      dates: { issued: null, expires: null },
    });
    const found = async (query: string) => {
      const { shown } = await visit(foreman.visitor, office, `/account/safety/cards${query}`);
      return (shown["rows"] as { card: { holder: { name: string } } }[]).map(({ card }) => card.holder.name);
    };
    expect(await found("")).toEqual(["Ana Paz", "Luis Ortega", "José Peña"]);
    expect(await found("?state=expired")).toEqual(["Ana Paz"]);
    expect(await found("?q=pena+electr")).toEqual(["José Peña"]);
    expect(await found("?type=forklift&q=")).toEqual(["Luis Ortega"]);
    const file = async (by: Somebody) =>
      (await csv(argsOf(by.visitor.request("/account/safety/cards/cards.csv")))).text();
    expect(await file(manager)).toContain("Luis Ortega,Forklift operator,FL-4471,");
    expect(await file(foreman)).not.toContain("FL-4471");
    await expect(csv(argsOf(guest.visitor.request("/account/safety/cards/cards.csv")))).rejects.toMatchObject(
      {
        init: { status: 403 },
      },
    );
  });
});

describe("which tasks need a card", () => {
  it("is for the owner to say", async () => {
    const sets = { "needs.x": { words: "crane", type: "license" } };
    const record = needsId(shop.account);
    for (const by of [manager, foreman])
      expect(await write(by, record, sets, NEEDS)).toMatchObject({ code: "forbidden" });
    expect(await write(shop, newLocalId(), sets, NEEDS)).toMatchObject({ code: "invalid" });
    expect(await write(shop, record, sets, NEEDS)).toMatchObject({ is: "held" });
    expect(await kindsSeen(foreman)).toEqual([NEEDS]);
  });
});

describe("what new people are told", () => {
  it("is the business’s to write, and is given as a talk that is no toolbox talk", async () => {
    const record = orientationId(shop.account);
    expect(await write(foreman, record, { en: "Hello" }, ORIENTATION)).toMatchObject({ code: "forbidden" });
    expect(await write(manager, record, { en: "Our own words." }, ORIENTATION)).toMatchObject({ is: "held" });
    const text = textOfOrientation({ en: "Our own words." });
    expect(text.en.open).toBe("Our own words.");
    expect(text.es.open).toContain("Bienvenido");
    const id = newLocalId();
    const sets = {
      date: "2026-11-29",
      text,
      version: versionOf(text),
      leader: "Dana",
      "people.a": { name: "Luis Ortega" },
    };
    expect(await send(foreman, id, sets, TALK)).toMatchObject({ is: "held" });
    const { rows } = await db.query("select type from worklist_items where id = $1", [id]);
    expect(rows).toEqual([{ type: "orientation" }]);
  });
});

describe("erasing a person’s cards", () => {
  const path = "/account/safety/cards/person";
  const ofUser = (by: Somebody) => `${path}?user=${by.who.id}`;
  const ofName = (name: string) => `${path}?name=${encodeURIComponent(name)}`;
  const open = async (address: string, by = manager) =>
    (await visit(by.visitor, person, address)).shown as unknown as Awaited<ReturnType<typeof person.loader>>;
  const erase = (address: string, ...cards: string[]) =>
    visit(manager.visitor, person, address, {}, Object.fromEntries(cards.map((id) => [`card-${id}`, "yes"])));
  const left = async (id: string) =>
    JSON.stringify([
      (await db.query("select fields from sync_records where id in ($1, $2)", [id, paperId(id)])).rows,
      (await db.query("select sets from sync_commands where record_id in ($1, $2)", [id, paperId(id)])).rows,
    ]);

  it("leaves nothing of them in records and commands, and says why signatures stay", async () => {
    const [card, other] = [
      await added(shop, "Luis Ortega", worker.who.id),
      await added(shop, "Ana Paz", null),
    ];
    const removed = await added(shop, "LUIS ORTEGA", worker.who.id);
    await write(shop, removed, { removed: true });
    const text = textOfOrientation({});
    const talk = newLocalId();
    await send(shop, talk, { date: "2026-11-29", text, version: versionOf(text), leader: "Dana" }, TALK);
    const sign = {
      talk,
      person: personKey(talk, "Luis Ortega"),
      name: "Luis Ortega",
      drawing: null,
      language: "es",
    };
    const how = { version: versionOf(text), on: "own", at: "2026-11-29T14:00:00.000Z" };
    expect(await send(shop, newLocalId(), { ...sign, ...how }, SIGN)).toMatchObject({ is: "held" });
    const address = ofUser(worker);
    expect((await visit(foreman.visitor, person, address)).status).toBe(403);
    const { cards, signatures, email } = await open(address);
    expect([signatures, email]).toEqual([1, worker.who.email]);
    expect(new Set(cards.map(({ id, isRemoved }) => [id, isRemoved].join(" ")))).toEqual(
      new Set([`${card} false`, `${removed} true`]),
    );
    expect(await erase(address, card, removed)).toMatchObject({ status: 303 });
    for (const id of [card, removed])
      for (const words of ["rtega", "RTEGA", "FL-4471", "2027", HASH, "forklift"])
        expect(await left(id), words).not.toContain(words);
    expect(await left(other)).toContain("Ana Paz");
    // Their own phone hears of it too.
    const gone = (await seen(worker)).filter(({ id }) => id === card || id === paperId(card));
    expect(gone.map(({ fields }) => Object.keys(fields).toSorted())).toEqual([
      ["removed"],
      ["holder", "removed"],
    ]);
    expect(await open(`${address}&erased`)).toMatchObject({ cards: [], isErased: true });
    expect((await visit(manager.visitor, person, address)).status).toBe(404);
    expect(await open(ofName("luis ortega"))).toMatchObject({ cards: [], signatures: 1 });
  });

  it("tells two people of one name apart, by their account or card by card", async () => {
    const own = await added(shop, "Luis Ortega", worker.who.id);
    const twin = await added(shop, "luis  ortega", foreman.who.id);
    const [crew, roofer] = [await added(shop, "Luis Ortega", null), await added(shop, "Luis Ortega", null)];
    await write(shop, paperId(roofer), { number: "FL-9" }, CARD_PAPER);
    const { cards, namesakes } = await open(ofUser(worker));
    // Surely theirs are proposed, those with only the name are asked for, and another account’s aren’t there.
    expect(cards.map(({ id, isOwn }) => [id, isOwn])).toEqual([
      [own, true],
      ...[crew, roofer].toSorted().map((id) => [id, false]),
    ]);
    expect(namesakes).toMatchObject([{ user: foreman.who.id, email: foreman.who.email }]);
    expect((await open(ofName("Luis Ortega"))).cards.map(({ number }) => number).toSorted()).toEqual([
      ...["FL-4471", "FL-9"],
    ]);
    const none = await erase(ofUser(worker));
    expect(none).toMatchObject({ status: 422, shown: { errors: { cards: "Check the cards to erase." } } });
    // A card of another account stays, whatever is posted.
    expect(await erase(ofUser(worker), own, twin)).toMatchObject({ status: 303 });
    expect(await erase(ofName("Luis Ortega"), roofer, twin)).toMatchObject({ status: 303 });
    for (const id of [own, roofer]) expect(await left(id)).not.toContain("rtega");
    for (const id of [twin, crew]) expect(await left(id)).toMatch(/ortega/i);
    expect(await left(crew)).toContain("FL-4471");
  });
});
