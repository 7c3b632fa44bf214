import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as log } from "#tools/changes/log/log.ts";
import { loadChangeSection } from "#tools/changes/radar/radar.server.ts";
import { readTrail } from "#tools/changes/trail/trail.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import {
  act,
  asMember,
  changed,
  handedOver,
  officeOf,
  pageOf,
  reply,
  standingNow,
} from "../testing/change-orders.ts";
import { db, guest, job, nextJob, shop, startShop, stopShop } from "../testing/estimates.ts";

// What is done about a change that its client declined, against the real database.

beforeAll(async () => {
  await startShop();
  await grantTool(shop.account, "changes");
});
afterAll(stopShop);
beforeEach(nextJob);

/** A change that its client declined. */
async function declined() {
  const { record } = await changed();
  const { token } = await handedOver(record);
  expect(await reply(token, "decline")).toMatchObject({ status: 303 });
  return { record, token };
}

const decide = (record: string, intent: string, fields: Record<string, string> = {}) =>
  act(record, { intent, note: "", ...fields });
/** The lines of the job's change log. */
async function logLines(): Promise<string[]> {
  const request = shop.visitor.request(`/account/changes/log/${job}?as=csv`);
  return (await (await log(argsOf(request, { logJobId: job }))).text()).trim().split("\r\n").slice(1);
}
const trailOf = async (record: string) =>
  (await withAccount(shop.account, (ctx) => readTrail({ ...ctx, user: shop.who }, record))).page;
const today = () =>
  withAccount(shop.account, async (ctx) =>
    (await loadChangeSection({ ...ctx, user: shop.who, role: "owner" } as typeof ctx)).lines.map(
      ({ text }) => text,
    ),
  );

describe("a declined change", () => {
  it("is done anyway, with why in the log, the trail and the history; its client may still approve it", async () => {
    const { record, token } = await declined();
    expect((await decide(record, "anyway")).status, "without a reason").toBe(422);
    expect(await standingNow(record)).toMatchObject({ state: "declined" });
    expect((await decide(record, "anyway", { note: "The wall has to be open" })).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "unpaid" });
    expect(await logLines()).toEqual([
      expect.stringMatching(/,Move the opening: The wall has to be open,At our cost,0,900\.00,$/),
    ]);
    expect(await trailOf(record)).toContain("Done anyway, at our cost: “The wall has to be open”");
    const { rows } = await db.query<{ payload: object }>(
      "select payload from evidence_entries where job_id = $1 and kind = 'changes.decided'",
      [job],
    );
    expect(rows.map(({ payload }) => payload)).toMatchObject([
      { change: record, is: "unpaid", note: "The wall has to be open", by: "owner@estimates.test" },
    ]);
    expect(JSON.stringify(await officeOf(record))).toContain("The wall has to be open");
    expect(JSON.stringify(await pageOf(token)), "the reason stays with us").not.toContain("has to be open");
    expect((await reply(token)).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "approved", co: "CO-001" });
  });

  it("is dropped: it can't be approved any more, asks for nothing, and can be sent again", async () => {
    const { record, token } = await declined();
    expect((await today()).join()).toContain("Do it anyway, give a credit, or drop it?");
    expect((await decide(record, "drop", { note: "Waits until spring" })).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "dropped" });
    expect((await reply(token)).status).toBe(409);
    expect((await pageOf(token)).view.closed).toContain("withdrew");
    expect((await logLines())[0]).toContain("Waits until spring,Dropped,");
    expect((await today()).join()).not.toContain("Move the opening");
    expect((await decide(record, "anyway", { note: "x" })).status, "it is over").toBe(409);
    const again = await handedOver(record);
    expect((await reply(again.token)).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "approved", version: 2 });
  });

  it("gets a credit as a line of the next revision, once per form, and sends nothing", async () => {
    const { record } = await declined();
    const credit = { credit: "$250.50", text: "Credit for the delay", form: newLocalId() };
    for (const wrong of ["", "0", "-3", "soon"])
      expect((await decide(record, "credit", { ...credit, credit: wrong })).status, wrong).toBe(422);
    expect((await decide(record, "credit", credit)).status).toBe(303);
    expect((await decide(record, "credit", credit)).status, "the same form").toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "declined", version: 1, cents: 90_000 });
    expect(await trailOf(record)).toContain("Credit added: “Credit for the delay, $250.50”");
    const { token } = await handedOver(record);
    expect(await standingNow(record)).toMatchObject({ state: "sent", version: 2, cents: 64_950 });
    const { sheet } = (await pageOf(token)).content;
    expect(JSON.stringify(sheet)).toContain("Credit for the delay");
    expect((await decide(record, "credit", { ...credit, form: newLocalId() })).status).toBe(409);
  });

  it("is decided by owners and managers, and only once it was declined", async () => {
    const { record } = await changed();
    await handedOver(record);
    for (const intent of ["anyway", "drop"])
      expect((await decide(record, intent, { note: "x" })).status).toBe(409);
    const other = await declined();
    await asMember(async () => {
      for (const intent of ["anyway", "drop", "credit"])
        expect(
          (
            await act(
              other.record,
              { intent, note: "x", credit: "5", text: "Credit", form: newLocalId() },
              guest,
            )
          ).status,
        ).toBe(403);
    });
    expect(await standingNow(other.record)).toMatchObject({ state: "declined" });
  });
});
