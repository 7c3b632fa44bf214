import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { applyCommands, type Command } from "#ground/sync/public.server.ts";
import { findItems } from "#ground/worklist/public.server.ts";
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
import { photoId } from "#tools/photos/rules/ids.ts";
import { serverTools } from "#app/tools.server.ts";

// The search over everything (Ctrl K), in a real database under its row security.

const NOW = "2026-11-20T16:00:00Z";
const clock = testClock(NOW);
let test: TestDatabase;
let queue: TaskQueue;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  const tasks = serverTools.flatMap((tool) => tool.tasks ?? []);
  queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  defineKinds();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

const OWNER: Membership = { role: "owner", jobId: null };

/** A business with an owner and a job. */
async function openShop() {
  const [account, job] = [newId(), newId()];
  const boss: Person = { id: newId(), email: `${newId()}@find.test`, emailVerified: true };
  await withAccount(account, (ctx) =>
    ctx.db.execute(sql`insert into businesses_accounts (account_id, created_at) values (${account}, now())`),
  );
  const inside = <T>(work: (ctx: AccountContext) => Promise<T>, member = OWNER) =>
    withMember(account, boss, member, work);
  const send = async (kind: string, sets: Command["sets"], record = newId()): Promise<string> => {
    const command: Command = {
      ...{ id: newId(), kind, record, job, sets, replaces: {} },
      ...{ capturedAt: clock.now().epochMilliseconds, skew: 0, zone: "America/Denver", media: [] },
    };
    const { outcomes } = await inside((ctx) => applyCommands(ctx, newId(), [command]));
    expect(outcomes, kind).toMatchObject([{ is: "held" }]);
    return record;
  };
  await send("jobs.job", { name: "Miller roof" }, job);
  return {
    job,
    send,
    find: async (words: string, member = OWNER) =>
      (await inside((ctx) => findItems(ctx, words, 12), member)).map(({ label, path }) => [label, path]),
  };
}

it("finds records of several tools by their words, each at its screen", async () => {
  const { job, send, find } = await openShop();
  const sha256 = "5".repeat(64);
  const at = `/account/job/${job}`;
  const change = await send("changes.change", { title: "Skylight curb" });
  const issue = await send("issues.issue", { title: "Skylight leaks", state: "open", priority: "normal" });
  const estimate = await send("estimates.estimate", { title: "Second skylight" });
  await send(
    "photos.photo",
    { sha256, caption: "Skylight flashing", "tags.tub-wall": true },
    photoId(job, sha256),
  );
  const found = await find("skylight");
  expect(found.toSorted(([one = ""], [other = ""]) => one.localeCompare(other))).toEqual([
    ["Change order", `${at}/changes/${change}`],
    ["Estimate", `${at}/estimates/${estimate}`],
    ["Issue", `${at}/checklists/issues/${issue}`],
    ["Photo", `${at}/photos?photo=${sha256}`],
  ]);
  expect(await find("tub wall")).toEqual([["Photo", `${at}/photos?photo=${sha256}`]]);
  expect(await find("skylight chimney")).toEqual([]);
  expect(await find(" ")).toEqual([]);
});

it("finds nothing for guests, nothing of another business, and nothing confidential", async () => {
  const [one, other] = [await openShop(), await openShop()];
  await one.send("changes.change", { title: "Skylight curb" });
  await one.send("safety.near-miss", {
    ...{
      when: { date: "2026-11-20", time: "08:00", zone: "America/Denver" },
      what: "Skylight pane fell",
      where: "North side",
    },
  });
  expect(await one.find("skylight", { role: "guest", jobId: one.job })).toEqual([]);
  expect(await other.find("skylight")).toEqual([]);
  expect((await one.find("skylight")).map(([label]) => label)).toEqual(["Change order"]);
});
