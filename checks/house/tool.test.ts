import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { apiDocument } from "#faces/api/document.server.ts";
import { copiedTables } from "#ground/businesses/your-data/export-rows.server.ts";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { erasePerson } from "#ground/evidence/erase.server.ts";
import { readJobHistory, writeExport } from "#ground/evidence/export/export.server.ts";
import * as history from "#ground/evidence/history/history.tsx";
import { nodeChecks } from "#ground/evidence/verify/hashing.server.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { verifyExport } from "#ground/evidence/verify/verify.ts";
import { openIdentity, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { action as receipts } from "#ground/media/receipts.ts";
import { loadDueSection } from "#ground/due/public.server.ts";
import { mediaTasks } from "#ground/media/tasks.server.ts";
import { setUploadFolder } from "#ground/media/uploads.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { recordsOfJob } from "#ground/sync/public.server.ts";
import { eventsIn } from "#trade/reports/paper/gather.server.ts";
import { shotsOf } from "#trade/fieldwork/public.ts";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import type { Tool } from "#trade/jobs/public.tsx";
import { toWaiting } from "#ground/sync/store/local-tables.ts";
import { shownRecord } from "#ground/sync/store/shown-record.ts";
import { action as commands } from "#ground/sync/device/commands.ts";
import { loader as records } from "#ground/sync/device/records.ts";
import { type Command, seen } from "#ground/sync/rules.ts";
import type { StoredRecord, Outcome } from "#ground/sync/device/protocol.ts";
import { openZip } from "#platform/archive/read-zip.ts";
import {
  type AccountContext,
  type Person,
  withAccount,
  withMember,
  withPerson,
} from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { worded } from "#app/field-labels.ts";
import { fieldRoutes } from "#app/field-routes.tsx";
import { ACTING } from "#app/off-switches.ts";
import { defineDueKinds } from "#app/due-kinds.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { defineReportLines } from "#app/report-lines.ts";
import { tableRoles } from "#app/table-rights.ts";
import { ask, keyFor } from "../testing/api.ts";
import { openDoor, Phone, sha256Of } from "../testing/device.ts";
import { visit, type Args } from "../testing/screens.ts";
import { loader as csv } from "../testing/tool/csv.ts";
import * as list from "../testing/tool/list.tsx";
import { accountRoutes, clientRoutes, fileRoutes } from "../testing/tool/routes.ts";
import { APPROVAL, deliveryOf, refuseDelivery } from "../testing/tool/rules.ts";
import * as slip from "../testing/tool/slip-page.tsx";
import { shareSlip } from "../testing/tool/slip.server.ts";
import { deliveriesTool } from "../testing/tool/tool.tsx";
import { makeTables } from "../testing/tool-tables.ts";

// A tool written exactly as ARCHITECTURE.md ("How to add a tool") describes, tested from a device without a
// signal to a copy that anyone can verify. It checks that text's promises.

// Its lines in src/app/tools.ts and src/app/tools.server.ts; nothing else is told of it.
vi.mock("#app/tools.ts", async (original) => {
  const { tools } = await original<{ tools: readonly Tool[] }>();
  const { deliveriesTool } = await import("../testing/tool/tool.tsx");
  return { tools: [...tools, deliveriesTool] };
});
vi.mock("#app/tools.server.ts", async (original) => {
  const { serverTools } = await original<{ serverTools: readonly ServerTool[] }>();
  const { deliveriesOnServer } = await import("../testing/tool/tool.server.ts");
  return { serverTools: [...serverTools, deliveriesOnServer] };
});

interface Somebody {
  readonly visitor: Visitor;
  readonly who: Person;
}

let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let door: Awaited<ReturnType<typeof openDoor>>;
let owner: pg.Client;
let shop: Somebody & { account: string };
let guest: Somebody;
const job = newLocalId();

beforeAll(async () => {
  subscribe();
  defineKinds();
  defineReportLines();
  defineDueKinds();
  identity = await openIdentity();
  await makeTables(identity.owner);
  owner = new pg.Client(identity.owner);
  await owner.connect();
  await ensureSealingKey();
  queue = await startTaskQueue({ tasks: mediaTasks, work: false, log: createLog("error") });
  setUploadFolder(mkdtempSync(path.join(tmpdir(), "plumbline-uploads-")));
  door = await openDoor();
  const one = await somebody("owner@tool.test");
  const { accountId: account } = await withPerson(one.who.id, (ctx) => enterOwnAccount(ctx, one.who));
  shop = { ...one, account };
  guest = await somebody("guest@tool.test");
  await owner.query(
    "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'guest', $3, now())",
    [account, guest.who.id, job],
  );
  await send(shop, { kind: "jobs.job", record: job, sets: { name: "14 Elm Street", status: "active" } });
});
afterAll(async () => {
  await door?.close();
  await queue?.stop();
  await owner?.end();
  await identity?.drop();
});

async function somebody(email: string): Promise<Somebody> {
  const visitor = await signedIn(email);
  const { rows } = await owner.query<{ id: string }>("select id from identity_users where email = $1", [
    email,
  ]);
  return { visitor, who: { id: rows[0]!.id, email, emailVerified: true } };
}

const argsOf = (request: Request) =>
  ({ request, params: {}, context: new RouterContextProvider() }) as unknown as Args;

const commandOf = (over: Partial<Command> & Pick<Command, "record" | "sets">): Command => ({
  id: newLocalId(),
  kind: "deliveries.delivery",
  job,
  replaces: {},
  capturedAt: Date.now(),
  skew: 0,
  zone: "America/Denver",
  media: [],
  ...over,
});

async function post({ visitor }: Somebody, sent: readonly Command[]): Promise<readonly Outcome[]> {
  const body = JSON.stringify({ version: 1, device: newLocalId(), commands: sent });
  const answer = await commands(argsOf(visitor.request("/account/sync/commands", { method: "POST", body })));
  return ((await answer.json()) as { outcomes: Outcome[] }).outcomes;
}
const send = async (by: Somebody, over: Parameters<typeof commandOf>[0]) =>
  (await post(by, [commandOf(over)]))[0];

const inShop = <T>(work: (ctx: AccountContext) => Promise<T>): Promise<T> =>
  withMember(shop.account, shop.who, { role: "owner", jobId: null }, work);

/** The record as another device of the business fetches it. */
async function fetched(record: string): Promise<StoredRecord> {
  const answer = await records(argsOf(shop.visitor.request(`/account/sync/records?since=0&job=${job}`)));
  const found = ((await answer.json()) as { records: StoredRecord[] }).records.find(
    ({ id }) => id === record,
  );
  if (!found) throw new Error("the server does not hold the record");
  return found;
}

/** Titles on the job's timeline, each with its count of unsent changes, as a device shows them. */
const toldBy = (held: StoredRecord | undefined, waiting: readonly Command[] = []) => {
  const record = shownRecord(held, waiting.map(toWaiting), shop.who.id)!;
  return deliveriesTool.sources
    .flatMap((source) => source.entriesOf(record))
    .map(({ title, record: of }) => [title, of.waiting]);
};

describe("a tool made as ARCHITECTURE.md says", () => {
  it("has the files that the text names, and no others", () => {
    const [, text = ""] = readFileSync("ARCHITECTURE.md", "utf8").split("## How to add a tool\n");
    const named = [...text.matchAll(/`([\w.-]+\.(?:tsx?|typ))`/g)].map(([, file]) => file!);
    const own = named.filter((file) => !existsSync(file));
    expect([...new Set(own)].toSorted()).toEqual(readdirSync("checks/testing/tool").toSorted());
  });

  it("is on every map by its two lines", async () => {
    const route = fieldRoutes.find(({ path: at }) => at === "account/job/:jobId/deliveries")!;
    expect(await (route.lazy as () => Promise<object>)()).toHaveProperty("Component");
    expect(worded.map(({ kind }) => kind)).toContain("deliveries.delivery");
    expect(tableRoles.tables["deliveries_deliveries"]).toMatchObject({ ofJob: true });
    expect(ACTING["deliveries_deliveries"]).toHaveProperty("harmless");
    const copied = await withAccount(shop.account, (ctx) => copiedTables(ctx.db, { account: shop.account }));
    expect(copied.map(({ name }) => name)).toContain("deliveries_deliveries");
    const key = await keyFor({ account: shop.account, owner: shop.who });
    expect((await ask(key, "/key")).body).toMatchObject({
      scopes: expect.arrayContaining(["deliveries:read"]) as unknown,
    });
    expect(apiDocument()["paths"]).toHaveProperty("/deliveries");
  });

  it("is listed over all jobs, and other programs hear of it, a guest's delivery too", async () => {
    const key = await keyFor({ account: shop.account, owner: shop.who }, ["deliveries:read", "events:read"]);
    const [mine, theirs] = [newLocalId(), newLocalId()];
    const sets = { what: "Joists", count: 12, state: "arrived" };
    await send(shop, { record: mine, sets });
    await send(guest, { record: theirs, sets });
    // Changed again, it has not arrived again.
    await send(guest, { record: theirs, sets: { count: 13 } });
    const { data } = (await ask(key, "/deliveries?state=arrived")).body as { data: { id: string }[] };
    expect(data).toEqual(
      expect.arrayContaining([
        { id: mine, jobId: job, ...sets },
        { id: theirs, jobId: job, ...sets, count: 13 },
      ]),
    );
    const heard = (await ask(key, "/events?type=delivery.arrived")).body as {
      data: { data: Record<string, unknown> }[];
    };
    const common = { jobId: job, leadId: null, lead: null };
    expect(
      heard.data.map((one) => one.data).filter((one) => [mine, theirs].includes(String(one["deliveryId"]))),
    ).toEqual([
      { ...common, deliveryId: mine, companyId: shop.account },
      { ...common, deliveryId: theirs, companyId: guest.who.id },
    ]);
    const stranger = await keyFor({ account: shop.account, owner: shop.who }, ["jobs:read"]);
    expect((await ask(stranger, "/deliveries")).status).toBe(403);
  });

  it("has its rule on the device and on the server, the same", async () => {
    const arrived = { what: "Shingles", state: "arrived" };
    expect(refuseDelivery(deliveryOf(arrived))).toBe("Count what arrived.");
    expect(await send(shop, { record: newLocalId(), sets: arrived })).toMatchObject({
      is: "refused",
      code: "invalid",
      why: "Count what arrived.",
    });
    const wrong: Command["sets"][] = [
      { what: "" },
      { count: -1 },
      { count: 1.5 },
      { state: "lost" },
      { "photos.x": { type: "image/jpeg", at: 1 } },
    ];
    for (const sets of wrong)
      expect(await send(shop, { record: newLocalId(), sets }), JSON.stringify(sets)).toMatchObject({
        is: "refused",
      });
    // A newer version of the tool may know this field, so the change waits on its device instead of being
    // lost.
    expect(await send(shop, { record: newLocalId(), sets: { unknown: 1 } })).toMatchObject({ is: "later" });
  });

  it("is shown at once where it was written, and the same everywhere once it was sent", async () => {
    const record = newLocalId();
    const made = commandOf({ record, sets: { what: "Shingles", count: null, state: "expected" } });
    expect(toldBy(undefined, [made])).toEqual([["Expected: Shingles", 1]]);
    expect(await post(shop, [made])).toMatchObject([{ is: "held" }]);
    expect(toldBy(await fetched(record))).toEqual([["Expected: Shingles", 0]]);
    const { revision } = await fetched(record);
    // The same change sent again after a lost response counts once.
    expect(await post(shop, [made])).toMatchObject([{ is: "held" }]);
    expect((await fetched(record)).revision).toBe(revision);
  });

  it("keeps both sides where two people write without seeing each other", async () => {
    const record = newLocalId();
    await send(shop, { record, sets: { what: "Nails", count: 10, state: "expected" } });
    const before = (await fetched(record)).fields;
    const replaces = seen(before, ["count"]);
    await post(shop, [commandOf({ record, sets: { count: 11 }, replaces })]);
    await post(guest, [commandOf({ record, sets: { count: 12 }, replaces })]);
    const both = shownRecord(await fetched(record), [], shop.who.id)!;
    expect(both.conflicts).toEqual(["count"]);
    expect(new Set(both.fields["count"]!.values.map(({ value }) => value))).toEqual(new Set([11, 12]));
  });

  it("lets a guest do what guests may, on their one job, and nothing else", async () => {
    const record = newLocalId();
    expect(await send(guest, { record, sets: { what: "Sand", count: 3, state: "arrived" } })).toMatchObject({
      is: "held",
    });
    expect(await send(guest, { record, sets: { state: "sent-back" } })).toMatchObject({
      is: "refused",
      code: "forbidden",
    });
    expect(await send(shop, { record, sets: { state: "sent-back" } })).toMatchObject({ is: "held" });
    const elsewhere = newLocalId();
    expect(await send(guest, { record: newLocalId(), job: elsewhere, sets: { what: "Sand" } })).toMatchObject(
      { is: "refused" },
    );
  });

  it("is found over all jobs and downloaded", async () => {
    expect([...accountRoutes, ...fileRoutes].map(({ path: at }) => at)).toEqual([
      "account/deliveries",
      "account/deliveries/deliveries.csv",
    ]);
    const [record, undated] = [newLocalId(), newLocalId()];
    const sets = { what: "Cedar shakes", count: 9, state: "arrived" };
    await send(shop, { record, sets: { ...sets, day: "2026-11-20" } });
    await send(shop, { record: undated, sets });
    const { shown } = await visit(shop.visitor, list, "/account/deliveries?q=shake");
    expect(shown["items"]).toMatchObject([
      { id: record, jobId: job, date: "2026-11-20", job: "14 Elm Street", title: "Cedar shakes, 9 pieces" },
    ]);
    const sheet = await csv(argsOf(shop.visitor.request("/account/deliveries/deliveries.csv?q=shake")));
    expect(await sheet.text()).toContain('2026-11-20,14 Elm Street,"Cedar shakes, 9 pieces",Arrived');
  });

  it("is due on its day for whoever said so, until it arrives", async () => {
    const record = newLocalId();
    const open = async () =>
      (await inShop(loadDueSection)).items.filter(({ key }) => key === `deliveries.expected ${record}`);
    const day = Temporal.Now.plainDateISO("UTC").add({ days: 3 }).toString();
    await send(shop, { record, sets: { what: "Windows", count: 5, state: "expected", day } });
    expect(await open()).toMatchObject([
      { title: "Expected: Windows, 5 pieces", job: "14 Elm Street", isLate: false },
    ]);
    await send(shop, { record, sets: { state: "arrived" } });
    expect(await open()).toEqual([]);
  });

  it("moves only as its table of moves allows, on every screen and from every device", async () => {
    const paths = fieldRoutes.map(({ path: at }) => at);
    expect(paths).toContain("account/job/:jobId/deliveries/:deliveryId");
    const record = newLocalId();
    await send(guest, { record, sets: { what: "Doors", count: 2, state: "arrived" } });
    // Somebody mistook it for another one.
    expect(await send(guest, { record, sets: { state: "expected" } })).toMatchObject({ is: "held" });
    expect(await send(shop, { record, sets: { state: "sent-back" } })).toMatchObject({ is: "held" });
    expect(await send(shop, { record, sets: { state: "arrived" } })).toMatchObject({
      is: "refused",
      code: "conflict",
      why: APPROVAL.stuck["sent-back"],
    });
  });

  it("is accepted by a client on paper, and refuses the answer once it went back", async () => {
    expect(clientRoutes.map(({ path: at }) => at)).toEqual(["s/:token/delivery"]);
    const key = await keyFor({ account: shop.account, owner: shop.who }, ["deliveries:read", "events:read"]);
    const [kept, returned] = [newLocalId(), newLocalId()];
    const pdf = Buffer.from("%PDF-1.7 a slip");
    const approve = async (record: string, before: () => Promise<unknown>) => {
      await send(shop, { record, sets: { what: "Range hood", count: 1, state: "arrived" } });
      await send(shop, { record, sets: { state: "approved" } });
      const address = await inShop((ctx) => shareSlip(ctx, record, pdf));
      const token = new URL(address).pathname.split("/")[2]!;
      const client = new Visitor();
      const at = `/s/${token}/delivery`;
      const { shown } = await visit(client, slip, at, { token });
      const { title, document } = (shown as { view: { title: string; document: string } }).view;
      expect(title).toBe("Delivered: Range hood, 1 piece");
      await before();
      return visit(client, slip, at, { token }, { do: "approve", document, name: "Dana Ruiz", words: "" });
    };
    expect((await approve(kept, async () => {})).location).toContain("?did=approved");
    const late = await approve(returned, () =>
      send(shop, { record: returned, sets: { state: "sent-back" } }),
    );
    expect(late.shown).toMatchObject({ message: "This delivery isn’t approved." });
    const heard = (await ask(key, "/events?type=delivery.accepted")).body as {
      data: { data: Record<string, unknown> }[];
    };
    expect(heard.data.map(({ data }) => data["deliveryId"])).toEqual([kept]);
  });

  it("is forgotten with the client whom it names, but for what the law retains", async () => {
    const [record, lead] = [newLocalId(), newLocalId()];
    for (const state of ["expected", "sent-back"])
      await send(shop, { record, sets: { what: "Tiles", count: 2, state, leadId: lead } });
    const done = await withAccount(shop.account, (ctx) =>
      erasePerson(ctx, { person: lead, rule: "Deleted at the person’s request" }),
    );
    expect(done.get(job)).toMatchObject({ entries: [expect.any(Number)], kept: [{ reason: "UCC § 2-725" }] });
  });

  it("is told in reports of the days it happened on", async () => {
    const record = newLocalId();
    await send(shop, { record, sets: { what: "Gutters", count: 6, state: "arrived" } });
    const found = (await withAccount(shop.account, (ctx) => recordsOfJob(ctx, job))).filter(
      ({ id }) => id === record,
    );
    const today = Temporal.Now.plainDateISO("UTC");
    const part = (day: Temporal.PlainDate) => ({
      fromDay: `${day}`,
      toDay: `${day}`,
      sinceCount: null,
      untilCount: null,
      zone: "UTC",
    });
    expect(eventsIn(found, part(today))).toMatchObject([
      { title: "Arrived: Gutters, 6 pieces", author: shop.who.id, lines: [], photos: [] },
    ]);
    expect(eventsIn(found, part(today.subtract({ days: 2 })))).toEqual([]);
  });

  it("has its photo, its place in the history, and its part of a copy that anybody can check", async () => {
    const photo = await sharp({
      create: { width: 90, height: 60, channels: 3, background: { r: 20, g: 90, b: 60 } },
    })
      .jpeg()
      .toBuffer();
    const sha256 = sha256Of(photo);
    const record = newLocalId();
    const sets = {
      what: "Copper flashing",
      count: 4,
      state: "arrived",
      [`photos.${sha256}`]: { type: "image/jpeg", at: 1 },
    };
    expect(await send(shop, { record, sets, media: [sha256] })).toMatchObject({ is: "held" });
    const phone = new Phone(door.url, shop.visitor.cookieHeader, shop.account);
    expect((await phone.upload(photo, { job })).status).toBe(204);
    const receipt = await receipts(
      argsOf(
        shop.visitor.request("/account/media/receipts", {
          method: "POST",
          body: JSON.stringify({ hashes: [sha256] }),
        }),
      ),
    );
    expect(await receipt.json()).toMatchObject({ held: [sha256] });

    const other = shownRecord(await fetched(record), [], shop.who.id)!;
    expect(shotsOf(other.values)).toMatchObject([{ sha256 }]);

    const address = `/account/evidence/${job}`;
    const shown = (await visit(shop.visitor, history, address, { historyId: job }))
      .shown as unknown as Awaited<ReturnType<typeof history.loader>>;
    expect(shown.entries[0]).toMatchObject({
      kind: "Deliveries: delivery",
      by: "owner@tool.test",
      lines: expect.arrayContaining([{ name: "what", value: "Copper flashing" }]) as unknown,
      photos: [{ sha256, isHeld: true }],
    });
    expect(
      (
        await visit(
          shop.visitor,
          history,
          address,
          { historyId: job },
          { do: "seal", words: "All delivered" },
        )
      ).status,
    ).toBe(303);

    const { file, remove } = await writeExport(
      await withAccount(shop.account, (ctx) => readJobHistory(ctx, job)),
      "<!doctype html>",
    );
    const zip = await openZip(new Blob([await readFile(file)]));
    const found = await verifyExport({ paths: zip.paths, read: (name) => zip.read(name) }, nodeChecks);
    await remove();
    expect(found).toMatchObject({ problems: [], photos: 1, seals: 1, absent: [] });
    expect(zip.paths.filter((name) => name.startsWith(`media/${sha256}.`))).toHaveLength(1);
  });
});
