import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mailsTo } from "#ground/businesses/testing/people.ts";
import { SCHEDULE } from "#trade/inspections/schedules/rules.ts";
import { CLOCK, clockId } from "#tools/safety/rules/clock.ts";
import { TALK } from "#tools/safety/rules/talk.ts";
import { textOf, versionOf } from "#tools/safety/rules/text.ts";
import { newId } from "#platform/db/ids.ts";
import { clock, openJob, sweepAt, withSchedules } from "../testing/schedules.ts";

// Toolbox talks that are due: for whom, from when, and what ends it.

withSchedules();

const text = textOf(JSON.parse(readFileSync("content/talks/trenches.json", "utf8")))!;
const WEEKLY = { every: 1, unit: "weeks", start: true };

/** A job in Denver whose talks are due weekly from a Monday on. */
async function talking() {
  clock.set("2026-11-23T12:00:00Z");
  const shop = await openJob();
  await shop.send(shop.owner, SCHEDULE, shop.plan, { paused: true });
  await shop.send(shop.owner, CLOCK, clockId(shop.job), { clock: WEEKLY, since: "2026-11-23" });
  const give = async (date: string, isFinished: boolean) => {
    const id = newId();
    const sets = { date, text: { ...text }, version: versionOf(text), leader: "Dana" };
    await shop.send(shop.foreman, TALK, id, sets as never);
    if (isFinished) await shop.send(shop.foreman, TALK, id, { finishedAt: `${date}T15:00:00Z` });
    return id;
  };
  const titles = async () => (await shop.due(shop.foreman)).map(({ title }) => title);
  return { ...shop, give, titles };
}

describe("a toolbox talk", () => {
  it("is due for the team at the start, until one is finished, and again the next week", async () => {
    const { job, give, titles, due, foreman, owner } = await talking();
    await sweepAt("2026-11-23T13:00:00Z");
    expect(await due(foreman)).toMatchObject([
      { title: "Toolbox talk, due Monday, November 23", path: `/account/job/${job}/safety` },
    ]);
    expect(await due(owner), "who isn’t on the team").toEqual([]);
    await give("2026-11-23", false);
    expect(await titles(), "nobody finished it").toHaveLength(1);
    await give("2026-11-23", true);
    expect(await titles()).toEqual([]);
    await sweepAt("2026-11-27T18:00:00Z");
    expect(await titles()).toEqual([]);
    await sweepAt("2026-11-29T18:00:00Z");
    expect(await titles(), "from the day before on").toEqual(["Toolbox talk, due Monday, November 30"]);
  });

  it("is reminded of once, in words, and never when it was given or turned off", async () => {
    const { job, foreman, owner, give, send, titles } = await talking();
    const mails = async () =>
      (await mailsTo(foreman.email)).filter(({ text: one }) => one.includes("/safety"));
    await sweepAt("2026-11-23T18:30:00Z");
    await sweepAt("2026-11-23T19:30:00Z");
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Elm Street Roof: a toolbox talk is due"]);
    await give("2026-11-23", true);
    await give("2026-11-30", true);
    await sweepAt("2026-11-30T18:30:00Z");
    expect(await mails()).toHaveLength(1);
    await send(owner, CLOCK, clockId(job), { clock: null });
    await sweepAt("2026-12-07T18:30:00Z");
    expect(await mails()).toHaveLength(1);
    expect(await titles()).toEqual([]);
  });
});
