import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as dashboard from "#faces/today/dashboard.tsx";
import { somebody, type Somebody } from "../testing/changes.ts";
import { db, fetched, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// Today of somebody who works on the jobs.

let member: Somebody;

beforeAll(async () => {
  await startShop();
  member = await somebody(db, "luis@estimates.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'member', now())",
    [shop.account, member.who.id],
  );
});
afterAll(stopShop);
beforeEach(nextJob);

const jobsOf = async ({ visitor }: Somebody) =>
  ((await visit(visitor, dashboard, "/account/dashboard", {})).shown as { jobsOnSite?: unknown }).jobsOnSite;

it("begins with the active jobs for a member, and with people for an owner", async () => {
  expect(await jobsOf(member)).toEqual([]);
  const record = await fetched(shop, job);
  expect(await send(shop, job, { status: "active" }, "jobs.job", record)).toMatchObject({ is: "held" });
  expect(await jobsOf(member)).toMatchObject([{ id: job, name: "14 Elm Street" }]);
  expect(await jobsOf(shop)).toEqual([]);
});
