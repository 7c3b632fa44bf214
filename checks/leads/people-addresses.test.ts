import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as list from "#trade/leads/list.tsx";
import { pageOfLeads, takeLead } from "#trade/leads/capture/api-leads.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { noteBadAddress, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { listPages } from "#trade/leads/page/pages.server.ts";
import * as adding from "#trade/leads/people/add.tsx";
import * as editing from "#trade/leads/people/edit.tsx";
import { foundInReplies } from "#trade/leads/people/found-in-reply.server.ts";
import { searchPeople } from "#trade/leads/search.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, database, withAccount } from "#platform/db/scope.server.ts";
import { leadPages } from "../testing/lead-pages.ts";

// A person is known by any of their addresses: on forms, in lists, in searches and through the API.

const shop = leadPages();
const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

async function add(fields: Record<string, string>): Promise<string> {
  const form = { id: newId(), way: "called", basis: "asked", name: fields["name"] ?? "" };
  const added = await adding.action(shop.argsOf("/account/leads/new", {}, shop.owner, form));
  const id = /([0-9a-f-]{36})\?added$/.exec((added as Response).headers.get("location")!)![1]!;
  await editing.action(
    shop.argsOf(`/account/leads/${id}/edit`, { leadId: id }, shop.owner, { basis: "asked", ...fields }),
  );
  return id;
}
const addressesOf = async (leadId: string) =>
  (await editing.loader(shop.argsOf(`/account/leads/${leadId}/edit`, { leadId }, shop.owner))).emails;
const ask = async (email: string, name = "Somebody") => {
  const [page] = await inside((ctx) => listPages(ctx));
  return (await capture(page!.slug, { name, email })).leadId;
};

describe("a person’s other addresses", () => {
  it("are theirs on a form: no second lead, and what they asked for goes where they asked", async () => {
    const id = await add({ name: "Ana", "email-0": "ana@a.test", "email-1": "ana@b.test" });
    expect(await ask("ANA@b.test")).toBe(id);
    expect(await addressesOf(id)).toEqual(["ana@b.test", "ana@a.test"]);
    await shop.send();
    const { rows } = await inside((ctx) =>
      ctx.db.execute(sql`select recipient from mail_messages where about_id = ${id}`),
    );
    expect(rows).toEqual([{ recipient: "ana@b.test" }]);
    // The first one again, and the page says what changed.
    expect(await ask("ana@a.test")).toBe(id);
    expect(await addressesOf(id)).toEqual(["ana@a.test", "ana@b.test"]);
    const { past } = (await shop.look(id)).story;
    expect(past.filter(({ title }) => title === "Contact details").map(({ body }) => body)).toContainEqual([
      "Main email: ana@b.test",
    ]);
  });

  it("a bounce belongs to its address; an opt-out to the person", async () => {
    const id = await add({ name: "Ben", "email-0": "ben@a.test", "email-1": "ben@b.test" });
    await inside((ctx) => noteBadAddress(ctx, id, "ben@a.test"));
    expect((await shop.look(id)).status).toBe("unreachable");
    expect(await ask("ben@b.test")).toBe(id);
    expect((await shop.look(id)).status).toBe("new");
    await inside((ctx) => unsubscribeLead(ctx, id));
    expect(await ask("ben@a.test")).toBe(id);
    expect((await shop.look(id)).status).toBe("unsubscribed");
  });

  it("typed at once on two forms, they are one person with one main address", async () => {
    const id = await add({ name: "Cat", "email-0": "cat@a.test", "email-1": "cat@b.test" });
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([ask("cat@a.test"), ask("cat@b.test"), ask("cat@b.test")]);
      expect(new Set(both)).toEqual(new Set([id]));
    }
    expect((await addressesOf(id)).toSorted()).toEqual(["cat@a.test", "cat@b.test"]);
  });

  it("are found by searches, the list and the API", async () => {
    const id = await add({
      name: "Dan O’Dea",
      "email-0": "dan@a.test",
      "email-1": "dan.odea@work.test",
      "phone-0": "303 555 5001",
      "phone-1": "303 555 5002",
    });
    const found = (words: string) =>
      inside(async (ctx) => (await searchPeople(ctx, words)).people.map((one) => one.id));
    for (const words of ["odea@work", "555-5002", "dan o'dea"]) expect(await found(words)).toEqual([id]);
    const listed = async (search: string) =>
      (
        await list.loader(shop.argsOf(`/account/leads?search=${encodeURIComponent(search)}`, {}, shop.owner))
      ).leads.map((one) => one.id);
    for (const words of ["dan.odea@work.test", "3035555002"]) expect(await listed(words)).toEqual([id]);
    expect(await listed("nobody@work.test")).toEqual([]);
    await inside(async (ctx) => {
      const [record] = await pageOfLeads(ctx, { limit: 5, email: "dan.odea@work.test" });
      expect(record?.id).toBe(id);
      const consent = { wording: "Yes", source: "x", at: ctx.now };
      const taken = await takeLead(ctx, { email: "dan.odea@work.test", name: "Dan", consent, source: {} });
      expect(taken).toEqual({ leadId: id, isNew: false });
    });
  });

  it("are found by a text to the installation’s number", async () => {
    await add({ name: "Jon", "phone-0": "303 555 5301", "phone-1": "303 555 5302" });
    for (const [number, found] of [
      ["+13035555301", [shop.account]],
      ["+13035555302", [shop.account]],
      ["+13035555303", []],
    ] as const) {
      const { rows } = await database().app.query<{ account_id: string }>(
        "select account_id from leads_accounts_of_phone($1, '+13035550000')",
        [number],
      );
      expect(rows.map((row) => row.account_id)).toEqual(found);
    }
  });

  it("come along from a phone’s contacts or a card, except what can’t be read or is somebody else’s", async () => {
    await add({ name: "Hal", "email-0": "hal@a.test" });
    const form = { id: newId(), way: "met", basis: "client", name: "Ida", phone: "303 555 5201" };
    const others = "(303) 555-5202\n303-555-5201\nIDA@work.test\nhal@a.test\nnonsense\n12";
    for (let time = 0; time < 2; time++) {
      const added = await adding.action(
        shop.argsOf("/account/leads/new", {}, shop.owner, { ...form, others }),
      );
      const id = /([0-9a-f-]{36})\?added$/.exec((added as Response).headers.get("location")!)![1]!;
      const person = await editing.loader(
        shop.argsOf(`/account/leads/${id}/edit`, { leadId: id }, shop.owner),
      );
      expect(person).toMatchObject({
        emails: ["ida@work.test"],
        phones: ["(303) 555-5201", "(303) 555-5202"],
      });
    }
  });

  it("are offered when a reply mentions them, and added with a tap, once", async () => {
    const id = await add({ name: "Fay", "email-0": "fay@a.test" });
    const other = await add({ name: "Gus", "email-0": "gus@a.test" });
    await inside((ctx) =>
      recordReply(ctx, id, {
        via: "mail",
        body: "My cell is 303.555.5101, and gus@a.test is my brother. Or fay@work.test.\n\n> Call us at (303) 555-5109",
      }),
    );
    expect((await shop.look(id)).found.map(({ shown }) => shown)).toEqual([
      "(303) 555-5101",
      "fay@work.test",
    ]);
    await shop.post(id, { do: "add-found", address: "+13035555101" });
    await shop.post(id, { do: "add-found", address: "fay@work.test" });
    await shop.post(id, { do: "add-found", address: "fay@work.test" });
    expect(await shop.look(id)).toMatchObject({ phone: "+13035555101", found: [] });
    expect(await addressesOf(id)).toEqual(["fay@a.test", "fay@work.test"]);
    // Nothing that no reply says, and nothing of somebody else.
    for (const address of ["gus@a.test", "new@a.test"])
      await shop.post(id, { do: "add-found", address }).catch(() => undefined);
    expect(await addressesOf(id)).toEqual(["fay@a.test", "fay@work.test"]);
    expect(await addressesOf(other)).toEqual(["gus@a.test"]);
    await inside((ctx) => ctx.db.execute(sql`delete from leads_addresses where lead_id = ${id}`));
    expect((await shop.look(id)).found).toHaveLength(1);
    await inside(async (ctx) => {
      const later = { ...ctx, now: ctx.now.add({ hours: 24 * 31 }) };
      expect(await foundInReplies(later, id)).toEqual([]);
    });
  });
});
