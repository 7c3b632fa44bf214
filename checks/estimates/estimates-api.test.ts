import { createHash, createHmac } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dueWebhooks, sendNext } from "#faces/api/webhooks/deliveries.server.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { openIdentity, Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import * as client from "#tools/estimates/client/page.tsx";
import * as office from "#tools/estimates/office/estimate.tsx";
import { type Person, withAccount, withPerson } from "#platform/db/scope.server.ts";
import { useOutside } from "#platform/outside/outside.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { ask as askPlainly, keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { sendChange, somebody } from "../testing/changes.ts";
import { startReceiver } from "../testing/receiver.ts";
import { visit } from "../testing/screens.ts";

// Estimates as other programs read and draft them, and hear of them, against the real database.

interface Shop {
  readonly visitor: Visitor;
  readonly owner: Person;
  readonly account: string;
}

let identity: Awaited<ReturnType<typeof openIdentity>>;
let db: pg.Client;
let shop: Shop;
let other: Shop;
let key: string;
let job: string;

beforeAll(async () => {
  subscribe();
  defineKinds();
  identity = await openIdentity();
  db = new pg.Client(identity.owner);
  await db.connect();
  await ensureSealingKey();
  shop = await business("owner@estimates.test");
  other = await business("other@estimates.test");
  key = await keyFor(shop);
});
afterAll(async () => {
  await closeRenderers();
  await db?.end();
  await identity?.drop();
});
beforeEach(async () => {
  job = await addJob(shop);
});

async function business(email: string): Promise<Shop> {
  const { visitor, who: owner } = await somebody(db, email);
  const { accountId: account } = await withPerson(owner.id, (ctx) => enterOwnAccount(ctx, owner));
  return { visitor, owner, account };
}

/** Sends one change as a device. */
async function send(by: Shop, kind: string, record: string, of: string, sets: object) {
  expect(await sendChange(by.visitor, { kind, record, job: of, sets })).toMatchObject({ is: "held" });
}

async function addJob(by: Shop, sets: object = {}): Promise<string> {
  const id = newLocalId();
  await send(by, "jobs.job", id, id, { name: "14 Elm Street", status: "planned", ...sets });
  return id;
}

const gate = (over: object = {}) => ({
  jobId: job,
  title: "Side gate",
  lines: [
    { text: "Set posts", quantity: "2", unitCents: 9500, costCents: 4000 },
    { text: "Hang the gate", quantity: "2.5", unit: "h", unitCents: 6801, isTaxable: true },
    { text: "Keyed latch", unitCents: 8900, isOptional: true },
  ],
  taxes: [{ name: "Sales tax", percent: "8.25" }],
  ...over,
});
const add = (over: object = {}) => ask(key, "/estimates", { body: gate(over) });
const added = async (over: object = {}): Promise<string> => {
  const told = await add(over);
  expect(told.status, JSON.stringify(told.body)).toBe(201);
  return told.body.id as string;
};
const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(key, `/estimates/${id}`, { method: "PATCH", body, headers });
const get = async (id: string) => (await ask(key, `/estimates/${id}`)).body;
/** Where each fault of a refusal is. */
const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  (body.errors ?? []).map(({ pointer }) => pointer);

/** Makes a link in the office. @returns its token */
async function sent(estimateId: string): Promise<string> {
  const fields = { intent: "share", days: "30", passcode: "", asks: "yes" };
  const { shown } = await visit(
    shop.visitor,
    office,
    `/account/estimates/${estimateId}`,
    { estimateId },
    fields,
  );
  return new URL((shown as { link?: string }).link ?? "http://none/").pathname.split("/")[2] ?? "";
}

/** Answers as the person with the link. */
async function answer(token: string, fields: Record<string, string>) {
  const { shown } = await visit(new Visitor(), client, `/s/${token}/estimate`, { token });
  const { view, content } = shown as unknown as {
    view: { document: string };
    content: { total: number; choice: { option: number } };
  };
  return visit(
    new Visitor(),
    client,
    `/s/${token}/estimate`,
    { token },
    {
      ...{ document: view.document, name: "Dana Ruiz", words: "", extras: "" },
      ...{ option: String(content.choice.option), total: String(content.total), ...fields },
    },
  );
}

describe("drafting", () => {
  it("makes a draft on a job, with exact totals, and sends nothing", async () => {
    const told = await add();
    expect(told).toMatchObject({
      status: 201,
      body: {
        ...{ jobId: job, number: null, version: 0, state: "draft", title: "Side gate", currency: "USD" },
        // 2 × 95.00 + 2.5 × 68.01 (170.025, rounded up) + 8.25 % of 170.03.
        totals: { subtotalCents: 36_003, taxes: [{ percent: "8.25", cents: 1403 }], totalCents: 37_406 },
        totalCents: 37_406,
        lines: [
          { text: "Set posts", quantity: "2", unitCents: 9500, costCents: 4000, cents: 19_000, option: 0 },
          { quantity: "2.5", unit: "h", cents: 17_003, costCents: null, isTaxable: true },
          { quantity: "1", isOptional: true },
        ],
        ...{ choice: null, versions: [], answers: [], hasUnsentChanges: true, problems: [] },
      },
    });
    expect(told.headers.get("location")).toBe(`/api/v1/estimates/${told.body.id as string}`);
    expect(await get(told.body.id as string)).toEqual(told.body);
    const { rowCount } = await db.query("select from papers where thing_id = $1", [told.body.id]);
    expect(rowCount).toBe(0);
  });

  it("takes every detail, and gives it back as it was sent", async () => {
    const details = {
      options: ["Cedar", "Steel"],
      ...{ discount: { cents: 500 }, deposit: { percent: "33.333" }, validUntil: "2099-12-31" },
      ...{
        start: "In two weeks",
        message: "Hi Dana",
        excluded: "Paint",
        terms: "Half up front.\nRest at the end.",
      },
      ...{ showsPrices: false, taxes: [] },
      payments: [{ name: "When the posts are set", percent: "50" }],
    };
    const id = await added({
      ...details,
      lines: [
        { section: "Gate", text: "Cedar gate", unitCents: 10_000, option: 1 },
        { text: "Steel gate", unitCents: 20_000, option: 2 },
      ],
    });
    expect(await get(id)).toMatchObject({
      ...details,
      options: [
        { option: 1, name: "Cedar", totalCents: 9500 },
        { option: 2, name: "Steel", totalCents: 19_500 },
      ],
      totals: {
        ...{ discountCents: 500, totalCents: 9500, depositCents: 3167 },
        payments: [{ name: "When the posts are set", cents: 4750 }, { cents: 1583 }],
      },
    });
  });

  it("takes 400 lines", async () => {
    const lines = Array.from({ length: 400 }, (_, at) => ({ text: `Line ${at}`, unitCents: at }));
    const { lines: saved, totalCents } = await get(await added({ lines, taxes: [] }));
    expect(saved).toHaveLength(400);
    expect(saved[399]).toMatchObject({ text: "Line 399", cents: 399 });
    expect(totalCents).toBe((399 * 400) / 2);
  });

  it.each<[string, object, string]>([
    ["no title", { title: "  " }, "#/title"],
    ["a negative price", { lines: [{ text: "x", unitCents: -1 }] }, "#/lines/0/unitCents"],
    ["half a cent", { lines: [{ text: "x", unitCents: 0.5 }] }, "#/lines/0/unitCents"],
    ["no quantity", { lines: [{ text: "x", unitCents: 1, quantity: "0" }] }, "#/lines/0/quantity"],
    [
      "a quantity that isn't text",
      { lines: [{ text: "x", unitCents: 1, quantity: 2 }] },
      "#/lines/0/quantity",
    ],
    [
      "too exact a quantity",
      { lines: [{ text: "x", unitCents: 1, quantity: "1.0001" }] },
      "#/lines/0/quantity",
    ],
    ["a huge quantity", { lines: [{ text: "x", unitCents: 1, quantity: "1000001" }] }, "#/lines/0/quantity"],
    ["a tax over 100 %", { taxes: [{ name: "Tax", percent: "100.001" }] }, "#/taxes/0/percent"],
    ["a discount of two kinds", { discount: { cents: 1, percent: "1" } }, "#/discount"],
    ["a day that isn't one", { validUntil: "2026-02-30" }, "#/validUntil"],
    ["an option that isn't there", { lines: [{ text: "x", unitCents: 1, option: 2 }] }, "#/lines/0/option"],
    ["a line that isn't there", { lines: [{ id: newLocalId(), text: "x", unitCents: 1 }] }, "#/lines/0/id"],
    ["a job that doesn't exist", { jobId: newLocalId() }, "#/jobId"],
    ["a state", { state: "approved" }, "#/state"],
  ])("is refused with %s, naming the field", async (_, over, pointer) => {
    const told = await add(over);
    expect(told.status).toBe(422);
    expect(pointers(told)).toEqual([pointer]);
    expect((await ask(key, `/estimates?jobId=${job}`)).body.data).toEqual([]);
  });

  it("is done once per Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": newLocalId() };
    const [one, two] = [
      await ask(key, "/estimates", { body: gate(), headers }),
      await ask(key, "/estimates", { body: gate(), headers }),
    ];
    expect(two.body).toEqual(one.body);
    expect(two.headers.get("idempotency-replayed")).toBe("true");
    expect((await ask(key, `/estimates?jobId=${job}`)).body.data).toHaveLength(1);
  });
});

/** A photo or video of a business, as a phone sent it. */
async function photo(by: Shop, { kind = "jpeg", isDrawn = true } = {}): Promise<string> {
  const sha256 = createHash("sha256").update(newLocalId()).digest("hex");
  await db.query(
    `insert into media_originals (account_id, sha256, file, bytes, kind, state, taken_at, received_at)
     values ($1, $2, 'f', 1, $3, 'ready', '2026-11-20T17:00:00Z', now())`,
    [by.account, sha256, kind],
  );
  for (const name of isDrawn ? ["thumb", "screen", "report"] : [])
    await db.query(
      `insert into media_derivatives (account_id, sha256, name, file, bytes, width, height)
       values ($1, $2, $3, 'f', 1, 1, 1)`,
      [by.account, sha256, name],
    );
  return sha256;
}

describe("photos of lines", () => {
  const posts = (photos: unknown, over: object = {}) => ({
    text: "Set posts",
    unitCents: 9500,
    photos,
    ...over,
  });

  it("are drafted, read, hidden, moved to another line and removed", async () => {
    const [one, two] = [await photo(shop), await photo(shop, { isDrawn: false })];
    const lines = [
      posts([{ sha256: one }, { sha256: two, isHidden: true }]),
      { text: "Latch", unitCents: 1 },
    ];
    const id = await added({ lines });
    const shown = { takenAt: "2026-11-20T17:00:00Z" };
    const { lines: saved } = await get(id);
    expect(saved.map(({ photos }: { photos: unknown }) => photos)).toEqual([
      expect.arrayContaining([
        { sha256: one, ...shown, isHidden: false, hasArrived: true },
        { sha256: two, ...shown, isHidden: true, hasArrived: false },
      ]),
      [],
    ]);
    const { rows } = await db.query("select job_id from media_jobs where sha256 = any($1)", [[one, two]]);
    expect(rows).toEqual([{ job_id: job }, { job_id: job }]);
    const [first, second] = saved as { id: string }[];
    const latch = { id: second!.id, text: "Latch", unitCents: 1 };
    // Lines that say nothing of photos keep them.
    await change(id, { lines: [{ id: first!.id, text: "Set 2 posts", unitCents: 9500 }, latch] });
    expect((await get(id)).lines[0].photos).toHaveLength(2);
    const moved = await change(id, {
      lines: [
        { id: first!.id, text: "Set 2 posts", unitCents: 9500, photos: [] },
        { ...latch, photos: [{ sha256: one }] },
      ],
    });
    expect(moved.body.lines.map(({ photos }: { photos: unknown[] }) => photos.length)).toEqual([0, 1]);
    const gone = await change(id, { lines: [{ id: first!.id, text: "Set 2 posts", unitCents: 9500 }] });
    expect(gone.body.lines.flatMap(({ photos }: { photos: unknown[] }) => photos)).toEqual([]);
  });

  it("are refused if nobody sent them, if another business did, twice, and if they are videos", async () => {
    const [own, others] = [await photo(shop), await photo(other)];
    const video = await photo(shop, { kind: "mp4" });
    const refused = async (...lines: object[]) => {
      const told = await add({ lines });
      expect(told.status).toBe(422);
      return pointers(told);
    };
    expect(await refused(posts([{ sha256: "a".repeat(64) }]))).toEqual(["#/lines/0/photos/0/sha256"]);
    expect(await refused(posts([{ sha256: others }]))).toEqual(["#/lines/0/photos/0/sha256"]);
    expect(await refused(posts([{ sha256: video }]))).toEqual(["#/lines/0/photos/0/sha256"]);
    expect(await refused(posts([{ sha256: "nonsense" }]))).toEqual(["#/lines/0/photos/0/sha256"]);
    expect(await refused(posts([{ sha256: own }]), posts([{ sha256: own }]))).toEqual([
      "#/lines/1/photos/0/sha256",
    ]);
  });
});

describe("a change", () => {
  it("sets what it names and leaves the rest; lines keep their ids", async () => {
    const id = await added();
    const before = await get(id);
    const [posts, hang] = before.lines as { id: string }[];
    const told = await change(id, {
      title: "Side gate, 5 ft",
      lines: [
        { id: hang!.id, text: "Hang the gate", quantity: "3", unitCents: 6800 },
        { text: "Haul away", unitCents: 4000 },
        { id: posts!.id, text: "Set posts", unitCents: 9500 },
      ],
    });
    expect(told).toMatchObject({
      status: 200,
      body: {
        ...{ title: "Side gate, 5 ft", taxes: before.taxes },
        lines: [
          { id: hang!.id, quantity: "3", unit: "h", isTaxable: true },
          { text: "Haul away" },
          { id: posts!.id, quantity: "2", costCents: 4000 },
        ],
      },
    });
    expect(await change(id, { discount: { percent: "10" } })).toMatchObject({
      body: { discount: { percent: "10" }, title: "Side gate, 5 ft" },
    });
    expect((await change(id, { discount: null })).body.discount).toBeNull();
  });

  it("leaves a line without a price without one, also when it is sent back as it was read", async () => {
    const id = await added({ lines: [{ text: "Set posts", unitCents: null }] });
    const { lines, problems } = await get(id);
    expect(lines).toMatchObject([{ text: "Set posts", unitCents: null, cents: 0 }]);
    expect(problems).toHaveLength(1);
    const [{ id: line, text, unitCents }] = lines as [{ id: string; text: string; unitCents: null }];
    const again = await change(id, { lines: [{ id: line, text, unitCents }] });
    expect(again.body).toMatchObject({ lines: [{ unitCents: null }], problems });
    const priced = await change(id, { lines: [{ id: line, text, unitCents: 0 }] });
    expect(priced.body).toMatchObject({ lines: [{ unitCents: 0 }], problems: [] });
  });

  it("is refused where lines would lose their option", async () => {
    const lines = [
      { text: "Cedar gate", unitCents: 1, option: 1 },
      { text: "Steel gate", unitCents: 2, option: 2 },
    ];
    const id = await added({ options: ["Cedar", "Steel"], lines });
    const told = await change(id, { options: [] });
    expect([told.status, pointers(told)]).toEqual([422, ["#/options"]]);
    const twice = (await get(id)).lines.map(({ id: line }: { id: string }) => line)[0] as string;
    const doubled = await change(id, {
      lines: [twice, twice].map((line) => ({ id: line, text: "Cedar gate", unitCents: 1 })),
    });
    expect([doubled.status, pointers(doubled)]).toEqual([422, ["#/lines/1/id"]]);
  });

  it("is applied only to what was seen", async () => {
    const id = await added();
    const tag = (await ask(key, `/estimates/${id}`)).headers.get("etag")!;
    expect((await change(id, { title: "First" }, { "If-Match": tag })).status).toBe(200);
    expect((await change(id, { title: "Second" }, { "If-Match": tag })).status).toBe(412);
    expect((await get(id)).title).toBe("First");
  });

  it("of a sent estimate waits for a person to send it; of an approved one it's refused", async () => {
    const id = await added();
    const token = await sent(id);
    expect(await get(id)).toMatchObject({
      ...{ state: "sent", version: 1, hasUnsentChanges: false },
      number: expect.stringMatching(/^EST-\d{4}-\d{3}$/) as unknown,
      versions: [{ version: 1, totalCents: 37_406 }],
    });
    expect((await change(id, { title: "Not yet sent" })).body).toMatchObject({
      ...{ state: "sent", version: 1, title: "Not yet sent", hasUnsentChanges: true },
    });
    expect((await answer(token, { do: "approve" })).status).toBe(303);
    const approved = await get(id);
    // As the client saw it, with what only we know.
    expect(approved).toMatchObject({
      ...{ state: "approved", title: "Side gate", choice: { option: 0, extras: [] } },
      ...{ totalCents: 37_406, hasUnsentChanges: false },
      lines: [{ costCents: 4000 }, {}, {}],
      answers: [{ version: 1, answer: "approved", name: "Dana Ruiz" }],
    });
    expect(await change(id, { title: "More" })).toMatchObject({
      status: 409,
      body: { type: "urn:plumbline:problem:conflict" },
    });
    expect(await get(id)).toEqual(approved);
  });
});

describe("reading", () => {
  it("lists by job, state and day, page by page", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await added({ title: `Gate ${at}` }));
    await sent(ids[2]!);
    const list = async (query: string) => (await ask(key, `/estimates?${query}`)).body;
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    expect(idsOf(await list(`jobId=${job}&state=sent`))).toEqual([ids[2]]);
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const page = (await list(`jobId=${job}&limit=2${next && `&cursor=${next}`}`)) as {
        data: { id: string }[];
        next: string | null;
      };
      seen.push(...idsOf(page));
      ({ next } = page);
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`jobId=${job}&from=2020-01-01&to=${today}`)).data).toHaveLength(5);
    expect((await list(`jobId=${job}&to=2020-01-01`)).data).toEqual([]);
    expect((await ask(key, "/estimates?from=2026-12-31&to=2026-01-01")).status).toBe(422);
    expect((await ask(key, "/estimates?state=won")).status).toBe(422);
  });

  it("leaves out estimates of removed jobs", async () => {
    const id = await added();
    await send(shop, "jobs.job", job, job, { removed: true });
    expect((await ask(key, `/estimates/${id}`)).status).toBe(404);
    expect((await ask(key, `/estimates?jobId=${job}`)).body.data).toEqual([]);
    expect(pointers(await add())).toEqual(["#/jobId"]);
  });

  it("sees and changes nothing of another business", async () => {
    const id = await added();
    const theirs = await keyFor(other);
    expect((await ask(theirs, `/estimates/${id}`)).status).toBe(404);
    expect((await ask(theirs, `/estimates/${id}`, { method: "PATCH", body: { title: "Mine" } })).status).toBe(
      404,
    );
    const told = await ask(theirs, "/estimates", { body: gate() });
    expect([told.status, pointers(told)]).toEqual([422, ["#/jobId"]]);
    expect((await ask(theirs, "/estimates")).body.data).toEqual([]);
    expect((await get(id)).title).toBe("Side gate");
    for (const nothing of ["not-an-id", newLocalId(), job])
      expect((await ask(key, `/estimates/${nothing}`)).status).toBe(404);
  });

  it("needs its scope; a key that may write only gets the id", async () => {
    const id = await added();
    const scoped = (...scopes: Scope[]) => keyFor(shop, scopes);
    const [reads, writes, jobs] = [
      await scoped("estimates:read"),
      await scoped("estimates:write"),
      await scoped("jobs:read"),
    ];
    expect((await ask(reads, "/estimates", { body: gate() })).status).toBe(403);
    expect((await ask(writes, `/estimates/${id}`)).status).toBe(403);
    expect((await ask(jobs, "/estimates")).status).toBe(403);
    const told = await ask(writes, "/estimates", { body: gate() });
    expect(Object.keys(told.body as object)).toEqual(["id"]);
    const changed = await ask(writes, `/estimates/${id}`, { method: "PATCH", body: { title: "Theirs" } });
    expect(changed).toMatchObject({ status: 200, body: { id } });
    // There is no way to send, approve or delete.
    expect((await askPlainly(key, `/estimates/${id}`, { method: "DELETE" })).status).toBe(405);
    expect((await askPlainly(key, `/estimates/${id}/send`, { method: "POST" })).status).toBe(404);
  });
});

describe("what webhooks hear", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    useOutside({ mayReachPrivate: true, twilioUrl: "", dnsServers: [] });
  });
  afterAll(() => {
    useOutside({ mayReachPrivate: false, twilioUrl: "", dnsServers: [] });
    receiver.close();
  });

  const EVENTS = ["sent", "viewed", "approved", "declined", "changes_requested"].map(
    (one) => `estimate.${one}`,
  );
  /** Events of an estimate, by its id, oldest first. */
  async function eventsOf(id: string, asked = key) {
    const all: { type: string; data: Record<string, unknown> }[] = [];
    for (let cursor = "", more = true; more;) {
      const { body } = await ask(asked, `/events?limit=100${cursor && `&cursor=${cursor}`}`);
      all.push(...(body.data as typeof all));
      ({ next: cursor, more } = body as { next: string; more: boolean });
    }
    return all.filter(({ data }) => data["estimateId"] === id);
  }

  /** A lead of the business. */
  async function lead(): Promise<string> {
    const told = await ask(key, "/leads", {
      body: {
        ...{ email: `${newLocalId()}@client.test`, name: "Dana Ruiz" },
        consent: { wording: "Send me an estimate.", source: "https://deck.test/quote" },
      },
    });
    return told.body.id as string;
  }

  it("is each change of state, once, with what it was about", async () => {
    const leadId = await lead();
    job = await addJob(shop, { leadId });
    const id = await added();
    const token = await sent(id);
    await sent(id);
    await answer(token, { do: "ask", form: newLocalId(), words: "Is hauling included?" });
    await answer(token, { do: "decline", words: "Too much" });
    await change(id, { discount: { cents: 10_000 } });
    const second = await sent(id);
    await answer(second, { do: "approve" });
    await answer(second, { do: "approve" });
    const { number } = await get(id);
    const events = await eventsOf(id);
    const about = { estimateId: id, jobId: job, number, currency: "USD" };
    const [first, cheaper] = [37_406, 27_016];
    expect(events.map(({ type, data }) => [type, data["version"], data["totalCents"]])).toEqual([
      ["estimate.sent", 1, first],
      ["estimate.viewed", 1, first],
      ["estimate.changes_requested", 1, first],
      ["estimate.declined", 1, first],
      ["estimate.sent", 2, cheaper],
      ["estimate.viewed", 2, cheaper],
      ["estimate.approved", 2, cheaper],
    ]);
    for (const { data } of events) expect(data).toMatchObject(about);
    expect(events[0]!.data).toMatchObject({ leadId, lead: { name: "Dana Ruiz" } });
    expect(events[0]!.data).not.toHaveProperty("recipientId");
    // Who answered is who the link was for, and what they typed is in the estimate.
    const { answers } = await get(id);
    expect(events.at(-1)!.data["recipientId"]).toBe(answers[0].recipientId);
    expect(JSON.stringify(await stored())).not.toMatch(/Dana|hauling|Too much/);
  });

  const stored = async () =>
    (await db.query("select * from api_events where account_id = $1", [shop.account])).rows as unknown[];

  it("is what the client chose, once they approved", async () => {
    const id = await added();
    const token = await sent(id);
    const extra = (await get(id)).lines[2].id as string;
    expect((await answer(token, { do: "approve", extras: extra, total: "46306" })).status).toBe(303);
    const events = await eventsOf(id);
    expect(events.map(({ type, data }) => [type, data["totalCents"]])).toEqual([
      ["estimate.sent", 37_406],
      ["estimate.viewed", 37_406],
      ["estimate.approved", 46_306],
    ]);
    expect(await get(id)).toMatchObject({ totalCents: 46_306, choice: { extras: [extra] } });
    const listed = (await ask(key, `/estimates?jobId=${job}&state=approved`)).body.data;
    expect(listed).toMatchObject([{ id, totalCents: 46_306 }]);
  });

  it("is nothing when the change didn't happen", async () => {
    const id = await added();
    const token = await sent(id);
    await answer(token, { do: "approve", total: "1" });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["estimate.sent"]);
  });

  it("names the lead only to who may read leads, and goes with them", async () => {
    const leadId = await lead();
    job = await addJob(shop, { leadId });
    const id = await added();
    await sent(id);
    const reads = await keyFor(shop, ["events:read", "estimates:read"]);
    expect((await eventsOf(id, reads))[0]!.data).toMatchObject({ leadId, lead: null });
    const jobs = await keyFor(shop, ["events:read", "jobs:read"]);
    expect(await eventsOf(id, jobs)).toEqual([]);
    await withAccount(shop.account, (ctx) =>
      publish(ctx, {
        type: "lead.erased",
        leadId,
        email: "dana@client.test",
        name: "Dana Ruiz",
        isTheirs: true,
      }),
    );
    expect(await eventsOf(id)).toEqual([]);
  });

  it("is delivered to a webhook, signed, with the lead only if its key may read leads", async () => {
    const leadId = await lead();
    job = await addJob(shop, { leadId });
    const { url, received } = receiver;
    const narrow = await keyFor(shop, ["webhooks:write", "estimates:read"]);
    const { body: hook } = await ask(narrow, "/webhooks", { body: { url, events: EVENTS } });
    const blind = await keyFor(shop, ["webhooks:write", "jobs:read"]);
    expect((await ask(blind, "/webhooks", { body: { url, events: EVENTS } })).status).toBe(403);
    const id = await added();
    await sent(id);
    for (const due of await dueWebhooks(100)) if (due.accountId === shop.account) await sendNext(due);
    expect(received).toHaveLength(1);
    const [{ body, signature }] = received as [(typeof received)[0]];
    const t = /t=(\d+)/.exec(signature)![1]!;
    const expected = createHmac("sha256", hook.secret as string)
      .update(`${t}.${body}`)
      .digest("hex");
    expect(signature).toBe(`t=${t},v1=${expected}`);
    expect(JSON.parse(body)).toMatchObject({
      type: "estimate.sent",
      data: {
        estimateId: id,
        jobId: job,
        version: 1,
        totalCents: 37_406,
        currency: "USD",
        leadId,
        lead: null,
      },
    });
  });
});
