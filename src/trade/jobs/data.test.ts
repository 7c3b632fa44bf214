import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Command, applyCommands } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Membership, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { eraseClient } from "./data.server.ts";
import { defineJobs } from "./kinds.server.ts";
import { findJob, isOpen, listJobs, STATUS_WORDS } from "./public.server.ts";

// Commands of jobs, from the entry point that all commands use, to the rows that other rooms read.

const clock = testClock("2026-11-20T16:00:00Z");
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  defineJobs();
});
afterAll(() => test.drop());

const person = (): Person => ({ id: newId(), email: `${newId()}@owner.test`, emailVerified: true });

async function send(
  account: string,
  job: string,
  sets: Command["sets"],
  over: Partial<Command> & { member?: Membership; who?: Person } = {},
) {
  const { member = { role: "member", jobId: null }, who = person(), ...rest } = over;
  const command: Command = {
    id: newId(),
    kind: "jobs.job",
    record: job,
    job,
    sets,
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Denver",
    media: [],
    ...rest,
  };
  const { outcomes } = await withMember(account, who, member, (ctx) =>
    applyCommands(ctx, newId(), [command]),
  );
  return { ...outcomes[0]!, id: command.id };
}

describe("photos of a note", () => {
  const hash = "cd".repeat(32);
  const photos = (value: unknown, name = `photos.${hash}`) => ({ [name]: value }) as Command["sets"];
  const note = () => ({ kind: "jobs.note", record: newId(), media: [hash] });

  it("can be added without text, are linked to the job, and can be removed", async () => {
    const [account, job] = [newId(), newId()];
    await send(account, job, { name: "Miller roof" });
    const taken = await send(
      account,
      job,
      { ...photos({ type: "image/jpeg", at: 1_795_000_000_000 }), occurredAt: null },
      note(),
    );
    expect(taken.is).toBe("held");
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute(sql`select job_id from media_jobs where sha256 = ${hash}`),
    );
    expect(rows).toEqual([{ job_id: job }]);
    expect((await send(account, job, photos(null), note())).is).toBe("held");
    expect((await send(account, job, { place: { lat: 43.6, lon: -116.2, accuracy: 9 } }, note())).is).toBe(
      "held",
    );
  });

  it("are refused with an invalid hash, value or place", async () => {
    const [account, job] = [newId(), newId()];
    await send(account, job, { name: "Miller roof" });
    const good = { type: "image/jpeg", at: 1 };
    for (const sets of [
      photos(good, "photos.roof"),
      photos(good, `photos.${"AB".repeat(32)}`),
      photos({ ...good, owner: "me" }),
      photos({ ...good, at: -1 }),
      photos({ ...good, at: 1e18 }),
      photos({ ...good, type: "x".repeat(101) }),
      photos("a photo"),
      { place: { lat: 91, lon: 0, accuracy: 1 } },
      { place: { lat: 1, lon: 1 } },
    ] as Command["sets"][]) {
      const { is } = await send(account, job, sets, note());
      expect(is, JSON.stringify(sets)).toBe("refused");
    }
  });
});

const row = (account: string, job: string) => withAccount(account, (ctx) => findJob(ctx, job));

describe("the history of a job", () => {
  it("has every accepted command once, and no refused ones", async () => {
    const [account, job] = [newId(), newId()];
    const sha256 = "ab".repeat(32);
    await send(account, job, { name: "Miller roof" });
    const note = { kind: "jobs.note", record: newId(), media: [sha256] };
    const sent = await send(
      account,
      job,
      { text: "Felt is down." },
      { ...note, member: { role: "guest", jobId: job } },
    );
    expect(sent.is).toBe("held");
    const refused = await send(account, job, { name: "Mine" }, { member: { role: "guest", jobId: job } });
    expect(refused.is).toBe("refused");
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`select kind, number::int, media, payload->>'command' as command from evidence_entries where job_id = ${job} order by number`,
      ),
    );
    expect(rows).toMatchObject([
      { kind: "jobs.job", number: 1 },
      { kind: "jobs.note", number: 2, media: [sha256], command: sent.id },
    ]);
  });
});

describe("a job", () => {
  it("has a row that matches its record, in its own account only", async () => {
    const [account, job, mate] = [newId(), newId(), newId()];
    const position = { lat: 43.615, lon: -116.2023, accuracy: 9, by: "phone" };
    const sent = await send(account, job, {
      name: "Miller roof",
      position,
      contractCents: 1_240_050,
      startsOn: "2026-11-23",
      [`team.${mate}`]: true,
    });
    expect(sent.is).toBe("held");
    expect(await row(account, job)).toMatchObject({
      name: "Miller roof",
      lat: 43.615,
      contractCents: 1_240_050,
      status: "planned",
      team: [mate],
    });
    expect(await row(newId(), job)).toBeNull();
    await send(account, job, { status: "done", [`team.${mate}`]: false }, { replaces: {} });
    const after = await row(account, job);
    expect(STATUS_WORDS[after!.status]).toBe("Done");
    expect(isOpen(after!.status)).toBe(false);
  });

  it("is refused if it is invalid, and gets no row", async () => {
    const refused: Command["sets"][] = [
      { name: "" },
      { name: "n".repeat(121) },
      { name: "a", status: "burned" },
      { name: "a", startsOn: "2026-02-30" },
      { name: "a", contractCents: -1 },
      { name: "a", position: { lat: 91, lon: 0, accuracy: null, by: "hand" } },
      { name: "a", zone: "Mars/Base" },
    ];
    for (const sets of refused) {
      const [account, job] = [newId(), newId()];
      const outcome = await send(account, job, sets);
      expect(outcome, JSON.stringify(sets)).toMatchObject({ is: "refused" });
      expect(await row(account, job), JSON.stringify(sets)).toBeNull();
    }
  });

  it("lets a guest change and remove only their own notes", async () => {
    const [account, job] = [newId(), newId()];
    await send(account, job, { name: "Miller roof" });
    const guest = { who: person(), member: { role: "guest", jobId: job } };
    const [ours, theirs] = [newId(), newId()];
    await send(account, job, { text: "Flashing is loose." }, { kind: "jobs.note", record: ours });
    expect(
      (await send(account, job, { text: "Gutter is up." }, { kind: "jobs.note", record: theirs, ...guest }))
        .is,
    ).toBe("held");
    const tries: Command["sets"][] = [
      { text: "Flashing is fine." },
      { removed: true },
      { [`photos.${"ab".repeat(32)}`]: null },
    ];
    for (const sets of tries) {
      const refused = await send(account, job, sets, { kind: "jobs.note", record: ours, ...guest });
      expect(refused).toMatchObject({
        is: "refused",
        why: "Someone else wrote this note. Add your own.",
      });
    }
    expect(
      (
        await send(
          account,
          job,
          { text: "Gutter is up, north." },
          { kind: "jobs.note", record: theirs, ...guest },
        )
      ).is,
    ).toBe("held");
    expect(
      (await send(account, job, { removed: true }, { kind: "jobs.note", record: theirs, ...guest })).is,
    ).toBe("held");
    expect((await send(account, job, { removed: false }, { kind: "jobs.note", record: theirs })).is).toBe(
      "held",
    );
    // Someone in the business has changed it since.
    const refused = await send(
      account,
      job,
      { removed: true },
      { kind: "jobs.note", record: theirs, ...guest },
    );
    expect(refused.is).toBe("refused");
  });

  it("can be changed by its business; a guest can only add notes to their own job", async () => {
    const [account, job, other] = [newId(), newId(), newId()];
    await send(account, job, { name: "Deck" });
    await send(account, other, { name: "Roof" });
    const member: Membership = { role: "guest", jobId: job };
    expect(await send(account, job, { name: "Mine now" }, { member })).toMatchObject({
      is: "refused",
      code: "forbidden",
    });
    expect((await row(account, job))!.name).toBe("Deck");
    const note = { kind: "jobs.note", record: newId(), member };
    expect((await send(account, job, { text: "Done on the north side" }, note)).is).toBe("held");
    expect((await send(account, other, { text: "Not my job" }, { ...note, record: newId() })).is).toBe(
      "refused",
    );
  });

  it("is found by name or address until it is removed, and again once restored", async () => {
    const [account, job] = [newId(), newId()];
    await send(account, job, { name: "50% done_deck", address: "418 Alder Street" });
    const found = (search: string) =>
      withAccount(account, async (ctx) => (await listJobs(ctx, search, 10)).map(({ name }) => name));
    for (const search of ["", "ALDER", "0% done_", "deck"])
      expect(await found(search), search).toEqual(["50% done_deck"]);
    expect(await found("5_%")).toEqual([]);
    const refused = await send(account, job, { removed: true });
    expect(refused).toMatchObject({
      is: "refused",
      why: "Only owners and managers can delete or restore a job.",
    });
    const manager: Membership = { role: "manager", jobId: null };
    const away = await send(account, job, { removed: true }, { member: manager });
    expect(await found("")).toEqual([]);
    await send(account, job, { removed: false }, { member: manager, replaces: { removed: [away.id] } });
    expect(await found("")).toEqual(["50% done_deck"]);
  });

  it("stays without its client after the client is erased", async () => {
    const [account, job, leadId] = [newId(), newId(), newId()];
    await send(account, job, { name: "Deck", leadId });
    expect((await row(account, job))!.leadId).toBe(leadId);
    await withAccount(account, (ctx) => eraseClient(ctx, leadId));
    expect((await row(account, job))!.leadId).toBeNull();
  });
});
