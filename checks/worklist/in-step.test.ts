import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import {
  applyCommands,
  type Command,
  defineKind,
  forgetClientIn,
  shownFields,
} from "#ground/sync/public.server.ts";
import { defineProjection, listItems, rebuildItems, searchItems } from "#ground/worklist/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Membership,
  type Person,
  withAccount,
  withMember,
} from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { dayId } from "#tools/logs/ids.ts";
import { weatherId } from "#trade/weather/public.server.ts";
import { ENTRY_SEARCH } from "#tools/logs/office/find.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";

// Lists over all jobs say what the records say, whatever happens to them, in a real database under its row
// security.

const NOW = "2026-11-20T16:00:00Z";
const DATE = "2026-11-20";
const CLIENT_KIND = "test.visit";
const KINDS = ["logs.entry", "logs.weather", CLIENT_KIND];
const clock = testClock(NOW);
let test: TestDatabase;
let queue: TaskQueue;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  queue = await startTaskQueue({ tasks: weatherTasks, work: false, log: createLog("error") });
  defineKinds();
  defineKind({
    kind: CLIENT_KIND,
    scope: "job",
    fields: { leadId: z.uuid().nullable(), client: z.string().nullable(), cents: z.int().nullable() },
    personal: ["leadId", "client"],
    notForGuests: ["cents"],
  });
  defineProjection({
    kind: CLIENT_KIND,
    itemOf({ fields }) {
      const { client, cents, removed } = shownFields(fields);
      if (removed === true) return null;
      const title = typeof client === "string" ? client : "";
      return { date: DATE, title, cents: typeof cents === "number" ? cents : null, texts: [title] };
    },
  });
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

const person = (): Person => ({ id: newId(), email: `${newId()}@list.test`, emailVerified: true });
const [boss, foreman, sub] = [person(), person(), person()];
let [account, job] = ["", ""];
const OWNER: Membership = { role: "owner", jobId: null };
const MEMBER: Membership = { role: "member", jobId: null };
const guest = (): Membership => ({ role: "guest", jobId: job });
beforeEach(async () => {
  clock.set(NOW);
  [account, job] = [newId(), newId()];
  await withAccount(account, (ctx) =>
    ctx.db.execute(sql`insert into businesses_accounts (account_id, created_at) values (${account}, now())`),
  );
});

type Sent = Partial<Command> & Pick<Command, "kind" | "record" | "sets">;
async function send(who: Person | null, as: Membership, sent: Sent): Promise<string> {
  const command: Command = {
    id: newId(),
    job,
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Denver",
    media: [],
    ...sent,
  };
  const apply = (ctx: AccountContext) => applyCommands(ctx, who && newId(), [command]);
  const { outcomes } = await (who ? withMember(account, who, as, apply) : withAccount(account, apply));
  return outcomes[0]!.is;
}
const entry = (record: string, sets: Command["sets"] = {}): Sent => ({
  kind: "logs.entry",
  record,
  sets: { date: DATE, company: account, type: "work", ...sets },
});

const [NORTH, SOUTH] = [43.6, 40];
const changeJob = (sets: Command["sets"]) =>
  send(boss, OWNER, { kind: "jobs.job", record: job, sets: { name: "Miller roof", ...sets } });
const placeJob = (lat: number) => changeJob({ position: { lat, lon: -116.2, accuracy: 8, by: "phone" } });
/** Snow in the south, fog in the north. */
const readWeather = (isNorth: boolean) =>
  send(null, MEMBER, {
    kind: "logs.weather",
    record: weatherId(job, DATE),
    sets: {
      date: DATE,
      [`readings.${(isNorth ? "a" : "b").repeat(64)}`]: {
        source: "nws",
        basis: "observed",
        words: isNorth ? "Fog" : "Snow",
        lat: isNorth ? NORTH : SOUTH,
        lon: -116.2,
        fetchedAt: clock.now().toString(),
      },
    },
  });

const rows = () =>
  withAccount(
    account,
    async ({ db }) =>
      (
        await db.execute<{ id: string; kind: string; title: string; words: string }>(
          sql`select * from worklist_items where account_id = ${account} order by id`,
        )
      ).rows,
  );
const rebuild = () =>
  withAccount(account, async (ctx) => {
    for (const kind of KINDS) await rebuildItems(ctx, kind);
  });
const empty = () =>
  withAccount(account, ({ db }) => db.execute(sql`delete from worklist_items where account_id = ${account}`));

/** The rows, after checking that they can be made from the records alone. */
async function rowsInStep() {
  const kept = await rows();
  await rebuild();
  expect(await rows(), "what the records say now").toEqual(kept);
  await empty();
  await rebuild();
  expect(await rows(), "made again from nothing").toEqual(kept);
  return kept;
}

describe("a list over all jobs", () => {
  it("has what a record says after each command, and what it no longer says is gone", async () => {
    const record = newId();
    await send(foreman, MEMBER, entry(record, { text: "Poured footings", "tags.north": true }));
    expect(await rowsInStep()).toMatchObject([
      {
        id: record,
        kind: "logs.entry",
        job_id: job,
        title: "Work",
        type: "work",
        person: foreman.id,
        context: weatherId(job, DATE),
        tags: ["north"],
        words: "work poured footings north",
      },
    ]);
    await send(foreman, MEMBER, { kind: "logs.entry", record, sets: { text: "Stripped forms" } });
    expect((await rowsInStep()).map(({ words }) => words)).toEqual(["work stripped forms north"]);
    await send(foreman, MEMBER, { kind: "logs.entry", record, sets: { removed: true } });
    expect(await rowsInStep()).toEqual([]);
    await send(foreman, MEMBER, { kind: "logs.entry", record, sets: { removed: false } });
    expect(await rowsInStep()).toHaveLength(1);
  });

  it("has nothing of a command that was refused", async () => {
    expect(await send(foreman, MEMBER, entry(newId(), { date: "2027-01-01", text: "x" }))).toBe("refused");
    expect(await send(sub, guest(), entry(newId(), { text: "x" }))).toBe("refused");
    expect(await rowsInStep()).toEqual([]);
  });

  it("stays as it is when the job is taken away and brought back", async () => {
    await changeJob({ status: "active" });
    await send(foreman, MEMBER, entry(newId(), { text: "Framed" }));
    const before = await rowsInStep();
    await changeJob({ removed: true });
    expect(await rowsInStep()).toEqual(before);
    await changeJob({ removed: false });
    expect(await rowsInStep()).toEqual(before);
  });

  it("has the weather of where the job is, also when that changes", async () => {
    await readWeather(true);
    await readWeather(false);
    for (const [place, words] of [
      [NORTH, "fog"],
      [SOUTH, "snow"],
      [NORTH, "fog"],
    ] as const) {
      await placeJob(place);
      expect((await rowsInStep()).map((row) => row.words)).toEqual([words]);
    }
  });

  it("forgets a client who is erased, and finds them no more", async () => {
    const [client, other, record] = [newId(), newId(), newId()];
    const visit = (id: string, leadId: string, name: string) =>
      send(boss, OWNER, { kind: CLIENT_KIND, record: id, sets: { leadId, client: name, cents: 5_000 } });
    await visit(record, client, "Dana Ruiz");
    await visit(newId(), other, "Bo Lind");
    const found = (words: string) =>
      withMember(account, boss, OWNER, (ctx) =>
        searchItems(ctx, { kind: CLIENT_KIND }, { words, job: null, from: null, to: null, type: null }, 10),
      );
    expect(await found("ruiz")).toMatchObject([{ id: record, title: "Dana Ruiz", cents: 5_000 }]);
    await withMember(account, boss, OWNER, (ctx) => forgetClientIn(ctx, client));
    expect(await found("ruiz")).toEqual([]);
    expect((await rowsInStep()).map(({ title }) => title)).toEqual(["", "Bo Lind"]);
  });

  it("says the same after any commands, in any order, by anybody", { timeout: 120_000 }, async () => {
    const records = [newId(), newId(), newId()];
    const words = fc.constantFrom("Poured", "O’Brien’s wall", "façade", "the", "");
    const change = fc.oneof(
      fc.record({ text: words.map((text) => text || null) }),
      fc.record({ type: fc.constantFrom("work", "note", "delay") }),
      fc.record({
        crew: fc.option(
          fc.record({ company: words, trade: words, count: fc.constant(3), hours: fc.constant(8) }),
        ),
      }),
      fc.record({
        delay: fc.option(
          fc.record({
            cause: fc.constantFrom("weather", "utilities"),
            hours: fc.constant(2),
            critical: fc.boolean(),
          }),
        ),
      }),
      fc.record({ "tags.gable": fc.boolean() }),
      fc.record({ approved: fc.option(fc.boolean()) }),
      fc.record({ removed: fc.boolean() }),
    );
    const act = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constant("entry"), fc.nat(2), change, fc.nat(2)) },
      fc.tuple(fc.constant("submit"), fc.nat(2)),
      fc.tuple(fc.constant("weather"), fc.nat(1)),
      fc.tuple(fc.constant("position"), fc.nat(1)),
      fc.tuple(fc.constant("job"), fc.boolean()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
        [account, job] = [newId(), newId()];
        clock.set(NOW);
        for (const [name, which, sets, by] of acts) {
          clock.advance({ minutes: 1 });
          const record = records[Number(which)]!;
          const [who, as, company] = (
            [
              [foreman, MEMBER, account],
              [boss, OWNER, account],
              [sub, guest(), sub.id],
            ] as const
          )[by ?? 1]!;
          if (name === "entry") {
            const id = `${record.slice(0, -1)}${who === sub ? "e" : "f"}`;
            const created = { date: DATE, company, type: "work" };
            await send(who, as, {
              kind: "logs.entry",
              record: id,
              sets: { ...created, ...(sets as object) },
            });
          } else if (name === "submit")
            await send(foreman, MEMBER, {
              kind: "logs.day",
              record: dayId(job, DATE, account),
              sets: { date: DATE, company: account, state: { is: "submitted", why: null } },
            });
          else if (name === "weather") await readWeather(Boolean(which));
          else
            await (name === "job" ? changeJob({ removed: Boolean(which) }) : placeJob(which ? NORTH : SOUTH));
        }
        const kept = await rowsInStep();
        const { rows: entries } = await withAccount(account, ({ db }) =>
          db.execute<{ id: string }>(
            sql`select id from logs_entries where account_id = ${account} order by id`,
          ),
        );
        const listed = kept.filter(({ kind }) => kind === "logs.entry");
        expect(listed.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
      }),
      { numRuns: 25 },
    );
  });
});

describe("what a list shows", () => {
  const ALL = { words: "", job: null, from: null, to: null, type: null };

  it("is of the account, and not for guests, though their changes write it", async () => {
    await send(sub, guest(), entry(newId(), { company: sub.id, text: "Wires are in" }));
    await send(boss, OWNER, { kind: CLIENT_KIND, record: newId(), sets: { client: "Dana", cents: 5_000 } });
    const seen = async (who: Person, as: Membership, of = account) => {
      const counts = await withMember(of, who, as, async (ctx) => [
        (await listItems(ctx, "logs.entry", ALL, null, 10)).length,
        (await listItems(ctx, CLIENT_KIND, ALL, null, 10)).length,
        (await searchItems(ctx, ENTRY_SEARCH, { ...ALL, words: "wires" }, 10)).length,
      ]);
      return counts.join(" ");
    };
    expect(await seen(boss, OWNER)).toBe("1 1 1");
    expect(await seen(foreman, MEMBER)).toBe("1 1 1");
    expect(await seen(sub, guest())).toBe("0 0 0");
    expect(await seen(boss, OWNER, newId())).toBe("0 0 0");
  });

  it("is paged once each, the newest first, of its kind, job, days and type", async () => {
    const other = newId();
    for (const [at, date] of ["2026-11-18", "2026-11-19", "2026-11-19", "2026-11-17"].entries())
      await send(foreman, MEMBER, entry(newId(), { date, text: "x", type: at ? "work" : "note" }));
    await send(foreman, MEMBER, { ...entry(newId(), { date: "2026-11-16", text: "x" }), job: other });
    const list = (filters: Partial<typeof ALL>, after: { date: string; id: string } | null, most = 10) =>
      withMember(account, boss, OWNER, (ctx) =>
        listItems(ctx, "logs.entry", { ...ALL, ...filters }, after, most),
      );
    const all = await list({}, null);
    expect(all.map(({ date }) => date)).toEqual([
      "2026-11-19",
      "2026-11-19",
      "2026-11-18",
      "2026-11-17",
      "2026-11-16",
    ]);
    const paged = [];
    for (let after: (typeof all)[number] | null = null; ;) {
      const [next]: typeof all = await list({}, after, 1);
      if (!next) break;
      paged.push((after = next));
    }
    expect(paged).toEqual(all);
    const dates = async (filters: object) => (await list(filters, null)).map(({ date }) => date.slice(-2));
    expect(await dates({ job: other })).toEqual(["16"]);
    expect(await dates({ from: "2026-11-17", to: "2026-11-18" })).toEqual(["18", "17"]);
    expect(await dates({ type: "note" })).toEqual(["18"]);
  });
});
