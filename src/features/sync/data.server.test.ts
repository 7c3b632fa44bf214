import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Membership, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { newerRecords, takeCommands } from "./data.server.ts";
import { defineKind } from "./kinds.server.ts";
import { applyCommand, type Command, conflicts, type Fields, momentOf, seen, shown } from "./rules.ts";

const clock = testClock("2026-11-20T16:00:00Z");
const NOW = clock.now().epochMilliseconds;
const DEVICE = newId();
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  defineKind({
    kind: "test.thing",
    scope: "job",
    fields: { name: z.string().max(80, "Please keep it to 80 characters."), count: z.int(), "tag.*": z.boolean() },
    landed: async (ctx, { fields }) => {
      if (shown(fields, "name") === "breaks the database") await ctx.db.execute(sql`select * from no_such_table`);
      if (shown(fields, "name") === "is not theirs") throw new AppError("forbidden", "That is not yours to change.");
    },
  });
  defineKind({ kind: "test.place", scope: "account", isJob: true, fields: { name: z.string() } });
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

const person = (): Person => ({ id: newId(), email: `${newId()}@owner.test`, emailVerified: true });
const as = <T>(
  account: string,
  who: Person,
  work: (ctx: AccountContext) => Promise<T>,
  member: Membership = { role: "member", jobId: null },
) => withMember(account, who, member, work);
const send = async (account: string, commands: readonly unknown[], who = person(), member?: Membership) =>
  (await as(account, who, (ctx) => takeCommands(ctx, DEVICE, commands), member)).outcomes;
const records = (account: string, job: string | null = JOB, since = 0) => withAccount(account, (ctx) => newerRecords(ctx, { since, job }));
const only = async (account: string, id: string) => (await records(account)).records.find((one) => one.id === id)!;

describe("commands that arrive", () => {
  it("are held, and so they are however often they come", async () => {
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

  it("hold up none of the others when they can't be taken, and say why", async () => {
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
    const garbage = [null, 7, "x", [], {}, { id: 3 }, { ...first, id: "no" }, { ...first, sets: {} }, { ...first, capturedAt: 1e300 }];
    const outcomes = await send(account, [first, long, foreign, broken, nul, half, newer, field, huge, homeless, ...garbage, last]);
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
    // Words that look like a code for a sign are words.
    expect(await send(account, [command({ sets: { name: String.raw`C:\u0000 and \ud800` } })])).toMatchObject([{ is: "held" }]);
  });

  it("with an id that stands for something else are refused, and nothing changes", async () => {
    const account = newId();
    const one = command();
    await send(account, [one]);
    expect(await send(account, [{ ...one, sets: { name: "Other" } }])).toMatchObject([{ is: "refused", code: "conflict" }]);
    expect(await send(account, [command({ record: one.record, job: newId() })])).toMatchObject([{ is: "refused", code: "conflict" }]);
    expect(await send(account, [command({ record: one.record, kind: "test.place", job: one.record })])).toMatchObject([{ is: "refused" }]);
    expect(shown((await only(account, one.record)).fields, "name")).toBe("Deck");
  });

  it("of a business are nothing to another one, whatever ids they name", async () => {
    const [here, there] = [newId(), newId()];
    const one = command();
    await send(here, [one]);
    // The very same ids in another business are other things.
    expect(await send(there, [{ ...one, sets: { name: "Theirs" } }])).toEqual([{ id: one.id, is: "held" }]);
    expect(shown((await only(here, one.record)).fields, "name")).toBe("Deck");
    expect((await records(newId())).records).toEqual([]);
  });

  it("of a guest stay in their one job", async () => {
    const account = newId();
    const guest = { role: "guest", jobId: JOB };
    const [mine, other] = [command(), command({ job: newId() })];
    await send(account, [command({ job: other.job })]);
    expect(await send(account, [mine, other], person(), guest)).toEqual([
      { id: mine.id, is: "held" },
      { id: other.id, is: "refused", code: "not_found", why: "There is nothing here." },
    ]);
    const seenBy = (job: string | null) => as(account, person(), (ctx) => newerRecords(ctx, { since: 0, job }), guest);
    expect((await seenBy(JOB)).records.map(({ id }) => id)).toEqual([mine.record]);
    expect((await seenBy(other.job)).records).toEqual([]);
  });

  it("of a clock in the future are no later than their arrival, and those of two people are both kept", async () => {
    const account = newId();
    const made = command();
    await send(account, [made]);
    const base = seen((await only(account, made.record)).fields, ["name"]);
    const ahead = command({ record: made.record, sets: { name: "Ahead" }, replaces: base, capturedAt: NOW + 3_600_000 });
    const before = command({ record: made.record, sets: { name: "Before" }, replaces: base, capturedAt: NOW - 1_000 });
    await send(account, [ahead]);
    await send(account, [before]);
    const { fields } = await only(account, made.record);
    expect(fields["name"]!.values.map(({ value, at }) => [value, at])).toEqual([
      ["Ahead", NOW],
      ["Before", NOW - 1_000],
    ]);
    expect(conflicts(fields)).toEqual(["name"]);
  });

  it("add up to what the rules say, in any order and from two people at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: fc.constantFrom("a", "b", "c"), sees: fc.boolean(), clock: fc.nat(3) }), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat(1_000)),
        async (moves, dice) => {
          const record = newId();
          let local: Fields = {};
          const commands = moves.map(({ name, sees, clock: at }) => {
            const one = command({ record, sets: { name }, replaces: sees ? seen(local, ["name"]) : {}, capturedAt: NOW - 10 + at });
            local = applyCommand(local, one, momentOf(one, NOW), null);
            return one;
          });
          const account = newId();
          const shuffled = [...commands, ...commands].toSorted(() => dice.next().value! - 500);
          await Promise.all(shuffled.map((one) => send(account, [one])));
          const { fields } = await only(account, record);
          expect(fields["name"]!.values.map(({ by }) => by)).toEqual(local["name"]!.values.map(({ by }) => by));
          expect((await records(account)).upTo).toBe(commands.length);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("whoever asks for what is newer", () => {
  it("misses nothing while eight write", async () => {
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

  it("gets pages, each going on where the last one ended", async () => {
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

  it("gets jobs with what belongs to the whole business", async () => {
    const account = newId();
    const id = newId();
    await send(account, [command({ kind: "test.place", record: id, job: id, sets: { name: "12 Elm" } }), command({ job: id })]);
    expect((await records(account, null)).records.map(({ kind }) => kind)).toEqual(["test.place"]);
    expect((await records(account, id)).records.map(({ kind }) => kind)).toEqual(["test.thing"]);
  });
});
