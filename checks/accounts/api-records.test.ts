import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { invoiceLines } from "#tools/estimates/close/invoices.ts";
import { loader as customersCsv } from "#faces/api/quickbooks/customers.ts";
import { loader as invoicesCsv } from "#faces/api/quickbooks/invoices.ts";
import { setInvoiceSources } from "#faces/api/quickbooks/invoices.server.ts";
import { dueWebhooks, sendNext } from "#faces/api/webhooks/deliveries.server.ts";
import { listDeliveries } from "#faces/api/webhooks/webhooks.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { placesId } from "#trade/places/ids.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { withMember } from "#platform/db/scope.server.ts";
import { newId } from "#platform/db/ids.ts";
import { argsOf } from "../testing/changes.ts";
import { ask as askPlainly, keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { startReceiver } from "../testing/receiver.ts";
import { useOutside } from "#platform/outside/outside.server.ts";
import { job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Records of the business that other programs read and add, and the files for QuickBooks.

let key: string;

beforeAll(async () => {
  await startShop();
  await ensureSealingKey();
  key = await keyFor({ account: shop.account, owner: shop.who });
});
afterAll(stopShop);
beforeEach(nextJob);

const as = <T>(work: Parameters<typeof withMember<T>>[3]) =>
  withMember(shop.account, shop.who, { role: "owner", jobId: null }, work);

describe("a job by API", () => {
  it("is on everyone’s list at once, and made once however often it is sent", async () => {
    const body = {
      ...{ name: " Hale\tdeck ", address: "14 Elm Street, Denver, CO 80202", status: "quoted" },
      ...{ clientName: "Dana Hale", latitude: 39.7, longitude: -104.9, startsOn: "2026-12-07" },
      contractCents: 1_840_000,
    };
    const headers = { "Idempotency-Key": newId() };
    const made = await ask(key, "/jobs", { body, headers });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Hale deck", status: "quoted", latitude: 39.7, leadId: null, contractCents: 1_840_000 },
    });
    expect(made.headers.get("location")).toBe(`/api/v1/jobs/${made.body.id as string}`);
    expect((await ask(key, "/jobs", { body, headers })).body.id).toBe(made.body.id);
    expect((await ask(key, `/jobs/${made.body.id as string}`)).body).toEqual(made.body);
    const quoted = (await ask(key, "/jobs?status=quoted")).body.data as { name: string }[];
    expect(quoted.filter(({ name }) => name === "Hale deck")).toHaveLength(1);
  });

  it("is refused with a pointer, and a key that may not read gets its id alone", async () => {
    for (const [over, pointer] of [
      [{ name: " " }, "#/name"],
      [{ latitude: 39 }, "#/longitude"],
      [{ leadId: newId() }, "#/leadId"],
      [{ zone: "Mars/Base" }, "#/zone"],
      [{ status: "won" }, "#/status"],
      [{ more: 1 }, "#/more"],
    ] as const) {
      const { status, body } = await ask(key, "/jobs", { body: { name: "Hale deck", ...over } });
      expect([status, body.errors[0].pointer], pointer).toEqual([422, pointer]);
    }
    const writer = await keyFor({ account: shop.account, owner: shop.who }, ["jobs:write"]);
    expect((await ask(writer, "/jobs", { body: { name: "Hale deck" } })).body).toEqual({
      id: expect.any(String),
    });
    const reader = await keyFor({ account: shop.account, owner: shop.who }, ["jobs:read"]);
    expect((await ask(reader, "/jobs", { body: { name: "Hale deck" } })).status).toBe(403);
  });

  it("has notes, page by page, and places", async () => {
    for (const text of ["First", "Second", "Third"])
      expect((await ask(key, `/jobs/${job}/notes`, { body: { text: ` ${text}\r\n` } })).status).toBe(201);
    const first = await ask(key, `/jobs/${job}/notes?limit=2`);
    const rest = await ask(key, `/jobs/${job}/notes?limit=2&cursor=${first.body.next as string}`);
    const texts = [...first.body.data, ...rest.body.data].map(({ text }: { text: string }) => text);
    expect([texts, rest.body.next]).toEqual([["First", "Second", "Third"], null]);
    await send(
      shop,
      placesId(job),
      { "places.a": { at: 1, name: "Bath", level: "Level 2" }, "places.b": { at: 0, name: "Deck" } },
      "places.list",
    );
    expect((await ask(key, `/jobs/${job}/places`)).body.data).toEqual([
      { name: "Deck", level: null, words: "Deck" },
      { name: "Bath", level: "Level 2", words: "Level 2, Bath" },
    ]);
    for (const what of ["plans", "closeouts"])
      expect((await ask(key, `/jobs/${job}/${what}`)).body).toEqual({ data: [], next: null });
    for (const what of ["notes", "places", "plans", "closeouts"])
      expect((await ask(key, `/jobs/${newId()}/${what}`)).status, what).toBe(404);
  });
});

describe("other records", () => {
  it("are read with their own scopes only", async () => {
    for (const address of ["/papers", "/people", "/prices", "/drips", "/galleries", "/safety-cards"]) {
      expect((await ask(key, address)).status, address).toBe(200);
      const blind = await keyFor({ account: shop.account, owner: shop.who }, ["leads:read"]);
      expect((await ask(blind, address)).status, address).toBe(403);
    }
    expect((await ask(key, "/people")).body.data).toMatchObject([
      { id: shop.who.id, role: "owner", jobId: null },
      { role: "guest", jobId: job },
    ]);
    expect((await ask(key, `/papers/${newId()}`)).status).toBe(404);
    for (const wrong of ["cursor=x", "limit=0", "more=1"])
      for (const address of ["/papers", "/prices", "/galleries", "/safety-cards"])
        expect((await ask(key, `${address}?${wrong}`)).status, `${address} ${wrong}`).toBe(422);
  });

  it("of a lead include notes that only the business sees", async () => {
    const { body: lead } = await ask(key, "/leads", {
      body: {
        ...{ email: `${newId()}@client.test`, name: "Dana Hale" },
        consent: { wording: "Email me.", source: "https://deck.test" },
      },
    });
    const notes = `/leads/${lead.id as string}/notes`;
    const { body } = await ask(key, notes, { body: { text: "Prefers calls after 4 PM." } });
    expect((await ask(key, notes)).body.data).toMatchObject([
      { id: body.id, text: "Prefers calls after 4 PM." },
    ]);
    expect((await ask(key, notes, { body: { text: " " } })).status).toBe(422);
    expect((await askPlainly(null, notes)).status).toBe(401);
  });
});

describe("a delivery", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let hook: string;
  beforeEach(async () => {
    useOutside({ mayReachPrivate: true, twilioUrl: "", dnsServers: [] });
    receiver = await startReceiver();
    const events = ["job.added", "lead.replied"];
    hook = (await ask(key, "/webhooks", { body: { url: receiver.url, events } })).body.id as string;
  });
  afterEach(async () => {
    receiver.close();
    await ask(key, `/webhooks/${hook}`, { method: "DELETE" });
    useOutside({ mayReachPrivate: false, twilioUrl: "", dnsServers: [] });
  });
  const sendDue = async () => {
    for (const due of (await dueWebhooks(100)).filter(({ webhookId }) => webhookId === hook))
      await sendNext(due);
  };
  const deliveries = () => as((ctx) => listDeliveries(ctx, hook, { limit: 10 }));

  it("has what was sent, word for word, and how long it took", async () => {
    await ask(key, "/jobs", { body: { name: "Told by webhook" } });
    await sendDue();
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ type: "job.added", state: "delivered", tookMs: expect.any(Number) });
    expect(delivery!.body).toBe(receiver.received[0]!.body);
    // A key that may read no jobs must not read them in the log.
    const log = (await ask(key, `/webhooks/${hook}/deliveries`)).body.data;
    expect(log[0]).toMatchObject({ durationMs: delivery!.tookMs });
    expect(log[0]).not.toHaveProperty("body");
  });

  it("is gone with the lead that it’s about", async () => {
    const consent = { wording: "Email me.", source: "https://deck.test" };
    const email = `${newId()}@client.test`;
    const leadId = (await ask(key, "/leads", { body: { email, name: "Dana Hale", consent } })).body
      .id as string;
    await ask(key, `/leads/${leadId}/replied`, { method: "POST" });
    await sendDue();
    expect((await deliveries()).map(({ body }) => body)).toEqual([expect.stringContaining(email)]);
    await as((ctx) =>
      publish(ctx, { type: "lead.erased", leadId, email, name: "Dana Hale", isTheirs: false }),
    );
    expect(await deliveries()).toEqual([]);
  });
});

describe("QuickBooks", () => {
  const csv = async (loader: typeof invoicesCsv, query: string) =>
    Buffer.from(
      await (
        await loader(argsOf(shop.visitor.request(`/account/settings/quickbooks/x.csv?${query}`)))
      ).arrayBuffer(),
    ).toString();

  it("gets what was approved in these days, and its customers, byte for byte", async () => {
    const lines = [{ item: "Services", text: "Set posts", quantity: 2000, cents: 19_000 }];
    const approved = { number: "EST-2026-001", jobId: job, title: "Side gate", lines };
    const credit = { number: "CO-1", jobId: job, day: "2026-11-20", title: "Left out" };
    setInvoiceSources([
      (_, of) =>
        Promise.resolve(
          [
            { ...approved, day: "2026-11-20" },
            { ...approved, number: "EST-2026-002", day: "2026-12-01" },
            { ...credit, lines: [{ item: "Labor", text: "", cents: -500 }] },
          ].filter(({ jobId }) => of === null || jobId === of),
        ),
    ]);
    const expected = [
      "\ufeff*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Taxable",
      "EST-2026-001,14 Elm Street,11/20/2026,11/20/2026,Side gate,Services,Set posts,2,95.00,190.00,N",
      "",
    ];
    expect(await csv(invoicesCsv, "from=2026-11-01&to=2026-11-30")).toBe(expected.join("\r\n"));
    expect((await csv(invoicesCsv, `job=${job}`)).split("\r\n")).toHaveLength(4);
    expect((await csv(invoicesCsv, `job=${newId()}`)).split("\r\n")).toHaveLength(2);
    expect(await csv(customersCsv, `job=${job}`)).toBe(
      "\ufeffName,Email,Phone,Street,City,State,ZIP\r\n14 Elm Street,,,,,,\r\n",
    );
  });

  it("has one line where the client never saw prices of lines, or they don’t add up", () => {
    const line = { id: "a", place: 1, section: "", text: "Posts", quantity: 1000, unit: "", cents: 5000 };
    const estimate = {
      ...{ title: "Gate", options: [], discount: null, deposit: null, payments: [], showsPrices: true },
      lines: [{ ...line, cost: null, isTaxable: true, isOptional: false, option: 0, needsPrice: false }],
      taxes: [{ name: "Sales tax", rate: 8250 }],
    } as unknown as Parameters<typeof invoiceLines>[0];
    expect(invoiceLines(estimate, null, 5413)).toEqual([
      { item: "Services", text: "Posts", quantity: 1000, cents: 5000 },
      { item: "Sales tax", text: "", cents: 413 },
    ]);
    const one = [{ item: "Services", text: "Gate", cents: 5413 }];
    expect(invoiceLines({ ...estimate, showsPrices: false }, null, 5413)).toEqual(one);
    expect(invoiceLines(estimate, null, 9999)).toEqual([{ ...one[0], cents: 9999 }]);
  });
});
