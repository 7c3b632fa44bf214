import { beforeAll, beforeEach, expect, it } from "vitest";
import * as finish from "#trade/closeouts/finish/page.tsx";
import type { viewOfFinish } from "#trade/closeouts/finish/view.server.ts";
import { defineReportLines } from "#app/report-lines.ts";
import { db, fetched, guest, job, send, shop, withShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// What is left to do with the client of a job, from a client whom only the job knows to a review.

withShop("America/Denver");
beforeAll(() => defineReportLines());
beforeEach(async () => {
  await db.query("update businesses_accounts set review_link = null");
});

type View = Awaited<ReturnType<typeof viewOfFinish>>;
const params = () => ({ closeoutJobId: job });
const path = () => `/account/closeouts/${job}/finish`;
const look = async () => (await visit(shop.visitor, finish, path(), params())).shown as unknown as View;
const post = (form: Record<string, string>) => visit(shop.visitor, finish, path(), params(), form);
const review = async () => (await look()).steps.find(({ id }) => id === "review")!;

/** Sets fields of the job, as a device that has seen everything. */
async function setJob(sets: Record<string, unknown>): Promise<void> {
  expect(await send(shop, job, sets, "jobs.job", await fetched(shop, job))).toMatchObject({ is: "held" });
}

it("asks for the link to reviews where it is missing, and refuses what is none", async () => {
  expect(await review()).toMatchObject({ act: null, isDone: false });
  const refused = await post({ intent: "review-link", reviewLink: "my reviews" });
  expect(refused.shown).toMatchObject({
    values: { reviewLink: "my reviews" },
    errors: { reviewLink: expect.stringContaining("https link") },
  });
  expect((await post({ intent: "review-link", reviewLink: "https://g.page/r/hale" })).location).toBe(
    `${path()}#review`,
  );
  expect((await review()).act).not.toBeNull();
});

it("adds a client whom only the job knows, once, and links the job to them", async () => {
  await setJob({ clientName: "Rosa Diaz", clientEmail: "Rosa@Client.test", leadId: null });
  await post({ intent: "review-link", reviewLink: "https://g.page/r/hale" });
  expect((await review()).act).toMatchObject({ path: null });
  const [first, second] = [await post({ intent: "client" }), await post({ intent: "client" })];
  expect(first.location).toMatch(/^\/account\/sequences\/start\?play=after-the-job&lead=[\w-]+$/);
  expect(second.location).toBe(first.location);
  const { rows } = await db.query("select name, basis from leads where email = 'rosa@client.test'");
  expect(rows).toEqual([{ name: "Rosa Diaz", basis: "client" }]);
  expect((await look()).leadId).toBe(first.location!.split("lead=")[1]);
  expect((await review()).act?.path).toBe(first.location);
});

it("has nothing for a job that isn't there", async () => {
  const nowhere = "01900000-0000-7000-8000-000000000009";
  const shown = await visit(shop.visitor, finish, path(), { closeoutJobId: nowhere });
  expect(shown.status).toBe(404);
  expect((await visit(guest.visitor, finish, path(), params())).status).toBe(403);
});
