import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { personKey, SIGN, TALK } from "#tools/safety/rules/talk.ts";
import { numberSheetTask } from "#tools/safety/paper/number.server.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { guest, job, nextJob, shop, startShop, stopShop } from "../testing/estimates.ts";
import { FINISHED, signing, started, text, version, write } from "../testing/talks.ts";

// Toolbox talks as other programs read and hear of them, against the real database. Every answer is checked
// against the document.

let key: string;
const keyWith = (...scopes: Scope[]) =>
  keyFor({ account: shop.account, owner: shop.who }, scopes.length > 0 ? scopes : undefined);

beforeAll(async () => {
  await startShop();
  key = await keyWith();
});
afterAll(stopShop);
beforeEach(nextJob);

const sign = (talk: string, name: string, at = "2026-11-29T14:00:00.000Z") =>
  write(shop, newLocalId(), signing(talk, name, { at, language: "es" }), SIGN);

/** Types and data of the events of a talk, oldest first. */
async function eventsOf(talkId: string, by = key) {
  const { body } = await ask(by, "/events?limit=100");
  return (body.data as { type: string; data: Record<string, unknown> }[]).filter(
    ({ data }) => data["talkId"] === talkId,
  );
}

describe("talks for other programs", () => {
  it("say who was there, who signed, when, and who didn’t and why", async () => {
    const talk = await started(["Ana Paz", "Luis Ortega", "Bo Lind"]);
    await sign(talk, "Ana Paz");
    await write(
      shop,
      talk,
      { [`unsigned.${personKey(talk, "Bo Lind")}`]: "Left early", notes: "Tie off" },
      TALK,
    );
    await write(shop, talk, { finishedAt: FINISHED }, TALK);
    await sign(talk, "Luis Ortega", "2026-11-29T16:30:00.000Z");
    await numberSheetTask.run({ accountId: shop.account, id: talk }, Temporal.Now.instant());
    const summary = {
      ...{ id: talk, jobId: job, number: expect.stringMatching(/^TBT-2026-\d{4}$/), title: text.title.en },
      ...{ date: "2026-11-29", state: "finished", leader: "Dana Hale", languages: ["en"] },
      ...{ people: 3, signed: 2, isComplete: false, finishedAt: "2026-11-29T15:00:00Z" },
    };
    expect((await ask(key, `/talks?jobId=${job}`)).body.data).toMatchObject([summary]);
    const { body } = await ask(key, `/talks/${talk}`);
    const signed = { language: "es", signedOn: "passed", reason: null };
    expect(body).toMatchObject({
      ...summary,
      notes: "Tie off",
      text: { version },
      attendees: [
        { name: "Ana Paz", signedAt: "2026-11-29T14:00:00Z", isLate: false, ...signed },
        { name: "Bo Lind", signedAt: null, language: null, signedOn: null, reason: "Left early" },
        { name: "Luis Ortega", signedAt: "2026-11-29T16:30:00Z", isLate: true, ...signed },
      ],
    });
    expect(JSON.stringify(body)).not.toContain("strokes");
  });

  it("are found by state, day and last change, and one that isn’t there is not found", async () => {
    const [open, finished] = [await started(["Ana Paz"]), await started(["Bo Lind"])];
    await write(shop, finished, { finishedAt: FINISHED }, TALK);
    const ids = async (query: string) =>
      ((await ask(key, `/talks?jobId=${job}&${query}`)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await ids("state=open")).toEqual([open]);
    expect(await ids("state=finished")).toEqual([finished]);
    expect(await ids("from=2026-11-30")).toEqual([]);
    expect((await ids("from=2026-11-29&to=2026-11-29")).toSorted()).toEqual([open, finished].toSorted());
    const since = Temporal.Now.instant().toString();
    await write(shop, open, { notes: "Three points" }, TALK);
    expect(await ids(`changedSince=${since}`)).toEqual([open]);
    expect((await ask(key, "/talks?from=2026-12-02&to=2026-12-01")).status).toBe(422);
    expect((await ask(key, "/talks?state=late")).status).toBe(422);
    expect((await ask(key, `/talks/${newLocalId()}`)).status).toBe(404);
    expect((await ask(key, "/talks/none")).status).toBe(404);
    await write(shop, open, { removed: true }, TALK);
    expect((await ask(key, `/talks/${open}`)).status).toBe(404);
    expect(await ids("state=open")).toEqual([]);
  });

  it("are in no answer and no event of a key that may not see them", async () => {
    const talk = await started(["Ana Paz"], guest);
    expect(await eventsOf(talk)).toEqual([]);
    await write(guest, talk, { finishedAt: FINISHED }, TALK);
    const data = { jobId: job, talkId: talk, companyId: guest.who.id, leadId: null };
    expect(await eventsOf(talk)).toMatchObject([{ type: "talk.finished", data }]);
    const other = await keyWith("events:read", "jobs:read", "checklists:read");
    expect(await eventsOf(talk, other)).toEqual([]);
    expect((await ask(other, "/talks")).status).toBe(403);
    expect((await ask(other, `/talks/${talk}`)).status).toBe(403);
  });
});
