import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notCanonical } from "#platform/canonical/canonical-json.ts";
import { type AccountContext, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { append, type Happened, historyOf, seal, sealsOf, loadStanding } from "./entries.server.ts";
import { erasePerson } from "./erase.server.ts";
import { nodeChecks } from "./verify/hashing.server.ts";
import { publicKeys, ensureSealingKey, rotateKey } from "./seal/keys.server.ts";
import { signedBytes } from "./verify/entry-bytes.ts";
import { type Entry, ERASED, lateEntries } from "./rules.ts";
import { asLines, verifyChain } from "./verify/verify-chain.ts";

const clock = testClock("2026-11-20T17:00:00Z");
const account = randomUUID();
let test: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  owner = new pg.Client(test.owner);
  await owner.connect();
  await ensureSealingKey();
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

const inAccount = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);
const note = (job: string, text: string, rest: Partial<Happened> = {}): Happened => ({
  job,
  kind: "jobs.note",
  payload: { text },
  author: null,
  ...rest,
});

async function entriesOf(job: string): Promise<Entry[]> {
  return inAccount(async (ctx) => (await Array.fromAsync(historyOf(ctx, job))).flat());
}
const problemsOf = async (job: string) =>
  (await verifyChain(asLines(await entriesOf(job)), nodeChecks)).problems;

describe("a job's history", () => {
  it("numbers concurrent appends without a gap or a fork", async () => {
    const job = randomUUID();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => inAccount((ctx) => append(ctx, note(job, `note ${at}`)))),
    );
    const entries = await entriesOf(job);
    expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(new Set(entries.map(({ previousHash }) => previousHash)).size).toBe(40);
    expect(await problemsOf(job)).toEqual([]);
  });

  it("keeps nothing of a failed transaction, and skips no number", async () => {
    const job = randomUUID();
    await inAccount((ctx) => append(ctx, note(job, "one")));
    await expect(
      inAccount(async (ctx) => {
        await append(ctx, note(job, "never was"));
        throw new Error("the note itself could not be kept");
      }),
    ).rejects.toThrow("could not be kept");
    await inAccount((ctx) => append(ctx, note(job, "two")));
    expect((await entriesOf(job)).map(({ number, payload }) => [number, payload])).toEqual([
      [1, { text: "one" }],
      [2, { text: "two" }],
    ]);
  });

  it("reads back exactly what was hashed", async () => {
    const job = randomUUID();
    const values = fc.jsonValue({ maxDepth: 5 }).filter((value) => notCanonical(value) === null);
    await fc.assert(
      fc.asyncProperty(fc.array(values, { maxLength: 8 }), async (all) => {
        await inAccount(async (ctx) => {
          for (const value of all)
            await append(ctx, { job, kind: "jobs.note", payload: { value: value as never } });
        });
      }),
      { numRuns: 30 },
    );
    expect((await entriesOf(job)).length).toBeGreaterThan(30);
    expect(await problemsOf(job)).toEqual([]);
  });

  it("refuses what can't be stored unchanged", async () => {
    const job = randomUUID();
    const refused = (happened: Partial<Record<keyof Happened, unknown>>) =>
      expect(
        inAccount((ctx) => append(ctx, { ...note(job, "x"), ...happened } as Happened)),
      ).rejects.toMatchObject({ code: "invalid" });
    const round: unknown[] = [];
    round.push(round);
    for (const value of [
      "a\0b",
      "\ud800",
      Number.NaN,
      undefined,
      1n,
      new Date(),
      round,
      { toJSON: () => 1 },
      JSON.parse('{"__proto__": 1}'),
      { 'six"': 1 },
      { "a\\": 1 },
      { "line\n": 1 },
    ])
      await refused({ payload: { value } });
    await refused({ payload: { text: "x".repeat(300_000) } });
    await refused({ kind: "evidence.sealed" });
    await refused({ kind: "Jobs" });
    await refused({ media: ["../../etc/passwd"] });
    await refused({ author: "Ana Ruiz" });
    await refused({ corrects: 1 });
    expect(await entriesOf(job)).toEqual([]);
  });

  it("keeps a corrected entry beside its correction", async () => {
    const job = randomUUID();
    const { number } = await inAccount((ctx) => append(ctx, note(job, "12 sheets")));
    await inAccount((ctx) => append(ctx, note(job, "21 sheets", { corrects: number })));
    const entries = await entriesOf(job);
    expect(entries.map(({ payload, corrects }) => [payload, corrects])).toEqual([
      [{ text: "12 sheets" }, null],
      [{ text: "21 sheets" }, 1],
    ]);
  });

  it("never dates an entry before the previous one, even if a server's clock is behind", async () => {
    const job = randomUUID();
    await inAccount((ctx) => append(ctx, note(job, "one")));
    clock.advance({ minutes: -5 });
    await inAccount((ctx) => append(ctx, note(job, "two")));
    clock.advance({ minutes: 5 });
    const [one, two] = await entriesOf(job);
    expect(two!.at).toBe(one!.at);
  });
});

describe("a seal", () => {
  it("is signed by the installation over everything so far", async () => {
    const job = randomUUID();
    await expect(inAccount((ctx) => seal(ctx, job))).rejects.toMatchObject({ code: "not_found" });
    await inAccount((ctx) => append(ctx, note(job, "one")));
    const made = await inAccount((ctx) => seal(ctx, job, "Final walk done"));
    await expect(inAccount((ctx) => seal(ctx, job))).rejects.toMatchObject({ code: "conflict" });
    expect(await inAccount((ctx) => sealsOf(ctx, job))).toEqual([made]);
    expect(await inAccount((ctx) => loadStanding(ctx, job))).toMatchObject({
      number: 2,
      sealedTo: 2,
      seals: 1,
      hash: made.hash,
    });
    const keys = await inAccount((ctx) => publicKeys(ctx.db));
    const { publicKey } = keys.find((key) => key.id === made.key)!;
    expect(nodeChecks.isSigned(publicKey, made.signature, signedBytes(made))).toBe(true);
    expect(
      nodeChecks.isSigned(publicKey, made.signature, signedBytes({ ...made, number: 1 } as typeof made)),
    ).toBe(false);
  });

  it("marks later entries about an earlier time as late", async () => {
    const job = randomUUID();
    const before = clock.now().subtract({ hours: 3 });
    await inAccount((ctx) => append(ctx, note(job, "in time", { occurredAt: before })));
    await inAccount((ctx) => seal(ctx, job));
    clock.advance({ hours: 1 });
    await inAccount((ctx) => append(ctx, note(job, "late", { occurredAt: before })));
    await inAccount((ctx) => append(ctx, note(job, "new")));
    expect(lateEntries(await entriesOf(job), await inAccount((ctx) => sealsOf(ctx, job)))).toEqual([3]);
  });

  it("uses a new key after a rotation or a new SECRET, and old keys remain", async () => {
    const job = randomUUID();
    const sealed = async () => {
      await inAccount((ctx) => append(ctx, note(job, "one more")));
      return (await inAccount((ctx) => seal(ctx, job))).key;
    };
    const first = await sealed();
    clock.advance({ minutes: 1 });
    const { id: second } = await rotateKey();
    expect(await sealed()).toBe(second);
    useSecret("another secret, after the first was lost");
    clock.advance({ minutes: 1 });
    await ensureSealingKey();
    const third = await sealed();
    useSecret("a secret for tests that is long enough");
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await inAccount((ctx) => publicKeys(ctx.db))).map(({ id }) => id)).toEqual([
      first,
      second,
      third,
    ]);
    await ensureSealingKey();
    expect(await sealed()).toBe(second);
  });

  it("reveals no private key to someone who has only the database", async () => {
    const { rows } = await owner.query<{ sealed: string }>("select sealed from evidence_keys");
    for (const { sealed } of rows)
      expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("PRIVATE KEY");
  });
});

describe("the database", () => {
  it("lets the app change or remove no entry or seal, and its owner only by the two functions", async () => {
    const job = randomUUID();
    await inAccount((ctx) => append(ctx, note(job, "one")));
    await inAccount((ctx) => seal(ctx, job));
    const tried = [
      `update evidence_entries set payload = '{"text": "two"}' where job_id = '${job}'`,
      `update evidence_entries set payload = null, salt = null where job_id = '${job}'`,
      `update evidence_entries set about = '{}' where job_id = '${job}'`,
      `delete from evidence_entries where job_id = '${job}'`,
      `update evidence_seals set number = 1 where job_id = '${job}'`,
      `delete from evidence_seals where job_id = '${job}'`,
    ];
    for (const statement of tried)
      await expect(asApp(statement), statement).rejects.toMatchObject({ code: "42501" });
    await expect(owner.query(tried[0]!)).rejects.toMatchObject({ code: "42501" });
    await expect(
      owner.query(`update evidence_entries set hash = 'x' where job_id = '${job}'`),
    ).rejects.toMatchObject({ code: "42501" });
    expect(await asApp("delete from evidence_keys")).toBe(0);
    expect(await asApp("update evidence_keys set sealed = ''")).toBe(0);
    await expect(
      asApp(`select evidence_erase('${job}', '{1}', '2026-11-20')`, "member"),
    ).rejects.toMatchObject({ code: "42501" });
    expect(await problemsOf(job)).toEqual([]);
    expect((await entriesOf(job))[0]!.payload).toEqual({ text: "one" });
  });

  it("protects other businesses' histories from appending, reading and erasing", async () => {
    const job = randomUUID();
    const person = randomUUID();
    await inAccount((ctx) => append(ctx, note(job, "ours", { about: [person] })));
    const other = randomUUID();
    expect(await withAccount(other, (ctx) => Array.fromAsync(historyOf(ctx, job)))).toEqual([]);
    expect((await withAccount(other, (ctx) => erasePerson(ctx, { person, rule: "x" }))).size).toBe(0);
    expect((await entriesOf(job))[0]!.payload).toEqual({ text: "ours" });
    const guest = { id: randomUUID(), email: "guest@client.test", emailVerified: true };
    const asGuest = <T>(jobId: string, work: (ctx: AccountContext) => Promise<T>) =>
      withMember(account, guest, { role: "guest", jobId }, work);
    expect(await asGuest(randomUUID(), (ctx) => Array.fromAsync(historyOf(ctx, job)))).toEqual([]);
    await expect(asGuest(randomUUID(), (ctx) => append(ctx, note(job, "theirs")))).rejects.toBeDefined();
    await asGuest(job, (ctx) => append(ctx, { job, kind: "jobs.note", payload: { text: "mine" } }));
    expect((await entriesOf(job)).at(-1)).toMatchObject({
      number: 2,
      author: guest.id,
      payload: { by: guest.email, text: "mine" },
    });
  });
});

async function asApp(statement: string, role?: string): Promise<number> {
  const client = new pg.Client(test.app);
  await client.connect();
  try {
    await client.query(
      `begin; set local app.account_id = '${account}'${role ? `; set local app.role = '${role}'` : ""}`,
    );
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

describe("erasing a person", () => {
  it("leaves no text or salt, a valid chain, and an entry that names the rule; what the law retains stays", async () => {
    const [job, other, person] = [randomUUID(), randomUUID(), randomUUID()];
    const photo = randomBytes(32).toString("hex");
    const until = clock.now().add({ hours: 24 * 365 });
    await inAccount(async (ctx) => {
      await append(ctx, note(job, "Zebedee called", { about: [person], media: [photo] }));
      await append(ctx, note(job, "roof dry"));
      await append(
        ctx,
        note(job, "Zebedee fell", { about: [person], retained: { by: "29 CFR 1904.33", until } }),
      );
      await append(ctx, note(other, "Zebedee paid", { about: [randomUUID(), person] }));
    });
    await inAccount((ctx) => seal(ctx, job));
    const before = await entriesOf(job);
    const done = await inAccount((ctx) =>
      erasePerson(ctx, {
        person,
        rule: "Deleted at the person’s request",
        media: (entries) => entries.flatMap(({ media }) => media),
      }),
    );
    expect([...done.keys()].sort()).toEqual([job, other].sort());
    const entries = await entriesOf(job);
    expect(entries[0]).toMatchObject({ payload: null, salt: null, hash: before[0]!.hash });
    expect(entries.slice(1, 4)).toEqual(before.slice(1, 4));
    expect(entries.at(-1)).toMatchObject({
      kind: ERASED,
      payload: {
        rule: "Deleted at the person’s request",
        entries: [1],
        media: [photo],
        kept: [
          { entry: 3, reason: "29 CFR 1904.33", until: until.toString({ smallestUnit: "millisecond" }) },
        ],
      },
    });
    expect(await problemsOf(job)).toEqual([]);
    expect(JSON.stringify(await entriesOf(other))).not.toContain("Zebedee");
    const { rows } = await owner.query("select * from evidence_entries where $1 = any(about)", [person]);
    expect(rows).toHaveLength(1);
    // A missing text without an erasure entry means that someone tampered with it.
    const quiet = entries.slice(0, -1);
    expect((await verifyChain(asLines(quiet), nodeChecks)).problems).toMatchObject([
      { entry: 1, words: expect.stringContaining("no entry says it was deleted") },
    ]);
  });
});
