import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { openIdentity, Visitor } from "#ground/identity/testing/visits.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import type { Outcome } from "#ground/sync/device/protocol.ts";
import * as client from "#tools/estimates/client/page.tsx";
import { loader as pdf } from "#tools/estimates/office/pdf.ts";
import * as office from "#tools/estimates/office/estimate.tsx";
import { loader as cancellation } from "#tools/estimates/law/cancellation.ts";
import type { LawView } from "#tools/estimates/law/law-view.server.ts";
import { ESTIMATE } from "#tools/estimates/rules/estimate.ts";
import { withPerson } from "#platform/db/scope.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { hasPdfTools, pagesOf } from "../testing/pdf-text.ts";
import { argsOf, sendChange, somebody } from "../testing/changes.ts";
import { visit } from "../testing/screens.ts";

// Reminders of the law on an estimate, and its notice of cancellation, against the real database.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let db: pg.Client;
let owner: Visitor;
let account: string;
let job: string;

beforeAll(async () => {
  subscribe();
  defineKinds();
  identity = await openIdentity();
  db = new pg.Client(identity.owner);
  await db.connect();
  await ensureSealingKey();
  const { visitor, who } = await somebody(db, "owner@law.test");
  owner = visitor;
  account = (await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who))).accountId;
});
afterAll(async () => {
  await closeRenderers();
  await db?.end();
  await identity?.drop();
});
beforeEach(() => describeBusiness({}));

const describeBusiness = (over: Readonly<Record<string, string | null>>) => {
  const of = {
    name: "Field Decks",
    postal: "12 Shop Road\nOakland, CA 94601",
    reply: "office@decks.test",
    licence: null,
    ...over,
  };
  return db.query(
    "update businesses_accounts set name = $2, postal_address = $3, reply_address = $4, licence_number = $5 where account_id = $1",
    [account, of.name, of.postal, of.reply, of.licence],
  );
};

const send = (kind: string, record: string, sets: Record<string, unknown>): Promise<Outcome> =>
  sendChange(owner, { kind, record, job, sets });

/** An estimate of $4,000 with a deposit of half of it. @returns its id */
async function written(address: string | null, more: Record<string, unknown> = {}): Promise<string> {
  job = newLocalId();
  await send("jobs.job", job, { name: "Ruiz deck", status: "planned", address });
  const record = newLocalId();
  const line = { place: 1, section: "", text: "Deck", quantity: 1000, unit: "", cents: 4000_00, cost: null };
  expect(
    await send(ESTIMATE, record, {
      title: "Deck",
      [`lines.${newLocalId()}`]: { ...line, isTaxable: false, isOptional: false, option: 0 },
      deposit: { by: "rate", rate: 50_000 },
      ...more,
    }),
  ).toMatchObject({ is: "held" });
  return record;
}

const visited = (record: string, form?: Record<string, string>) =>
  visit(owner, office, `/account/estimates/${record}`, { estimateId: record }, form);
const lawOf = async (record: string) => (await visited(record)).shown["law"] as LawView;
const shownIds = async (record: string) => (await lawOf(record)).shown.map(({ id }) => id);

it("is shown where the job is, hidden for one estimate, and shown again; it blocks nothing", async () => {
  const record = await written("14 Elm St, San Francisco, CA 94110");
  const ids = ["us-cancel", "ca-deposit", "ca-contract", "ca-cancel", "ca-license"];
  expect(await shownIds(record)).toEqual(ids);
  expect(await lawOf(record)).toMatchObject({ state: "CA", notice: { missing: null, asksAge: true } });
  expect((await visited(record, { intent: "hide" })).location).toBe(`/account/estimates/${record}#law`);
  expect(await lawOf(record)).toMatchObject({ shown: [], hidden: ids.map((id) => ({ id })) });
  // A hidden one doesn't hide others, on other estimates.
  expect(await shownIds(await written("1 A St, Reno, NV 89501"))).toEqual(["us-cancel"]);
  await visited(record, { intent: "unhide" });
  await describeBusiness({ licence: "123456" });
  expect(await shownIds(record)).toEqual(ids.slice(0, 4));
  const { shown } = await visited(record, { intent: "share", days: "30", passcode: "", asks: "yes" });
  expect(shown, "a reminder never blocks").toHaveProperty("link");
  // The number is on the client's page and on the paper.
  const token = new URL(shown["link"] as string).pathname.split("/")[2]!;
  const page = await visit(new Visitor(), client, `/s/${token}/estimate`, { token });
  expect(page.shown).toMatchObject({ view: { face: { licence: "123456" } } });
  expect(JSON.stringify(page.shown), "a client sees none of it").not.toMatch(/soldAt|hiddenReminders|7159/);
  const file = await pdf(argsOf(owner.request(`/account/estimates/${record}/pdf`), { estimateId: record }));
  const paper = new Uint8Array(await file.arrayBuffer());
  if (hasPdfTools) expect((await pagesOf(paper)).join(" ")).toContain("License 123456");
});

it("follows who it's for, and needs an address that names its state", async () => {
  expect(await shownIds(await written(null))).toEqual(["us-cancel"]);
  const office = await written("14 Elm St, San Francisco, CA 94110", { soldAt: "office", deposit: null });
  expect(await shownIds(office)).toEqual(["ca-contract", "ca-license"]);
  expect((await lawOf(office)).notice).toBeNull();
  expect(await shownIds(await written("14 Elm St, San Francisco, CA 94110", { soldAt: "business" }))).toEqual(
    ["ca-license"],
  );
  expect(
    await send(ESTIMATE, newLocalId(), { title: "Bad", soldAt: "moon" }),
    "a device can write anything",
  ).toMatchObject({ is: "refused" });
});

it("opens the notice of cancellation as a PDF, or says what it needs", async () => {
  const record = await written("14 Elm St, San Francisco, CA 94110");
  const open = (query: string, id = record) =>
    cancellation(argsOf(owner.request(`/account/estimates/${id}/cancellation?${query}`), { estimateId: id }));
  const file = await open("day=2026-11-28&language=es&senior=yes");
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(5000);
  expect((await open("day=2026-02-30&language=en")).status).toBe(422);
  expect((await open("day=2026-11-28&language=xx")).status).toBe(422);
  await expect(open("day=2026-11-28&language=en", newLocalId())).rejects.toMatchObject({
    init: { status: 404 },
  });
  await describeBusiness({ reply: null });
  expect((await lawOf(record)).notice?.missing).toContain("email");
  await describeBusiness({ postal: null });
  expect((await lawOf(record)).notice?.missing).toBe("postal address");
  const refused = await open("day=2026-11-28&language=en");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Add your postal address in Settings first.");
});
