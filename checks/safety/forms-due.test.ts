import { describe, expect, it } from "vitest";
import { acting, mailsTo } from "#ground/businesses/testing/people.ts";
import { type Place, saveEstablishment } from "#tools/safety/establishments/establishments.server.ts";
import { saveCompanyFigures, saveFigures, saveStep } from "#tools/safety/forms/years.server.ts";
import { newId } from "#platform/db/ids.ts";
import { clock, openJob, sweepAt, withSchedules } from "../testing/schedules.ts";

// OSHA’s forms that are due: for whom, from when, and what ends it.

withSchedules();

const PLACE: Place = {
  ...{ name: "Denver yard", company: "Hill Brothers", ein: "", street: "", city: "", state: "CO", zip: "" },
  ...{ industry: "Roofing", naics: "238160" },
  owner: 1,
};

/** A business with an establishment of so many people in 2026. */
async function keeping(headcount: number | null, mostInCompany: number | null) {
  clock.set("2026-11-23T12:00:00Z");
  const shop = await openJob();
  const id = newId();
  const as = <T>(work: Parameters<typeof acting<T>>[2]) => acting(shop.owner, shop.account, work);
  await as(async (ctx) => {
    await saveEstablishment(ctx, { ...PLACE, id });
    await saveFigures(ctx, id, 2026, { headcount, averageEmployees: null, hours: null });
    await saveCompanyFigures(ctx, 2026, { mostInCompany });
  });
  const mark = (key: "post" | "send" | "remove", on: string | null) =>
    as((ctx) => saveStep(ctx, id, 2026, { key, on }));
  const titles = async (who = shop.owner) =>
    (await shop.due(who)).map(({ title }) => title).filter((title) => title.includes("300A"));
  return { ...shop, id, mark, titles };
}

const POST = "Post form 300A for 2026 by Feb 1, 2027";
const SEND = "Send form 300A for 2026 to OSHA by Mar 2, 2027";

describe("the forms of a year", () => {
  it("are due for owners, not for a foreman, until somebody says that they’re done", async () => {
    const { owner, foreman, id, mark, titles, due } = await keeping(30, 40);
    await sweepAt("2027-01-20T16:00:00Z");
    expect(await titles()).toEqual([]);
    await sweepAt("2027-01-25T16:00:00Z");
    expect(await titles()).toEqual([POST]);
    expect(await titles(foreman)).toEqual([]);
    expect((await due(owner)).find(({ title }) => title === POST)).toMatchObject({
      ...{ job: "Denver yard", path: `/account/safety/forms?year=2026&at=${id}`, action: "Open the forms" },
    });
    await mark("post", "2027-01-29");
    expect(await titles()).toEqual([]);
    await mark("post", null);
    expect(await titles()).toEqual([POST]);
    await sweepAt("2027-02-16T16:00:00Z");
    expect(await titles()).toEqual([POST, SEND]);
    await mark("send", "2027-02-17");
    await sweepAt("2027-04-30T16:00:00Z");
    expect(await titles()).toEqual(["Last day to display form 300A for 2026: Apr 30, 2027"]);
  });

  it("are reminded of once, by an email without an injury fact", async () => {
    const { owner, foreman } = await keeping(30, 40);
    const mails = async (of: string) =>
      (await mailsTo(of)).filter(({ text }) => text.includes("/safety/forms"));
    await sweepAt("2027-01-25T16:00:00Z");
    await sweepAt("2027-01-26T16:00:00Z");
    const found = await mails(owner.email);
    expect(found.map(({ subject }) => subject)).toEqual([POST]);
    expect(found[0]?.text).not.toMatch(/injur|case|hurt/i);
    expect(await mails(foreman.email)).toEqual([]);
  });

  it("aren’t due for a company of 10 or fewer, and are while nobody said how many there are", async () => {
    const small = await keeping(8, 9);
    const unknown = await keeping(null, null);
    await sweepAt("2027-02-20T16:00:00Z");
    expect(await small.titles()).toEqual([]);
    expect(await unknown.titles()).toEqual([POST]);
  });
});
