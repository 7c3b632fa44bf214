import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { applyCommands, type Command } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Membership, type Person, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { openBusiness } from "../testing/business.ts";

// Jobs and daily logs as other programs read them, made by the commands that devices send.

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let key: string;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  defineJobs();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await openBusiness();
  key = await keyFor(shop);
});

const OWNER: Membership = { role: "owner", jobId: null };

/** Sends one change of one record, as a device does. */
async function send(
  change: Partial<Command> & Pick<Command, "kind" | "record" | "job" | "sets">,
  { who = shop.owner, as = OWNER }: { who?: Person; as?: Membership } = {},
) {
  const command: Command = {
    id: newId(),
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Denver",
    media: [],
    ...change,
  };
  const { outcomes } = await withMember(shop.account, who, as, (ctx) =>
    applyCommands(ctx, newId(), [command]),
  );
  expect(outcomes[0]).toMatchObject({ is: "held" });
  return command;
}

async function addJob(sets: Command["sets"] = {}, id = newId()) {
  clock.advance({ seconds: 1 });
  await send({ kind: "jobs.job", record: id, job: id, sets: { name: "Miller roof", ...sets } });
  return id;
}
async function changeJob(id: string, sets: Command["sets"]) {
  clock.advance({ seconds: 1 });
  await send({ kind: "jobs.job", record: id, job: id, sets });
}
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

/** All ids of a list, page by page. @param between runs after the first page */
async function readThrough(path: string, between: () => Promise<unknown> = () => Promise.resolve()) {
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const isFirst: boolean = cursor === "";
    const page: { body: { data: { id: string }[]; next: string | null } } = await ask(
      key,
      `${path}${path.includes("?") ? "&" : "?"}limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...idsOf(page.body));
    if (isFirst) await between();
    cursor = page.body.next;
  }
  return seen;
}

describe("jobs", () => {
  it("are listed and read with what a list of jobs says of them, the last changed first", async () => {
    const leadId = await shop.captured("dana@client.test");
    const roof = await addJob({
      address: "418 Alder Street",
      position: { lat: 39.7, lon: -104.9, accuracy: null, by: "hand" },
      leadId,
      clientPhone: "+12085550101",
      status: "active",
      startsOn: "2026-11-02",
      contractCents: 1_240_000,
      zone: "America/Denver",
    });
    const porch = await addJob({ name: "Porch" });
    expect(await ask(key, `/jobs/${roof}`)).toMatchObject({
      status: 200,
      body: {
        id: roof,
        name: "Miller roof",
        address: "418 Alder Street",
        latitude: 39.7,
        longitude: -104.9,
        status: "active",
        leadId,
        startsOn: "2026-11-02",
        finishesOn: null,
        contractCents: 1_240_000,
        zone: "America/Denver",
        changedAt: "2026-11-20T17:00:01Z",
      },
    });
    expect(idsOf((await ask(key, "/jobs")).body)).toEqual([porch, roof]);
    await changeJob(roof, { status: "done" });
    expect(idsOf((await ask(key, "/jobs")).body)).toEqual([roof, porch]);
  });

  it("come page by page, none twice and none left out, while others change, come and go", async () => {
    const made: string[] = [];
    for (let one = 0; one < 7; one++) made.unshift(await addJob({ name: `Job ${one}` }));
    const seen = await readThrough("/jobs", async () => {
      // One that was read, one that was not, and one that nobody had.
      await changeJob(made[0]!, { status: "active" });
      await changeJob(made[5]!, { status: "paused" });
      await changeJob(made[5]!, { status: "done" });
      await addJob({ name: "Late" });
      await changeJob(made[6]!, { removed: true });
    });
    expect(seen).toEqual(made.slice(0, 6));
  });
});
