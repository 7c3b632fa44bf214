import { beforeAll, describe, expect, it } from "vitest";
import { listConfidants, nameConfidants } from "#ground/businesses/public.server.ts";
import { loader as records } from "#ground/sync/device/records.ts";
import { action as commands } from "#ground/sync/device/commands.ts";
import type { Newer, Outcome, StoredRecord } from "#ground/sync/device/protocol.ts";
import * as unsigned from "#ground/sync/device/unsigned.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields, writeUnsignedTask } from "#ground/sync/public.server.ts";
import { casesOfYear } from "#tools/safety/incidents/stored/cases.server.ts";
import { INJURY, injuryOf } from "#tools/safety/incidents/stored/injury.ts";
import { NEAR_MISS, nearMissOf } from "#tools/safety/incidents/stored/near-miss.ts";
import { numberIncidentTask } from "#tools/safety/incidents/stored/number.server.ts";
import { withAccount, withMember } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, guest, job, send, shop, withShop } from "../testing/estimates.ts";

// Injuries against the real database: who reads them, and what they leave behind.

withShop("America/Denver");

let manager: Somebody;
let member: Somebody;
beforeAll(async () => {
  manager = await joined("manager");
  member = await joined("member");
});

async function joined(role: string): Promise<Somebody> {
  const one = await somebody(db, `${role}@incidents.test`);
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, $3, now())",
    [shop.account, one.who.id, role],
  );
  return one;
}

/** A word that is in nothing but the injury. */
const SECRET = "Zygomatic";
const injury = (more: Record<string, unknown> = {}) => ({
  when: { date: "2026-11-01", time: "23:50", zone: "America/Denver" },
  known: "2026-11-02T06:55:00Z",
  person: { name: `Luis ${SECRET}`, title: "Roofer" },
  what: `Fell from the ladder. ${SECRET} fracture`,
  injury: `${SECRET} fracture`,
  "parts.face": true,
  ...more,
});

async function handedIn(by: Somebody, more: Record<string, unknown> = {}): Promise<string> {
  const id = newLocalId();
  expect(await send(by, id, injury(more), INJURY)).toMatchObject({ is: "held" });
  return id;
}

async function pageOf(by: Somebody): Promise<Newer> {
  const answer = await records(argsOf(by.visitor.request(`/account/sync/records?since=0&job=${job}`)));
  return (await answer.json()) as Newer;
}
const syncedBy = async (by: Somebody, id: string): Promise<StoredRecord | undefined> =>
  (await pageOf(by)).records.find((one) => one.id === id);

const name = (...people: Somebody[]) =>
  withMember(shop.account, shop.who, { role: "owner", jobId: null }, (ctx) =>
    nameConfidants(ctx, new Set(people.map(({ who }) => who.id))),
  );
/** Ids and tokens of a person’s sessions. */
async function sessionsOf({ who }: Somebody): Promise<string[]> {
  const { rows } = await db.query<{ id: string; token: string }>(
    "select id, token from identity_sessions where user_id = $1",
    [who.id],
  );
  return rows.flatMap(({ id, token }) => [id, token]);
}

const asOwner = { role: "owner", jobId: null };

describe("an injury", () => {
  it("goes to owners and the people they name, and to nobody else, not even who handed it in", async () => {
    const id = await handedIn(member);
    expect(injuryOf(shownFields((await syncedBy(shop, id))!.fields)).name).toBe(`Luis ${SECRET}`);
    for (const other of [member, manager, guest]) expect(await syncedBy(other, id)).toBeUndefined();
    await name(manager, member);
    for (const other of [member, manager]) expect(await syncedBy(other, id)).toBeDefined();
    await name();
    for (const other of [member, manager]) expect(await syncedBy(other, id)).toBeUndefined();
  });

  it("is deleted from the devices of a person who isn’t named anymore", async () => {
    const seen = async (by: Somebody) => (await pageOf(by)).sees;
    await name(manager);
    expect(await seen(manager)).toBe("all-confidential");
    await name(member);
    expect([await seen(manager), await seen(member)]).toEqual(["all", "shared-confidential"]);
    await name();
    expect([await seen(shop), await seen(member), await seen(guest)]).toEqual([
      ...["all-confidential", "shared", "as-guest"],
    ]);
  });

  it("is answered the same when a device sends it twice, and doesn’t change afterward", async () => {
    const id = newLocalId();
    const command = {
      ...{ id: newLocalId(), kind: INJURY, record: id, job, sets: injury(), replaces: {}, media: [] },
      ...{ capturedAt: Date.now(), skew: 0, zone: "UTC" },
    };
    const body = JSON.stringify({ version: 1, device: newLocalId(), commands: [command] });
    for (let times = 2; times > 0; times--) {
      const request = member.visitor.request("/account/sync/commands", { method: "POST", body });
      const answer = (await (await commands(argsOf(request))).json()) as { outcomes: Outcome[] };
      expect(answer.outcomes).toMatchObject([{ is: "held" }]);
    }
    expect(await send(member, id, { what: "Nothing happened." }, INJURY)).toMatchObject({ is: "refused" });
    expect(await send(member, id, injury({ what: "Else" }), INJURY)).toMatchObject({ is: "refused" });
    const stored = await syncedBy(shop, id);
    expect(await send(manager, id, { what: "Else" }, INJURY, stored)).toMatchObject({ is: "refused" });
    expect(injuryOf(shownFields((await syncedBy(shop, id))!.fields)).what).toContain(SECRET);
  });

  it("has answers only from who may read it, and none from guests", async () => {
    for (const sets of [injury({ "answers.death": "no" }), injury({ closed: "2026-11-02T00:00:00Z" })])
      expect(await send(member, newLocalId(), sets, INJURY)).toMatchObject({ code: "forbidden" });
    expect(await send(guest, newLocalId(), injury(), INJURY)).toMatchObject({ is: "refused" });
    const id = await handedIn(member);
    const before = await syncedBy(shop, id);
    expect(await send(shop, id, { "answers.death": "no" }, INJURY, before)).toMatchObject({ is: "held" });
    expect(await send(shop, id, { removed: true }, INJURY, before)).toMatchObject({ code: "conflict" });
  });

  it("says only that it was written, in lists, searches and the history of the job", async () => {
    const id = await handedIn(member);
    const { rows } = await db.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'account_id' order by 1`,
    );
    const found: string[] = [];
    for (const { name: table } of rows) {
      const about = await db.query(`select from ${table} t where t::text like $1 limit 1`, [`%${SECRET}%`]);
      if (about.rowCount) found.push(table);
    }
    // Both are hidden by the database.
    expect(found).toEqual(["sync_commands", "sync_records"]);
    const { rows: entries } = await db.query<{ payload: Record<string, unknown> }>(
      "select payload from evidence_entries where job_id = $1 and kind = $2",
      [job, INJURY],
    );
    expect(entries.map(({ payload }) => Object.keys(payload).toSorted())).toEqual([
      ["by", "command", "record", "sha256"],
    ]);
    expect(entries[0]!.payload["record"]).toBe(id);
  });

  it("is hidden by the database itself from who forgets to ask", async () => {
    await handedIn(shop);
    const counted = (role: string, who: Somebody, isConfidant = false) =>
      withMember(
        shop.account,
        who.who,
        { role, jobId: role === "guest" ? job : null, isConfidant },
        async (ctx) => {
          const { rows } = await ctx.db.execute<{ records: number; commands: number }>(
            `select (select count(*)::int from sync_records where kind = '${INJURY}') as records,
                    (select count(*)::int from sync_commands where kind = '${INJURY}' and job_id = '${job}') as commands`,
          );
          return [rows[0]!.records > 0, rows[0]!.commands > 0];
        },
      );
    expect(await counted("owner", shop)).toEqual([true, true]);
    expect(await counted("manager", manager, true)).toEqual([true, true]);
    for (const [role, who] of [["manager", manager] as const, ["member", member] as const])
      expect(await counted(role, who)).toEqual([false, false]);
    expect(await counted("guest", guest)).toEqual([false, false]);
  });

  it("is named to people by owners alone, until their role changes", async () => {
    const list = () => withMember(shop.account, shop.who, asOwner, listConfidants);
    await expect(
      withMember(shop.account, manager.who, { role: "manager", jobId: null }, (ctx) =>
        nameConfidants(ctx, new Set([manager.who.id])),
      ),
    ).rejects.toMatchObject({ code: "forbidden" });
    // Nor by a statement that forgot to ask.
    await expect(
      withMember(shop.account, manager.who, { role: "manager", jobId: null }, (ctx) =>
        ctx.db.execute(
          `update businesses_members set is_confidant = true where user_id = '${member.who.id}'`,
        ),
      ),
    ).rejects.toThrow();
    expect((await list()).filter(({ isConfidant }) => isConfidant)).toEqual([]);
  });

  it("gets a number without a gap, and is a case of its year once it is decided", async () => {
    const ids = [await handedIn(member), await handedIn(member)];
    for (const id of [...ids, ids[0]!])
      await numberIncidentTask.run(
        { accountId: shop.account, id, kind: INJURY },
        Temporal.Instant.from("2026-11-02T07:00:00Z"),
      );
    const numbers = await Promise.all(
      ids.map(async (id) => injuryOf(shownFields((await syncedBy(shop, id))!.fields)).number!),
    );
    expect(numbers[0]).toMatch(/^INC-2026-\d{3}$/);
    expect(Number(numbers[1]!.slice(-3)) - Number(numbers[0]!.slice(-3))).toBe(1);
    const answers = { supervised: "yes", hurt: "yes", place: "work", preexisting: "no", exception: "none" };
    const decided = Object.entries({ ...answers, recordedBefore: "no", diagnosis: "fracture" });
    const sets = Object.fromEntries(decided.map(([key, value]) => [`answers.${key}`, value]));
    const more = {
      ...sets,
      "spells.one": { kind: "away", from: "2026-11-02", to: "2026-11-06", expectedTo: null },
    };
    expect(
      await send(
        shop,
        ids[0]!,
        { ...more, "answers.daysAway": "yes" },
        INJURY,
        await syncedBy(shop, ids[0]!),
      ),
    ).toMatchObject({ is: "held" });
    const { cases, undecided } = await withAccount(shop.account, (ctx) => casesOfYear(ctx, 2026));
    expect(cases).toMatchObject([{ number: numbers[0], outcome: "days away", daysAway: 5, where: "" }]);
    expect(undecided).toBeGreaterThan(0);
    await expect(
      withMember(shop.account, manager.who, { role: "manager", jobId: null }, (ctx) =>
        casesOfYear(ctx, 2026),
      ),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a near miss", () => {
  const TOLD = "Plywood fell past the ladder at the north side.";
  const when = { date: "2026-11-28", time: null, zone: "America/Denver" };
  const miss = { when, what: "A board slid off the roof." };
  const post = async (by: Somebody, body: object) => {
    const request = by.visitor.request("/account/sync/unsigned", {
      ...{ method: "POST", body: JSON.stringify(body) },
    });
    return unsigned.action(argsOf(request));
  };
  const queued = () =>
    db.query<{ data: Parameters<typeof writeUnsignedTask.run>[0]; text: string }>(
      "select data, j::text as text from pgboss.job j where name = $1 and data->>'job' = $2",
      [writeUnsignedTask.name, job],
    );

  it("is read by everybody of the business, and by no guest", async () => {
    const id = newLocalId();
    expect(await send(member, id, miss, NEAR_MISS)).toMatchObject({ is: "held" });
    for (const by of [shop, manager, member]) expect(await syncedBy(by, id)).toBeDefined();
    expect(await syncedBy(guest, id)).toBeUndefined();
    expect(await send(guest, newLocalId(), miss, NEAR_MISS)).toMatchObject({ is: "refused" });
    for (const more of [{ anonymous: true }, { number: "NM-2026-001" }])
      expect(await send(member, newLocalId(), { ...miss, ...more }, NEAR_MISS)).toMatchObject({
        code: "forbidden",
      });
  });

  it("sent without a name leads back to nobody, wherever one looks", async () => {
    const record = crypto.randomUUID();
    for (let times = 2; times > 0; times--)
      expect((await post(member, { kind: NEAR_MISS, record, job, sets: { when, what: TOLD } })).status).toBe(
        200,
      );
    const { rows } = await queued();
    expect(rows).toHaveLength(2);
    const mine = await sessionsOf(member);
    const traces = [member.who.id, member.who.email, ...mine];
    expect(traces.length).toBeGreaterThan(2);
    for (const { text } of rows) for (const trace of traces) expect(text).not.toContain(trace);
    // Both were the same: it is there once.
    for (const { data } of rows) await writeUnsignedTask.run(data, Temporal.Now.instant());
    await numberIncidentTask.run(
      { accountId: shop.account, id: record, kind: NEAR_MISS },
      Temporal.Now.instant(),
    );
    const stored = (await syncedBy(manager, record))!;
    expect(nearMissOf(shownFields(stored.fields))).toMatchObject({ what: TOLD, isAnonymous: true });
    expect(nearMissOf(shownFields(stored.fields)).number).toMatch(/^NM-2026-\d{3}$/);
    expect(Object.values(stored.fields).flatMap(({ values }) => values.map(({ author }) => author))).toEqual(
      Object.keys(stored.fields).map(() => null),
    );
    // Every row of every table that is about the record: none has the person, the device or the session.
    const { rows: tables } = await db.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const about: string[] = [];
    for (const { name: table } of tables) {
      const found = await db.query<{ row: string }>(
        `select t::text as row from ${table} t where t::text like $1 or t::text like $2`,
        [`%${record}%`, `%${TOLD.slice(0, 20)}%`],
      );
      for (const { row } of found.rows) {
        about.push(table);
        for (const trace of traces) expect(row, table).not.toContain(trace);
      }
    }
    expect([...new Set(about)].toSorted()).toEqual([
      "evidence_entries",
      "sync_commands",
      "sync_records",
      "worklist_items",
    ]);
    const { rows: sent } = await db.query(
      "select author_id, device_id, media from sync_commands where record_id = $1",
      [record],
    );
    for (const row of sent) expect(row).toEqual({ author_id: null, device_id: null, media: [] });
  });

  it("without a name is refused with what could tell who sent it, and from guests", async () => {
    const record = crypto.randomUUID();
    const photo = { [`photos.${"a".repeat(64)}`]: { type: "image/jpeg", at: 0 } };
    for (const [by, kind, sets, status] of [
      [member, NEAR_MISS, { ...miss, ...photo }, 422],
      [member, NEAR_MISS, { ...miss, number: "NM-2026-009" }, 422],
      [member, NEAR_MISS, { ...miss, when: { ...miss.when, date: "2999-01-01" } }, 422],
      [member, NEAR_MISS, { what: TOLD }, 422],
      [member, INJURY, injury(), 422],
      [guest, NEAR_MISS, miss, 404],
    ] as const)
      expect((await post(by, { kind, record, job, sets })).status).toBe(status);
    expect((await queued()).rows).toEqual([]);
  });
});
