import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { placesId } from "#trade/places/ids.ts";
import { PLACES } from "#trade/places/rules.ts";
import { pageField, PLAN, versionField } from "#trade/plans/rules.ts";
import type { Somebody } from "../testing/changes.ts";
import { fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// What devices write of a job's places and plans, against the real database.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

const page = (digit: string) => ({ sha256: digit.repeat(64), width: 4000, height: 3000 });
const place = (at: number, name: string) => ({ at, name });

describe("the places of a job", () => {
  it("are one list, which the people of the business change and guests get", async () => {
    const list = placesId(job);
    expect(await send(shop, list, { "places.a": place(1, "Kitchen") }, PLACES)).toMatchObject({ is: "held" });
    expect(await send(shop, newLocalId(), { "places.a": place(1, "Bath") }, PLACES)).toMatchObject({
      code: "invalid",
    });
    expect(await send(guest, list, { "places.b": place(2, "Bath") }, PLACES)).toMatchObject({
      code: "forbidden",
    });
    expect((await fetched(guest, list))?.fields["places.a"]?.values[0]?.value).toEqual(place(1, "Kitchen"));
  });
});

describe("a plan", () => {
  it("gets versions that don’t change, from the people of the business", async () => {
    const plan = newLocalId();
    const change = async (sets: Record<string, unknown>, by: Somebody = shop) =>
      await send(by, plan, sets, PLAN, await fetched(shop, plan));
    expect(await change({ [pageField("a", 0)]: page("a") })).toMatchObject({ is: "held" });
    expect(await change({ [versionField("a")]: { at: 1, count: 1 } })).toMatchObject({
      code: "invalid",
      why: "Give the plan a name.",
    });
    const shown = { title: "Floor plan", [versionField("a")]: { at: 1, count: 1, file: "A-200" } };
    expect(await change(shown)).toMatchObject({ is: "held" });
    expect(await change({ [pageField("a", 0)]: page("b") })).toMatchObject({ code: "invalid" });
    expect(await change({ [versionField("a")]: { at: 2, count: 1 } })).toMatchObject({ code: "invalid" });
    expect(await change({ title: "Mine now" }, guest)).toMatchObject({ code: "forbidden" });
    expect(await change({ [pageField("b", 0)]: { ...page("b"), width: 9000 } })).toMatchObject({
      code: "invalid",
    });
    expect((await fetched(guest, plan))?.fields["title"]?.values[0]?.value).toBe("Floor plan");
  });
});
