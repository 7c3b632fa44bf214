// Long because every case of a command runs against one database and one set of kinds.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
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
import { AppError } from "#platform/errors/app-error.ts";
import { newerRecords, applyCommands } from "./commands.server.ts";
import { defineKind } from "./kinds.server.ts";
import {
  applyCommand,
  type Command,
  conflicts,
  type Fields,
  momentOf,
  seen,
  shown,
  shownFields,
} from "./rules.ts";

const clock = testClock("2026-11-20T16:00:00Z");
const NOW = clock.now().epochMilliseconds;
const DEVICE = newId();
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  defineKind({
    kind: "test.thing",
    scope: "job",
    fields: {
      name: z.string().max(80, "Please keep it to 80 characters."),
      count: z.int(),
      "tag.*": z.boolean(),
    },
    mayWrite: (_, { sets }) =>
      sets["name"] === "asks first" ? { code: "forbidden", why: "Ask first." } : null,
    onApplied: async (ctx, { fields }) => {
      const name = shown(fields, "name");
      if (name === "is no number") await ctx.db.execute(sql`select ${String(name)}::int`);
      if (name === "takes too long") {
        await ctx.db.execute(sql`set local statement_timeout = 20`);
        await ctx.db.execute(sql`select pg_sleep(5)`);
      }
      if (name === "throws") throw new TypeError("a fault of ours");
      if (name === "goes away") await ctx.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      if (shown(fields, "name") === "breaks the database")
        await ctx.db.execute(sql`select * from no_such_table`);
      if (shown(fields, "name") === "is not theirs")
        throw new AppError("forbidden", "That is not yours to change.");
    },
  });
  defineKind({ kind: "test.price", scope: "account", fields: { name: z.string() } });
  defineKind({ kind: "test.place", scope: "job", isJob: true, fields: { name: z.string() } });
});
afterAll(() => test.drop());

const command = (over: Partial<Command> = {}): Command => ({
  id: newId(),
  kind: "test.thing",
  record: newId(),
  job: JOB,
  sets: { name: "Deck" },
  replaces: {},
  capturedAt: NOW,
  skew: 0,
  zone: "America/Denver",
  media: [],
  ...over,
});
const JOB = newId();
const RECORDS = Array.from({ length: 5 }, () => newId());

const person = (): Person => ({ id: newId(), email: `${newId()}@owner.test`, emailVerified: true });
const as = <T>(
  account: string,
  who: Person,
  work: (ctx: AccountContext) => Promise<T>,
  member: Membership = { role: "member", jobId: null },
) => withMember(account, who, member, work);
const send = async (account: string, commands: readonly unknown[], who = person(), member?: Membership) =>
  (await as(account, who, (ctx) => applyCommands(ctx, DEVICE, commands), member)).outcomes;
const records = (account: string, job: string | null = JOB, since = 0) =>
  withAccount(account, (ctx) => newerRecords(ctx, { since, job }));
const only = async (account: string, id: string) =>
  (await records(account)).records.find((one) => one.id === id)!;

describe("incoming commands", () => {
  it("are stored once, however often they are sent", async () => {
    const account = newId();
    const one = command();
    expect(await send(account, [one])).toEqual([{ id: one.id, is: "held" }]);
    expect(await send(account, [one, one])).toEqual([
      { id: one.id, is: "held" },
      { id: one.id, is: "held" },
    ]);
    expect((await records(account)).upTo).toBe(1);
    expect(shown((await only(account, one.record)).fields, "name")).toBe("Deck");
  });

  it("are refused one by one with a reason, without blocking the others", async () => {
    const account = newId();
    const [first, last] = [command(), command()];
    const long = command({ sets: { name: "x".repeat(81) } });
    const foreign = command({ sets: { name: "is not theirs" } });
    const broken = command({ sets: { name: "breaks the database" } });
    const nul = command({ sets: { name: "a\u0000b" } });
    const half = command({ sets: { name: "a\ud800" } });
    const newer = command({ kind: "test.unknown" });
    const field = command({ sets: { color: "red" } });
    const huge = command({ sets: { name: "y".repeat(70_000) } });
    const homeless = command({ job: null });
    const garbage = [
      null,
      7,
      "x",
      [],
      {},
      { id: 3 },
      { ...first, id: "no" },
      { ...first, sets: {} },
      { ...first, capturedAt: 1e300 },
    ];
    const outcomes = await send(account, [
      first,
      long,
      foreign,
      broken,
      nul,
      half,
      newer,
      field,
      huge,
      homeless,
      ...garbage,
      last,
    ]);
    expect(outcomes.map(({ is }) => is)).toEqual([
      "held",
      "refused",
      "refused",
      "later",
      "refused",
      "refused",
      "later",
      "later",
      "refused",
      "refused",
      ...garbage.map(() => "refused"),
      "held",
    ]);
    expect(outcomes[1]).toMatchObject({ code: "invalid", why: "Please keep it to 80 characters." });
    expect(outcomes[2]).toMatchObject({ code: "forbidden", why: "That is not yours to change." });
    const { records: stored, upTo } = await records(account);
    expect(stored.map(({ id }) => id)).toEqual([first.record, last.record]);
    expect(upTo).toBe(2);
    // Text that merely looks like an escape is stored.
    expect(await send(account, [command({ sets: { name: String.raw`C:\u0000 and \ud800` } })])).toMatchObject(
      [{ is: "held" }],
    );
  });

  it("that nothing could store are refused one by one", async () => {
    const account = newId();
    const [first, last] = [command(), command()];
    const deep = JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`) as never;
    const poisons = {
      "nested without end": command({ sets: { name: deep } }),
      "no number": command({ sets: { name: "is no number" } }),
      "upper case": command({ record: newId().toUpperCase() }),
      "upper case in what it replaces": command({ replaces: { name: [newId().toUpperCase()] } }),
      "before all clocks": command({ capturedAt: 0, skew: -1 }),
      "asked first": command({ sets: { name: "asks first" } }),
      "its own job": command({ record: JOB }),
      "too old to wait": command({ kind: "test.unknown", capturedAt: NOW - 31 * 86_400_000 }),
    };
    const waiting = {
      "too slow": command({ sets: { name: "takes too long" } }),
      "our fault": command({ sets: { name: "throws" } }),
      // Property names that every object inherits.
      "a name of the language": command({ sets: { constructor: 1, toString: 2 } }),
    };
    const sent = [first, ...Object.values(poisons), ...Object.values(waiting), last];
    const outcomes = await send(account, sent);
    const names = [...Object.keys(poisons), ...Object.keys(waiting)];
    expect(Object.fromEntries(names.map((name, at) => [name, outcomes[at + 1]!.is]))).toEqual({
      ...Object.fromEntries(Object.keys(poisons).map((name) => [name, "refused"])),
      ...Object.fromEntries(Object.keys(waiting).map((name) => [name, "later"])),
    });
    for (const outcome of outcomes)
      if (outcome.is === "refused") expect(outcome.why.length).toBeGreaterThan(8);
    expect([outcomes[0], outcomes.at(-1)]).toMatchObject([{ is: "held" }, { is: "held" }]);
    expect((await records(account)).records.map(({ id }) => id)).toEqual([first.record, last.record]);
  });

  it("are all rolled back when the database goes away midway", async () => {
    const account = newId();
    const before = command();
    await expect(send(account, [before, command({ sets: { name: "goes away" } })])).rejects.toThrow();
    expect((await records(account)).records).toEqual([]);
    expect(await send(account, [before])).toMatchObject([{ is: "held" }]);
  });

  it("are refused once a record is full", async () => {
    const account = newId();
    const record = newId();
    const big = () => command({ kind: "test.price", job: null, record, sets: { name: "x".repeat(60_000) } });
    const outcomes = await send(
      account,
      Array.from({ length: 20 }, () => big()),
    );
    const storedCount = outcomes.filter(({ is }) => is === "held").length;
    expect(storedCount).toBe(17);
    expect(outcomes.slice(storedCount).every((one) => one.is === "refused" && one.why.includes("full"))).toBe(
      true,
    );
    // Filler: records come in pages of about a megabyte.
    for (let at = 0; at < 3; at++)
      await send(account, [command({ kind: "test.price", job: null, sets: { name: "y".repeat(60_000) } })]);
    const page = await records(account, null);
    expect(page.records.map(({ id }) => id)).toContain(record);
    expect((await records(account, null, page.upTo)).more).toBe(false);
  });

  it("that reuse an id for other content are refused and change nothing", async () => {
    const account = newId();
    const one = command();
    await send(account, [one]);
    expect(await send(account, [{ ...one, sets: { name: "Other" } }])).toMatchObject([
      { is: "refused", code: "conflict" },
    ]);
    expect(await send(account, [command({ record: one.record, job: newId() })])).toMatchObject([
      { is: "refused", code: "conflict" },
    ]);
    expect(
      await send(account, [command({ record: one.record, kind: "test.place", job: one.record })]),
    ).toMatchObject([{ is: "refused" }]);
    expect(shown((await only(account, one.record)).fields, "name")).toBe("Deck");
  });

  it("of one business never touch another, whatever ids they name", async () => {
    const [here, there] = [newId(), newId()];
    const one = command();
    await send(here, [one]);
    // The same ids in another business are different records.
    expect(await send(there, [{ ...one, sets: { name: "Theirs" } }])).toEqual([{ id: one.id, is: "held" }]);
    expect(shown((await only(here, one.record)).fields, "name")).toBe("Deck");
    expect((await records(newId())).records).toEqual([]);
  });

  it("of a guest stay within their one job", async () => {
    const account = newId();
    const guest = { role: "guest", jobId: JOB };
    const [mine, other] = [command(), command({ job: newId() })];
    await send(account, [command({ job: other.job, record: other.record })]);
    expect(await send(account, [mine, other], person(), guest)).toEqual([
      { id: mine.id, is: "held" },
      {
        id: other.id,
        is: "refused",
        code: "not_found",
        why: "This isn’t part of the job you were invited to.",
      },
    ]);
    const seenBy = (job: string | null) =>
      as(account, person(), (ctx) => newerRecords(ctx, { since: 0, job }), guest);
    expect((await seenBy(JOB)).records.map(({ id }) => id)).toEqual([mine.record]);
    await expect(seenBy(other.job)).rejects.toMatchObject({ code: "not_found" });
    // Of account-level records and jobs, a guest sees only their own job.
    const places = [
      command({ kind: "test.place", record: JOB, job: JOB }),
      command({ kind: "test.place", record: other.job!, job: other.job }),
    ];
    const price = command({ kind: "test.price", job: null });
    await send(account, [...places, price]);
    expect((await seenBy(null)).records.map(({ id }) => id)).toEqual([JOB]);
    expect((await records(account, null)).records.map(({ id }) => id)).toEqual(
      [...places, price].map(({ record }) => record),
    );
    // A guest can't take over another job's record by its id, and the refusal doesn't reveal that it exists.
    const stolen = { ...command({ record: other.record }), id: newId() };
    expect(await send(account, [stolen], person(), guest)).toEqual([
      {
        id: stolen.id,
        is: "refused",
        code: "not_found",
        why: "You don’t have access to what this change belongs to.",
      },
    ]);
    expect(
      (await as(account, person(), (ctx) => newerRecords(ctx, { since: 0, job: other.job }))).records,
    ).toHaveLength(2);
  });

  it("from a clock in the future count as their arrival, and both people's values remain", async () => {
    const account = newId();
    const made = command();
    await send(account, [made]);
    const base = seen((await only(account, made.record)).fields, ["name"]);
    const ahead = command({
      record: made.record,
      sets: { name: "Ahead" },
      replaces: base,
      capturedAt: NOW + 3_600_000,
    });
    const before = command({
      record: made.record,
      sets: { name: "Before" },
      replaces: base,
      capturedAt: NOW - 1_000,
    });
    await send(account, [ahead]);
    await send(account, [before]);
    const { fields } = await only(account, made.record);
    expect(fields["name"]!.values.map(({ value, at }) => [value, at])).toEqual([
      ["Ahead", NOW],
      ["Before", NOW - 1_000],
    ]);
    expect(conflicts(fields)).toEqual(["name"]);
  });

  it("of two people who send twenty overlapping batches at once are each applied once, and everyone converges", async () => {
    const account = newId();
    const people = [person(), person()];
    const all = Array.from({ length: 60 }, (_, at) =>
      command({ record: RECORDS[at % 5]!, sets: { [`tag.t${at % 7}`]: at % 2 === 0 } }),
    );
    const lots = Array.from({ length: 20 }, (_, at) => all.filter((_, place) => (place * 7 + at) % 3 !== 0));
    const outcomes = await Promise.all(lots.map((lot, at) => send(account, lot, people[at % 2])));
    expect(outcomes.flat().every(({ is }) => is === "held")).toBe(true);
    const { records: ended, upTo } = await records(account);
    expect(upTo).toBe(all.length);
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ id: string; number: string }>(
        sql`select id, number from sync_commands order by number`,
      ),
    );
    expect(rows.map(({ number }) => Number(number))).toEqual(all.map((_, at) => at + 1));
    for (const record of RECORDS) {
      const folded = all
        .filter((one) => one.record === record)
        .reduce<Fields>((fields, one) => applyCommand(fields, one, momentOf(one, NOW), null), {});
      const { fields } = ended.find(({ id }) => id === record)!;
      expect(shownFields(fields)).toEqual(shownFields(folded));
    }
  });

  it("converge to the rules' result in any order, from two people at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: fc.constantFrom("a", "b", "c"), sees: fc.boolean(), clock: fc.nat(3) }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.infiniteStream(fc.nat(1_000)),
        async (moves, dice) => {
          const record = newId();
          let local: Fields = {};
          const commands = moves.map(({ name, sees, clock: at }) => {
            const one = command({
              record,
              sets: { name },
              replaces: sees ? seen(local, ["name"]) : {},
              capturedAt: NOW - 10 + at,
            });
            local = applyCommand(local, one, momentOf(one, NOW), null);
            return one;
          });
          const account = newId();
          const shuffled = [...commands, ...commands].toSorted(() => dice.next().value! - 500);
          await Promise.all(shuffled.map((one) => send(account, [one])));
          const { fields } = await only(account, record);
          expect(fields["name"]!.values.map(({ by }) => by)).toEqual(
            local["name"]!.values.map(({ by }) => by),
          );
          expect((await records(account)).upTo).toBe(commands.length);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("fetching newer records", () => {
  it("misses nothing while eight people write", async () => {
    const account = newId();
    const written = Array.from({ length: 8 }, () => Array.from({ length: 15 }, () => command()));
    const found = new Set<string>();
    let since = 0;
    let writing = true;
    const look = async () => {
      const { records: newer, upTo } = await records(account, JOB, since);
      for (const { id } of newer) found.add(id);
      since = upTo;
    };
    const reading = (async () => {
      while (writing) await look();
    })();
    await Promise.all(
      written.map(async (mine) => {
        for (const one of mine) await send(account, [one]);
      }),
    );
    writing = false;
    await reading;
    await look();
    expect(found.size).toBe(120);
    expect(since).toBe(120);
  });

  it("returns pages that continue where the last one ended", async () => {
    const account = newId();
    for (let at = 0; at < 12; at++)
      await send(
        account,
        Array.from({ length: 100 }, () => command()),
      );
    const ids: string[] = [];
    for (let since = 0, more = true, pages = 0; more; pages++) {
      expect(pages).toBeLessThan(5);
      const page = await records(account, JOB, since);
      ids.push(...page.records.map(({ id }) => id));
      ({ upTo: since, more } = page);
    }
    expect(new Set(ids).size).toBe(1_200);
    expect(ids).toHaveLength(1_200);
  });

  it("returns jobs with the records of the whole business", async () => {
    const account = newId();
    const id = newId();
    await send(account, [
      command({ kind: "test.place", record: id, job: id, sets: { name: "12 Elm" } }),
      command({ job: id }),
    ]);
    expect((await records(account, null)).records.map(({ kind }) => kind)).toEqual(["test.place"]);
    // Includes the job itself: a guest moved to another job has read past its count in the account list.
    expect((await records(account, id)).records.map(({ kind }) => kind)).toEqual([
      "test.place",
      "test.thing",
    ]);
  });
});
