import { afterAll, beforeAll, expect, it } from "vitest";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { newerRecords, applyCommands } from "#ground/sync/commands.server.ts";
import { type Command, shownFields } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Membership, type Person, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";

// What a job guest's device receives.

const clock = testClock("2026-11-23T16:00:00Z");
const person: Person = { id: newId(), email: "sub@guest.test", emailVerified: true };
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  defineJobs();
});
afterAll(() => test?.drop());

it("is where it is and whom to ask for, not what it brings in", async () => {
  const [account, job] = [newId(), newId()];
  const told = {
    name: "Miller roof",
    address: "418 Alder Street",
    clientName: "Ann",
    clientPhone: "+12085550101",
  };
  const command: Command = {
    id: newId(),
    kind: "jobs.job",
    record: job,
    job,
    sets: { ...told, contractCents: 1_240_000, clientEmail: "ann@miller.test" },
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Denver",
    media: [],
  };
  await withMember(account, person, { role: "member", jobId: null }, (ctx) =>
    applyCommands(ctx, newId(), [command]),
  );
  const read = async (member: Membership) => {
    const { records } = await withMember(account, person, member, (ctx) =>
      newerRecords(ctx, { since: 0, job: null }),
    );
    return records.map(({ fields }) => shownFields(fields));
  };
  expect(await read({ role: "guest", jobId: job })).toEqual([told]);
  expect(await read({ role: "member", jobId: null })).toEqual([
    { ...told, contractCents: 1_240_000, clientEmail: "ann@miller.test" },
  ]);
  expect(await read({ role: "guest", jobId: newId() })).toEqual([]);
});
