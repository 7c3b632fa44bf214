// Long because all that two people can have is compared before a merge, after it, and after its undo.
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as merging from "#faces/today/lead/merge.tsx";
import { personColumns } from "#ground/events/public.server.ts";
import { type Json, applyCommands, findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { listenForClients } from "#trade/jobs/listeners.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { findLeadByEmail, recordReply } from "#trade/leads/data.server.ts";
import { noteBadAddress, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { addNote } from "#trade/leads/history/notes.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { personalDataOf } from "#trade/leads/personal-data/personal-data.server.ts";
import * as adding from "#trade/leads/people/add.tsx";
import { purgeMerges, undoableMerges } from "#trade/leads/people/merged.server.ts";
import { mayText } from "#trade/leads/public.server.ts";
import { unsubscribeToken } from "#trade/leads/preferences/tokens.server.ts";
import { action as preferences } from "#trade/leads/preferences/unsubscribe.tsx";
import { capture } from "#trade/leads/testing/capture.ts";
import { listPages } from "#trade/leads/page/pages.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount, withMember } from "#platform/db/scope.server.ts";
import { leadPages } from "../testing/lead-pages.ts";

// Two entries about one person become one, with a preview, and two again within a day.

const shop = leadPages();
const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

beforeAll(() => {
  defineJobs();
  listenForClients();
});

async function ask(email: string, name: string): Promise<string> {
  const [page] = await inside((ctx) => listPages(ctx));
  return (await capture(page!.slug, { name, email })).leadId;
}
async function add(fields: Record<string, string>): Promise<string> {
  const form = { id: newId(), way: "called", basis: "asked", ...fields };
  const added = await adding.action(shop.argsOf("/account/leads/new", {}, shop.owner, form));
  if (!(added instanceof Response)) throw new Error(JSON.stringify(added.data));
  return /([0-9a-f-]{36})\?added$/.exec(added.headers.get("location")!)![1]!;
}
const path = (leadId: string) => `/account/leads/${leadId}/merge`;
const merge = (leadId: string, other: string, fields: Record<string, string> = {}) =>
  merging.action(shop.argsOf(path(leadId), { leadId }, shop.owner, { do: "merge", with: other, ...fields }));
async function undo(leadId: string) {
  const [last] = await inside((ctx) => undoableMerges(ctx, leadId));
  return merging.action(
    shop.argsOf(path(leadId), { leadId }, shop.owner, { do: "undo", merge: last?.id ?? newId() }),
  );
}
const preview = (leadId: string, query: string) =>
  merging.loader(shop.argsOf(`${path(leadId)}?${query}`, { leadId }, shop.owner));
const locationOf = (answer: unknown) => (answer as Response).headers.get("location");

/** Every row about these leads, in every table that names leads, except what a merge itself notes. */
async function everythingOf(leadIds: readonly string[]): Promise<Record<string, unknown>> {
  const ids = sql`any(${sql.param([...leadIds])}::uuid[])`;
  return inside(async (ctx) => {
    const all: Record<string, unknown> = {};
    const read = async (name: string, query: ReturnType<typeof sql>) => {
      const { rows } = await ctx.db.execute<{ row: unknown }>(query);
      all[name] = rows.map(({ row }) => row);
    };
    await read("leads", sql`select to_jsonb(l) as row from leads l where id = ${ids} order by id`);
    for (const { table, column } of personColumns()) {
      const [name, person] = [
        sql.identifier(getTableName(table)),
        sql.identifier(getTableColumns(table)[column]!.name),
      ];
      const noted =
        getTableName(table) === "leads_happenings" ? sql`and what not in ('merged', 'unmerged')` : sql``;
      await read(
        getTableName(table),
        sql`select to_jsonb(t) - 'changed_at' as row from ${name} t where ${person} = ${ids} ${noted} order by to_jsonb(t)::text`,
      );
    }
    await read(
      "sequences_steps",
      sql`select to_jsonb(s) as row from sequences_steps s
           where enrolment_id in (select id from sequences_enrolments where lead_id = ${ids}) order by to_jsonb(s)::text`,
    );
    return all;
  });
}

async function writeJob(job: string, sets: Record<string, Json>): Promise<void> {
  const command = {
    ...{ id: newId(), kind: "jobs.job", record: job, job, replaces: {}, sets, media: [] },
    ...{ capturedAt: Date.parse("2026-11-20T17:00:00Z"), skew: 0, zone: "UTC" },
  };
  const { outcomes } = await withMember(
    shop.account,
    shop.owner.person,
    { role: "owner", jobId: null },
    (ctx) => applyCommands(ctx, newId(), [command]),
  );
  expect(outcomes).toMatchObject([{ is: "held" }]);
}
const clientOf = (job: string) =>
  inside(async (ctx) => shownFields((await findStoredRecord(ctx, job))!.fields)["leadId"]);

describe("merging two people", () => {
  it("offers who has the same name or number, shows what they have together, and merges them", async () => {
    const kept = await add({ name: "Ana Ruiz", phone: "303 555 4001", email: "ana@a.test" });
    const gone = await add({ name: "Ana M. Ruiz", phone: "303 555 4002", email: "ana@b.test" });
    await inside((ctx) => addNote(ctx, gone, "Gate code 1234"));
    const job = newId();
    await writeJob(job, { name: "Ana’s deck", leadId: gone, status: "active" });
    expect((await preview(kept, "")).people).toEqual([
      { id: gone, name: "Ana M. Ruiz", contact: "ana@b.test, (303) 555-4002" },
    ]);
    expect((await preview(kept, "search=nobody-here")).people).toEqual([]);
    const { differences, together, refused } = (await preview(kept, `with=${gone}`)).preview!;
    expect(differences.map(({ field, kept: one, gone: other }) => [field, one, other])).toEqual([
      ["name", "Ana Ruiz", "Ana M. Ruiz"],
      ["email", "ana@a.test", "ana@b.test"],
      ["phone", "(303) 555-4001", "(303) 555-4002"],
    ]);
    expect(together).toEqual(
      expect.arrayContaining([
        ["Email", ["ana@a.test", "ana@b.test"]],
        ["Phone", ["(303) 555-4001", "(303) 555-4002"]],
        ["Jobs", ["Ana’s deck, with its estimates and documents"]],
        ["History", ["1 note"]],
      ]),
    );
    expect(refused).toEqual([]);

    const choice = { name: "gone", email: "kept", phone: "gone" };
    expect(locationOf(await merge(kept, gone, choice))).toBe(`/account/leads/${kept}?merged`);
    // The same button twice.
    expect(locationOf(await merge(kept, gone, choice))).toBe(`/account/leads/${kept}?merged`);
    const page = await shop.look(kept);
    expect(page).toMatchObject({ name: "Ana M. Ruiz", email: "ana@a.test", phone: "+13035554002" });
    expect(page.merges).toMatchObject([{ name: "Ana M. Ruiz" }]);
    expect(page.jobs.map(({ id }) => id)).toEqual([job]);
    expect(await clientOf(job)).toBe(kept);
    expect(page.story.past.some(({ quote }) => quote === "Gate code 1234")).toBe(true);
    await inside(async (ctx) => expect((await findLeadByEmail(ctx, "ana@b.test"))?.id).toBe(kept));
    // Links to the one that went find the other.
    expect(locationOf(await shop.look(gone).catch((error: unknown) => error))).toBe(`/account/leads/${kept}`);
  });

  it("is undone within a day: both are as they were, to the last row", async () => {
    const kept = await ask("dana@a.test", "Dana");
    const gone = await ask("dana@b.test", "Dana Q");
    await shop.send();
    await inside(async (ctx) => {
      await ctx.db.execute(
        sql`update leads set phone = '+13035554101', value_cents = 100 where id = ${kept}`,
      );
      await ctx.db.execute(
        sql`update leads set phone = '+13035554102', value_cents = 200 where id = ${gone}`,
      );
      for (const lead of [kept, gone])
        for (const times of [1, 2])
          await ctx.db.execute(sql`
            insert into events_deeds (account_id, lead_id, what, about, first_at, last_at, times)
            values (${ctx.account.id}, ${lead}, ${lead === gone && times === 2 ? "read" : "clicked"}, '', now(), now(), ${times})
            on conflict do nothing`);
      await ctx.db.execute(sql`
        insert into leads_addresses (account_id, lead_id, channel, address, at)
        values (${ctx.account.id}, ${gone}, 'text', '+13035554101', now()), (${ctx.account.id}, ${gone}, 'mail', 'dana@c.test', now())`);
      await ctx.db.execute(sql`
        insert into leads_consents (account_id, id, lead_id, channel, wording_version, wording, source, at)
        values (${ctx.account.id}, gen_random_uuid(), ${gone}, 'text', '1', 'Text me', '/p/x', now())`);
    });
    const job = newId();
    await writeJob(job, { name: "Dana’s porch", leadId: gone, status: "active" });
    const before = await everythingOf([kept, gone]);
    await merge(kept, gone, { name: "gone", email: "gone", phone: "gone", value: "gone" });
    const merged = await everythingOf([kept]);
    expect(merged["leads"]).toMatchObject([
      { name: "Dana Q", email: "dana@b.test", phone: "+13035554102", value_cents: 200 },
    ]);
    expect((await everythingOf([gone]))["leads"]).toEqual([]);
    const addresses = merged["leads_addresses"] as { address: string }[];
    expect(addresses.map(({ address }) => address).toSorted()).toEqual([
      "+13035554101",
      "dana@a.test",
      "dana@c.test",
    ]);
    expect(merged["events_deeds"]).toMatchObject([{ what: "clicked", times: 2 }, { what: "read" }]);

    shop.clock.advance({ hours: 23 });
    expect(locationOf(await undo(kept))).toBe(`/account/leads/${kept}?separated`);
    expect(await everythingOf([kept, gone])).toEqual(before);
    expect(await clientOf(job)).toBe(gone);
    expect((await shop.look(gone)).name).toBe("Dana Q");
    // And again, the other way around.
    await merge(gone, kept);
    expect((await shop.look(gone)).name).toBe("Dana Q");
  });

  it("can’t be undone after a day; what it saved is deleted then, and old links still work", async () => {
    const kept = await add({ name: "Late One" });
    const gone = await add({ name: "Late Two" });
    await merge(kept, gone);
    shop.clock.advance({ hours: 25 });
    expect(await undo(kept)).toMatchObject({ init: { status: 404 } });
    expect((await shop.look(kept)).merges).toEqual([]);
    await purgeMerges();
    const { rows } = await inside((ctx) =>
      ctx.db.execute(sql`select before from leads_merges where gone_id = ${gone}`),
    );
    expect(rows).toEqual([{ before: null }]);
    expect(locationOf(await shop.look(gone).catch((error: unknown) => error))).toBe(`/account/leads/${kept}`);
  });

  it("sends nothing twice: in the same follow-up, only the one that got further goes on", async () => {
    const kept = await ask("eve@a.test", "Eve");
    shop.clock.advance({ hours: 1 });
    await shop.send();
    shop.clock.advance({ hours: 96 });
    await shop.send();
    const gone = await ask("eve@b.test", "Eve");
    const running = (leadId: string) =>
      inside(
        async (ctx) =>
          (
            await ctx.db.execute<{ stop_reason: string | null }>(
              sql`select stop_reason from sequences_enrolments where lead_id = ${leadId} order by started_at`,
            )
          ).rows,
      );
    const before = await everythingOf([kept, gone]);
    // From the one who is behind: the one that went is further.
    await merge(gone, kept);
    expect((await running(gone)).map((row) => row.stop_reason)).toEqual([
      null,
      "they get it already, under their other address",
    ]);
    await undo(gone);
    expect(await everythingOf([kept, gone])).toEqual(before);
    await merge(gone, kept);
    for (let week = 0; week < 6; week++) {
      shop.clock.advance({ hours: 24 * 7 });
      await shop.send();
    }
    const { rows } = await inside((ctx) =>
      ctx.db.execute<{ subject: string }>(
        sql`select subject from mail_messages where about_id = ${gone} and state = 'sent' and kind = 'followup'`,
      ),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ subject }) => subject)).size).toBe(rows.length);
  });

  it("stops what one of them answered or settled under the other name", async () => {
    const kept = await ask("finn@a.test", "Finn");
    const gone = await add({ name: "Finn" });
    shop.clock.advance({ hours: 1 });
    await inside((ctx) => recordReply(ctx, gone, { via: "mail", body: "Call me" }));
    await merge(kept, gone);
    expect((await shop.look(kept)).status).toBe("replied");
    const { rows } = await inside((ctx) =>
      ctx.db.execute(sql`select stop_reason from sequences_enrolments where lead_id = ${kept}`),
    );
    expect(rows).toEqual([{ stop_reason: "they replied" }]);
    await undo(kept);
    const after = await inside((ctx) =>
      ctx.db.execute(sql`select stop_reason from sequences_enrolments where lead_id = ${kept}`),
    );
    expect(after.rows).toEqual([{ stop_reason: null }]);
  });
});

describe("what a merged person refused", () => {
  it("stays refused, whichever address is the main one", async () => {
    const kept = await ask("gus@a.test", "Gus");
    const gone = await ask("gus@b.test", "Gus");
    await inside((ctx) => unsubscribeLead(ctx, gone));
    expect((await preview(kept, `with=${gone}`)).preview!.refused).toEqual([
      "They unsubscribed, so they get no email at any address.",
    ]);
    await merge(kept, gone, { email: "kept" });
    expect((await shop.look(kept)).status).toBe("unsubscribed");
    shop.clock.advance({ hours: 24 * 30 });
    await shop.send();
    const sent = () =>
      inside((ctx) =>
        ctx.db.execute(sql`select id from mail_messages where about_id = ${kept} and sent_at is not null`),
      );
    expect((await sent()).rows).toEqual([]);
    await undo(kept);
  });

  it("counts for both after an undo, if they refused in between by a link in either one’s email", async () => {
    const kept = await ask("hal@a.test", "Hal");
    const gone = await ask("hal@b.test", "Hal");
    await merge(kept, gone);
    const request = new Request("http://localhost:3000/x", { method: "POST", body: new URLSearchParams() });
    await preferences({ params: { token: unsubscribeToken(shop.account, gone) }, request } as never);
    expect((await shop.look(kept)).status).toBe("unsubscribed");
    await undo(kept);
    for (const lead of [kept, gone]) expect((await shop.look(lead)).status).toBe("unsubscribed");
    shop.clock.advance({ hours: 24 * 30 });
    await shop.send();
    const { rows } = await inside((ctx) =>
      ctx.db.execute(
        sql`select id from mail_messages where about_id in (${kept}, ${gone}) and sent_at is not null`,
      ),
    );
    expect(rows).toEqual([]);
  });

  it("a yes to texts is for its number only", async () => {
    const kept = await add({ name: "Ida", phone: "303 555 4201", texts: "yes" });
    const gone = await add({ name: "Ida", phone: "303 555 4202" });
    const texting = (leadId: string) =>
      inside(async (ctx) => (await mayText(ctx, [leadId])).get(leadId)?.refusal);
    expect(await texting(kept)).toBeNull();
    await merge(kept, gone, { phone: "gone" });
    expect(await texting(kept)).not.toBeNull();
    await undo(kept);
    expect(await texting(kept)).toBeNull();
  });

  it("private stays private, and a bounce belongs to its address", async () => {
    const kept = await add({ name: "Jo", email: "jo@a.test" });
    const gone = await add({ name: "Jo", email: "jo@b.test", basis: "private" });
    await inside((ctx) => noteBadAddress(ctx, kept, "jo@a.test"));
    await merge(kept, gone, { email: "gone" });
    const page = await shop.look(kept);
    expect(page).toMatchObject({ email: "jo@b.test", mayFollowUp: false, status: "new" });
  });

  it("waits for people who have yet to confirm their address", async () => {
    const kept = await add({ name: "Kim" });
    const gone = await add({ name: "Kim", email: "kim@b.test" });
    await inside((ctx) => ctx.db.execute(sql`update leads set unconfirmed_since = now() where id = ${gone}`));
    expect(await merge(kept, gone)).toMatchObject({ init: { status: 409 } });
    expect(await merge(kept, kept)).toMatchObject({ init: { status: 422 } });
    expect(await merge(kept, newId())).toMatchObject({ init: { status: 404 } });
  });
});

describe("a merged person’s data", () => {
  it("is shown and erased whole, under both names", async () => {
    const kept = await add({ name: "Lou Zebra", email: "lou@a.test" });
    const gone = await add({ name: "Lou Zebra", email: "louzebra@b.test", phone: "303 555 4301" });
    const job = newId();
    await writeJob(job, { name: "Porch", leadId: gone, clientName: "Lou Zebra", status: "active" });
    await merge(kept, gone);
    const data = JSON.stringify(await inside((ctx) => personalDataOf(ctx, kept)));
    expect(data).toContain("louzebra@b.test");
    expect(data).toContain("two entries about you became one");
    expect(await eraseLeadWithRetry(shop.account, kept)).toBe(true);
    const { rows } = await inside((ctx) =>
      ctx.db.execute<{ rows: string }>(sql`
        select to_jsonb(m)::text as rows from leads_merges m where lead_id = ${kept}
         union all select to_jsonb(e)::text from evidence_entries e where e.payload::text ilike '%zebra%' or e.about @> array[${gone}::uuid] and e.payload is not null
         union all select to_jsonb(r)::text from sync_records r where r.fields::text ilike '%zebra%'
         union all select to_jsonb(l)::text from leads l where l.name ilike '%zebra%'
         union all select to_jsonb(h)::text from leads_happenings h where h.words ilike '%zebra%'`),
    );
    expect(rows).toEqual([]);
  });
});
