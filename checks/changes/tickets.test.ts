import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { CHANGE, changeOf } from "#tools/changes/rules/change.ts";
import { costLinesTask } from "#tools/changes/tickets/cost-lines.server.ts";
import { loader as pdf } from "#tools/changes/tickets/pdf.ts";
import { copyTask } from "#tools/changes/tickets/copy.server.ts";
import * as page from "#tools/changes/tickets/page.tsx";
import { readTrail } from "#tools/changes/trail/trail.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { visit } from "../testing/screens.ts";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { describeCopy, TICKET, ticketOf } from "#tools/changes/tickets/ticket.ts";
import { argsOf } from "../testing/changes.ts";
import { asMember, changed, handedOver, officeOf, pageOf, reply } from "../testing/change-orders.ts";
import {
  mayMail,
  db,
  fetched,
  guest,
  nextJob,
  send,
  shop,
  startShop,
  stopShop,
} from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";

// Tickets from a device to the price of their change, against the real database.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

const ticketLine = (more: Record<string, unknown> = {}) => ({
  ...{ place: 1, category: "labor", text: "Carpenter", people: 2, quantity: 4000, unit: "hr", cents: null },
  ...more,
});
const material = ticketLine({ place: 2, category: "material", text: "Header", people: 1, unit: "each" });

/** What a person signs. */
const signature = (lines: readonly Record<string, unknown>[], agrees: "hours" | "price" = "hours") => ({
  signed: {
    ...{ at: "2026-11-28T21:10:00.000Z", agrees, statement: "I agree to what is listed here." },
    ...{ day: "2026-11-28", work: "Reframed the opening.", lines },
  },
  signer: {
    ...{ name: "Sam Hale", role: "Owner’s representative" },
    drawing: {
      width: 300,
      height: 100,
      strokes: [
        [
          [10, 50, 0],
          [150, 20, 40],
          [290, 60, 90],
        ],
      ],
    },
  },
});

async function written(change: string, more: Record<string, unknown> = {}) {
  const id = newLocalId();
  const sets = { change, day: "2026-11-28", work: "Reframed the opening.", ...more };
  const outcome = await send(shop, id, sets, TICKET);
  return { id, outcome };
}

/** Runs what the worker would. */
const added = (id: string) => costLinesTask.run({ accountId: shop.account, id }, Temporal.Now.instant());

const copied = (id: string) => copyTask.run({ accountId: shop.account, id }, Temporal.Now.instant());
const ticketNow = async (id: string) => shownFields((await fetched(shop, id))!.fields);
const mailsOf = async () =>
  (
    await db.query<{ recipient: string; text: string }>(
      "select recipient, text from mail_messages order by recipient",
    )
  ).rows;

const linesNow = async (record: string) => changeOf(shownFields((await fetched(shop, record))!.fields)).lines;

describe("a ticket", () => {
  it("is signed on a phone, and its lines become cost lines of the change, once", async () => {
    const { record } = await changed();
    const lines = [
      { id: newLocalId(), ...ticketLine() },
      { id: newLocalId(), ...material },
    ];
    const { id, outcome } = await written(record, signature(lines));
    expect(outcome).toMatchObject({ is: "held" });
    const { rows } = await db.query(
      "select 1 from pgboss.job where name = 'changes.ticket-lines' and data->>'id' = $1",
      [id],
    );
    expect(rows).not.toHaveLength(0);
    await added(id);
    await added(id);
    const now = await linesNow(record);
    expect(
      now.map(({ text, quantity, unit, category, needsPrice }) => [
        text,
        quantity,
        unit,
        category,
        needsPrice,
      ]),
    ).toEqual([
      ["Move the opening", 1000, "", "labor", undefined],
      ["Carpenter (ticket of Nov 28, 2026)", 8000, "hr", "labor", true],
      ["Header (ticket of Nov 28, 2026)", 4000, "each", "material", true],
    ]);
    // Nobody pays for hours without a price.
    expect((await handedOver(record)).shown).toMatchObject({
      errors: { change: expect.stringContaining("has no price yet") as unknown },
    });
    for (const { id: line, needsPrice: _, ...value } of now.slice(1)) {
      const sets = { [`lines.${line}`]: { ...value, cents: 6500 } };
      expect(await send(shop, record, sets, CHANGE, await fetched(shop, record))).toMatchObject({
        is: "held",
      });
    }
    await added(id);
    expect(
      (await linesNow(record)).map(({ cents }) => cents),
      "the office's price stays",
    ).toEqual([90_000, 6500, 6500]);
    const { token } = await handedOver(record);
    expect((await pageOf(token)).content.sheet.facts).toContainEqual({
      name: "Signed tickets",
      value: "Nov 28, 2026: 8 hours, signed by Sam Hale",
    });
  });

  it("without hours is refused in words", async () => {
    const { record } = await changed();
    for (const lines of [[], [{ id: newLocalId(), ...material }]])
      expect((await written(record, signature(lines))).outcome).toMatchObject({
        ...{ is: "refused", code: "invalid" },
        why: "Add who worked, and how many hours. A ticket without hours can’t be signed.",
      });
    expect(await linesNow(record)).toHaveLength(1);
  });

  it("can't change once it is signed, not even by a phone that was offline", async () => {
    const { record } = await changed();
    const { id } = await written(record);
    const before = await fetched(shop, id);
    const lines = [{ id: newLocalId(), ...ticketLine() }];
    expect(await send(shop, id, signature(lines), TICKET, before)).toMatchObject({ is: "held" });
    for (const sets of [
      { [`lines.${newLocalId()}`]: ticketLine() },
      { work: "More" },
      { removed: true },
      signature(lines),
    ])
      expect(await send(shop, id, sets, TICKET, before)).toMatchObject({
        ...{
          is: "refused",
          code: "conflict",
          why: expect.stringContaining("This ticket is signed") as unknown,
        },
      });
  });

  it("agrees to a price that takes no markup, and only managers agree to one", async () => {
    const { record } = await changed();
    const lines = [{ id: newLocalId(), ...ticketLine({ cents: 7000 }) }];
    expect(
      (await written(record, signature([{ ...lines[0]!, cents: null }], "price"))).outcome,
    ).toMatchObject({
      ...{ is: "refused", code: "invalid" },
    });
    const { id } = await written(record, signature(lines, "price"));
    await added(id);
    expect((await linesNow(record))[1]).toMatchObject({ cents: 7000, isFixed: true });
    await asMember(async () => {
      const own = newLocalId();
      const first = { change: record, day: "2026-11-28" };
      expect(
        await send(guest, own, { ...first, [`lines.${newLocalId()}`]: ticketLine({ cents: 1 }) }, TICKET),
      ).toMatchObject({
        ...{ is: "refused", code: "forbidden" },
      });
      expect(await send(guest, own, { ...first, ...signature(lines, "price") }, TICKET)).toMatchObject({
        ...{ is: "refused", code: "forbidden" },
      });
      expect(
        await send(guest, own, { ...first, ...signature([{ ...lines[0]!, cents: null }]) }, TICKET),
      ).toMatchObject({
        is: "held",
      });
    });
  });

  it("that comes after the change was approved isn't in it, and the office says so", async () => {
    const { record } = await changed();
    await reply((await handedOver(record)).token);
    const lines = [{ id: newLocalId(), ...ticketLine() }];
    const { signed, signer } = signature(lines);
    const { id } = await written(record, { signer, signed: { ...signed, at: "2099-01-01T00:00:00.000Z" } });
    await added(id);
    expect(await linesNow(record)).toHaveLength(1);
    const { tickets } = (await officeOf(record)) as { tickets: { about: string }[] };
    expect(tickets.map(({ about }) => about)).toEqual([
      "8 hours, signed by Sam Hale, price not agreed to, after the change was approved, so it isn’t in it: add a new change for it",
    ]);
  });

  it("is emailed as it was signed to whoever signed it and to the owner, once", async () => {
    const { record } = await changed();
    const { id } = await written(record, {
      ...signature([{ id: newLocalId(), ...ticketLine() }]),
      copyTo: "sam@client.test",
    });
    await mayMail();
    await db.query("delete from mail_messages");
    await Promise.all([copied(id), copied(id)]);
    await copied(id);
    const mails = await mailsOf();
    expect(mails.map(({ recipient }) => recipient)).toEqual(["owner@estimates.test", "sam@client.test"]);
    expect(mails[0]!.text).toContain("8 hours, signed by Sam Hale");
    expect(mails[0]!.text).toContain("The copy went to sam@client.test too.");
    expect(mails[1]!.text).toContain("your copy of the ticket that you signed");
    const token = /\/s\/([\w-]+)/.exec(mails[1]!.text)![1]!;
    const { shown } = await visit(new Visitor(), page, `/s/${token}/ticket`, { token });
    expect(JSON.stringify(shown)).toContain("Ticket of Nov 28, 2026");
    expect(await ticketNow(id)).toMatchObject({ copied: { to: "sam@client.test", is: "sent" } });
    const trail = await withAccount(shop.account, (ctx) => readTrail({ ...ctx, user: shop.who }, record));
    expect(trail.page).toContain("Ticket of Nov 28, 2026");
    expect(trail.ids).toContain(id);
  });

  it("goes to the owner alone without an address, and to one that is given later", async () => {
    const { record } = await changed();
    const { id } = await written(record, signature([{ id: newLocalId(), ...ticketLine() }]));
    await mayMail();
    await db.query("delete from mail_messages");
    await copied(id);
    expect((await mailsOf()).map(({ recipient }) => recipient)).toEqual(["owner@estimates.test"]);
    const later = { copyTo: "late@client.test" };
    expect(await send(shop, id, later, TICKET, await fetched(shop, id))).toMatchObject({ is: "held" });
    await copied(id);
    await copied(id);
    expect((await mailsOf()).map(({ recipient }) => recipient)).toEqual([
      "late@client.test",
      "owner@estimates.test",
    ]);
    const forged = { copied: { to: "x@client.test", is: "sent", words: "" } };
    expect(await send(shop, id, forged, TICKET, await fetched(shop, id))).toMatchObject({
      code: "forbidden",
    });
    expect(await send(shop, id, { copyTo: "nobody" }, TICKET)).toMatchObject({ is: "refused" });
  });

  it("says why its copy wasn't sent, and isn't sent before it is signed", async () => {
    const { record } = await changed();
    const unsigned = await written(record, { copyTo: "sam@client.test" });
    await mayMail();
    await db.query("delete from mail_messages");
    await copied(unsigned.id);
    expect(await mailsOf()).toEqual([]);
    const { id } = await written(record, {
      ...signature([{ id: newLocalId(), ...ticketLine() }]),
      copyTo: "sam@client.test",
    });
    await db.query("update identity_users set email_verified = false where id = $1", [shop.who.id]);
    await copied(id);
    expect(await mailsOf()).toEqual([]);
    const ticket = ticketOf(await ticketNow(id));
    expect(describeCopy(ticket)).toBe(
      "The signed copy for sam@client.test wasn’t sent. Verify your email address first. Then we can email others for you.",
    );
  });

  it("is a PDF with what was signed", async () => {
    const { record } = await changed();
    const lines = [{ id: newLocalId(), ...ticketLine({ cents: 6500 }) }];
    const { id } = await written(record, signature(lines, "price"));
    const paper = await pdf(argsOf(shop.visitor.request(`/account/changes/tickets/${id}`), { ticketId: id }));
    const [page = ""] = await pagesOf(new Uint8Array(await paper.arrayBuffer()));
    for (const words of [
      "Ticket of Nov 28, 2026",
      "PCO-001",
      "Carpenter",
      "2 × 4 hr",
      "8 hours",
      "$520.00",
      "I agree to what is listed here.",
      "Sam Hale",
    ])
      expect(page).toContain(words);
  });
});
