import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as numbersCsv } from "#tools/photos/office/numbers-csv.ts";
import * as list from "#tools/photos/office/list.tsx";
import type { Numbers } from "#tools/photos/office/numbers.server.ts";
import { photoId, shotsId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { SHOTS } from "#tools/photos/rules/shots.ts";
import { loadPhotosSection } from "#tools/photos/today/section.server.ts";
import { withMember } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// What owners are told of photos: on Today, in the office's numbers, and by notifications.

let member: Somebody;

beforeAll(async () => {
  await startShop();
  member = await somebody(db, "member@photos.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'member', now())",
    [shop.account, member.who.id],
  );
  await grantTool(shop.account, "photos");
});
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await db.query("update jobs set status = 'planned', finishes_on = null where job_id <> $1", [job]);
});

const DAY_MS = 24 * 60 * 60_000;
const daysFromNow = (days: number) => Date.now() + days * DAY_MS;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
let photos = 0;

async function taken(by: Somebody = shop, at = Date.now(), more: Record<string, unknown> = {}) {
  const sha256 = createHash("sha256").update(`today ${++photos}`).digest("hex");
  const record = photoId(job, sha256);
  const outcome = await send(
    by,
    record,
    { sha256, [`photos.${sha256}`]: { type: "image/jpeg", at }, ...more },
    PHOTO,
  );
  expect(outcome).toMatchObject({ is: "held" });
  return record;
}
async function listed(): Promise<string> {
  const record = shotsId(job, newLocalId());
  const sets = { title: "Footing", shots: ["Depth", "Rebar", "Ticket"] };
  expect(await send(shop, record, sets, SHOTS)).toMatchObject({ is: "held" });
  return record;
}
const change = async (by: Somebody, record: string, sets: Record<string, unknown>, kind: string) =>
  expect(await send(by, record, sets, kind, await fetched(by, record))).toMatchObject({ is: "held" });
const ofJob = (sets: Record<string, unknown>, by: Somebody = shop) => change(by, job, sets, "jobs.job");
const today = (role: "owner" | "member" = "owner") =>
  withMember(shop.account, shop.who, { role, jobId: null }, loadPhotosSection);
const linesOfJob = async () =>
  (await today()).lines.filter(({ href }) => href.includes(job)).map(({ text }) => text);

describe("Today", () => {
  it("shows what a list misses once its job ends, to owners and managers", async () => {
    const record = await listed();
    await taken(member, Date.now(), { shot: { list: record, shot: 1 } });
    await ofJob({ status: "active", finishesOn: dayOf(daysFromNow(20)) });
    expect(await linesOfJob()).toEqual([]);
    await ofJob({ finishesOn: dayOf(daysFromNow(-1)) });
    expect(await linesOfJob()).toEqual([", Footing: 2 photos are missing"]);
    expect((await today()).summary).toBe("1 shot list not done");
    expect((await today("member")).lines).toEqual([]);
    await ofJob({ status: "done" });
    expect(await linesOfJob()).toEqual([", Footing: 2 photos are missing"]);
    await change(shop, record, { "skips.0": "No", "skips.2": "No", done: true }, SHOTS);
    expect(await linesOfJob()).toEqual([]);
  });

  it("shows an active job without photos for a week, also of other tools", async () => {
    await taken(shop, daysFromNow(-9));
    await ofJob({ status: "active", startsOn: dayOf(daysFromNow(-20)) });
    const [line] = await linesOfJob();
    expect(line).toMatch(/^: no photos for (?:9|10) days$/);
    const date = dayOf(daysFromNow(-2));
    const shot = { type: "image/jpeg", at: daysFromNow(-2) };
    const entry = { date, company: shop.account, type: "note", text: "Footing dug" };
    const logged = { ...entry, [`photos.${"a".repeat(64)}`]: shot };
    expect(await send(shop, newLocalId(), logged, "logs.entry")).toMatchObject({ is: "held" });
    expect(await linesOfJob()).toEqual([]);
  });

  it("shows photos with a date in the future", async () => {
    const record = await taken(shop, daysFromNow(400));
    await taken();
    expect(await linesOfJob()).toEqual([": 1 photo has a date in the future. Check the camera’s clock"]);
    await change(shop, record, { trashedAt: new Date().toISOString() }, PHOTO);
    expect(await linesOfJob()).toEqual([]);
  });
});

describe("the office’s numbers", () => {
  it("count this week by person and by job, and shot lists", async () => {
    const numbersOf = async () =>
      (
        (await visit(shop.visitor, list, "/account/photos", {})).shown as unknown as {
          readonly numbers: Numbers;
        }
      ).numbers;
    const before = await numbersOf();
    await taken(member);
    await taken(member);
    await taken(guest);
    await listed();
    const after = await numbersOf();
    expect(after.total).toBe(before.total + 3);
    expect(after.jobs.find(({ jobId }) => jobId === job)?.count).toBe(3);
    const byMember = ({ people }: Numbers) => people.find(({ name }) => name === "Member")?.count ?? 0;
    expect(byMember(after)).toBe(byMember(before) + 2);
    expect(after.lists.open).toBe(before.lists.open + 1);
    const { shown } = await visit(shop.visitor, list, "/account/photos?q=kitchen", {});
    expect((shown as unknown as { numbers: unknown }).numbers).toBeNull();
    const file = await (await numbersCsv(argsOf(shop.visitor.request("/account/photos/numbers.csv")))).text();
    expect(file).toContain("Week of,Job,Taken by,Photos");
    expect(file).toMatch(/14 Elm Street,.*member@photos\.test.*,2/);
  });
});

describe("people are notified", () => {
  const told = async (kind: string) => {
    const { rows } = await db.query<{ text: { title: string; text: string }; by_user: string }>(
      "select text, by_user from notifications_events where account_id = $1 and kind = $2 and job_id = $3 order by at",
      [shop.account, kind, job],
    );
    return rows;
  };

  it("of a shot list that is done", async () => {
    const record = await listed();
    for (const shot of [0, 1, 2]) await taken(member, Date.now(), { shot: { list: record, shot } });
    expect(await told("photos.shots-done")).toEqual([]);
    await change(member, record, { done: true }, SHOTS);
    expect(await told("photos.shots-done")).toMatchObject([
      { text: { title: "Footing: all photos are on file" }, by_user: member.who.id },
    ]);
  });

  it("of a job that is done while a list is open, each time it becomes done", async () => {
    const record = await listed();
    await taken(member, Date.now(), { shot: { list: record, shot: 0 } });
    await ofJob({ status: "done" }, member);
    expect(await told("photos.shots-missing")).toMatchObject([
      {
        text: {
          title: "14 Elm Street is done, but photos are missing",
          text: "Footing: 2 photos are missing.",
        },
        by_user: member.who.id,
      },
    ]);
    await ofJob({ status: "active" }, member);
    await change(shop, record, { "skips.1": "No", "skips.2": "No" }, SHOTS);
    await ofJob({ status: "done" }, member);
    expect(await told("photos.shots-missing")).toHaveLength(1);
  });
});
