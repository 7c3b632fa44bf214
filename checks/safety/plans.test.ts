import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { listItems } from "#ground/worklist/public.server.ts";
import * as link from "#tools/safety/own-phone/link.ts";
import * as page from "#tools/safety/own-phone/page.tsx";
import { planDescriber } from "#tools/safety/hazards/describe.server.ts";
import { loader as csv } from "#tools/safety/hazards/csv.ts";
import { loader as pdf } from "#tools/safety/hazards/pdf.ts";
import { baseOf, isPlanSigned, PLAN, planOf, versionOfRevision } from "#tools/safety/hazards/plan.ts";
import { rowsOf } from "#tools/safety/hazards/rows.server.ts";
import { type PlanText, planTextOf } from "#tools/safety/hazards/text.ts";
import { numberSheetTask } from "#tools/safety/paper/number.server.ts";
import { fieldsOfPeople, personKey, SIGN, standingOf } from "#tools/safety/rules/talk.ts";
import { signsOf } from "#tools/safety/stored/signs.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import { fetched, guest, job, send, shop, withShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// Plans for the day from a phone to their paper, against the real database.

withShop("America/Denver");

const jha = planTextOf(JSON.parse(readFileSync("content/jha/gutters-from-a-ladder.json", "utf8")))!;
const drawing = {
  ...{ width: 300, height: 100 },
  strokes: [
    [
      [10, 50, 0],
      [150, 20, 40],
      [290, 60, 90],
    ],
  ],
};
/** The text with one control more in its first step. */
const withControl = (en: string): PlanText => ({
  ...jha,
  steps: jha.steps.map((step, at) =>
    at > 0
      ? step
      : {
          ...step,
          hazards: step.hazards.map((hazard, place) =>
            place > 0 ? hazard : { ...hazard, controls: [...hazard.controls, { en, es: "" }] },
          ),
        },
  ),
});
const revision = (text: PlanText, base: readonly string[], why = "", at = "2026-11-30T14:00:00.000Z") => ({
  [`revisions.${versionOfRevision(text, base)}`]: { text, base, why, at },
});

async function started(names: readonly string[], by = shop as typeof guest): Promise<string> {
  const id = newLocalId();
  const people = fieldsOfPeople(
    id,
    names.map((name) => ({ name })),
  );
  const sets = { date: "2026-11-30", leader: "Dana Hale", ...revision(jha, []), ...people };
  expect(await send(by, id, sets, PLAN)).toMatchObject({ is: "held" });
  return id;
}
const planNow = async (id: string) => planOf(shownFields((await fetched(shop, id))!.fields));
const standing = async (id: string) =>
  standingOf(id, await planNow(id), await withAccount(shop.account, (ctx) => signsOf(ctx, job, id)));
const sign = (plan: string, name: string, version: string, by = shop as typeof guest) =>
  send(
    by,
    newLocalId(),
    {
      ...{ talk: plan, person: personKey(plan, name), name, drawing, language: "en", version, on: "passed" },
      at: "2026-11-30T14:05:00.000Z",
    },
    SIGN,
  );
const changed = async (id: string, text: PlanText, why: string, at: string, by = shop as typeof guest) =>
  send(by, id, revision(text, baseOf(await planNow(id)), why, at), PLAN, await fetched(shop, id));

describe("a plan for the day", () => {
  it("is signed, changed, and signed again by those who are there", async () => {
    const id = await started(["Luis Ortega", "Ana Paz"]);
    const { version } = await planNow(id);
    expect(await sign(id, "Luis Ortega", version)).toMatchObject({ is: "held" });
    expect(await sign(id, "Ana Paz", version, guest)).toMatchObject({ is: "held" });
    expect(isPlanSigned(await standing(id))).toBe(true);
    const text = withControl("Stop above 25 mph of wind");
    expect(await changed(id, text, "Wind picked up", "2026-11-30T16:00:00.000Z")).toMatchObject({
      is: "held",
    });
    expect(await standing(id)).toMatchObject({ signed: 0 });
    // Somebody was signing while it changed: kept, for what they read.
    expect(await sign(id, "Luis Ortega", version)).toMatchObject({ is: "held" });
    expect(await standing(id)).toMatchObject({ signed: 0 });
    const now = await planNow(id);
    for (const name of ["Luis Ortega", "Ana Paz"])
      expect(await sign(id, name, now.version)).toMatchObject({ is: "held" });
    expect(isPlanSigned(await standing(id))).toBe(true);
    expect(await sign(id, "Luis Ortega", "0".repeat(64))).toMatchObject({ is: "refused", code: "invalid" });
  });

  it("has a number of its year without a gap, which only the server gives", async () => {
    const [one, other] = [await started(["Luis Ortega"]), await started(["Ana Paz"], guest)];
    const numberIt = (id: string) =>
      numberSheetTask.run({ accountId: shop.account, id }, Temporal.Now.instant());
    for (const id of [one, other, one]) await numberIt(id);
    const [first, second] = [(await planNow(one)).number, (await planNow(other)).number];
    expect(first).toMatch(/^PTP-2026-\d{4}$/);
    expect(Number(second!.slice(-4))).toBe(Number(first!.slice(-4)) + 1);
    const stored = await fetched(shop, one);
    expect(await send(shop, one, { number: "PTP-2026-9999" }, PLAN, stored)).toMatchObject({
      ...{ is: "refused", code: "forbidden" },
    });
    // A device that knows of no numbers changes the plan, and it is the same one.
    await changed(one, withControl("Stop above 25 mph"), "Wind", "2026-11-30T16:00:00.000Z");
    expect((await planNow(one)).number).toBe(first);
    const answer = await pdf(
      argsOf(shop.visitor.request(`/account/safety/${one}/plan.pdf`), { planId: one }),
    );
    expect((await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(" ")).toContain(first);
    const sheet = await (await csv(argsOf(shop.visitor.request("/account/safety/plans/plans.csv")))).text();
    expect(sheet).toContain(`\n${first},2026-11-30,`);
  });

  it("never changes what was signed, and takes nothing that isn’t whole", async () => {
    const id = await started(["Luis Ortega"]);
    const before = await fetched(shop, id);
    const { version } = await planNow(id);
    const field = `revisions.${version}`;
    const other = { text: withControl("More"), base: [], why: "", at: "2026-11-30T14:00:00.000Z" };
    expect(await send(shop, id, { [field]: other }, PLAN, before)).toMatchObject({
      ...{ is: "refused", code: "conflict" },
    });
    expect(await send(shop, id, { removed: true }, PLAN, before)).toMatchObject({ is: "refused" });
    const empty = { ...jha, steps: [] };
    for (const sets of [
      revision(withControl("More"), []),
      revision(withControl("More"), ["f".repeat(64)]),
      revision(empty, [version]),
      { [`revisions.${"a".repeat(64)}`]: other },
    ])
      expect(await send(shop, id, sets, PLAN, before)).toMatchObject({ is: "refused", code: "invalid" });
    expect(await send(shop, newLocalId(), { date: "2026-11-30", leader: "Dana" }, PLAN)).toMatchObject({
      ...{ is: "refused", code: "invalid" },
    });
  });

  it("has both changes of two phones without a signal, and 120 people of whom none is twice", async () => {
    const crew = Array.from({ length: 120 }, (_, at) => `Worker ${at + 1}`);
    const id = await started(crew);
    const { version } = await planNow(id);
    const seen = await fetched(shop, id);
    const one = revision(withControl("Net"), [version], "Wind", "2026-11-30T15:00:00.000Z");
    const other = revision(withControl("Stop"), [version], "Rain", "2026-11-30T15:01:00.000Z");
    expect(await send(shop, id, one, PLAN, seen)).toMatchObject({ is: "held" });
    expect(await send(shop, id, other, PLAN, seen)).toMatchObject({ is: "held" });
    const plan = await planNow(id);
    expect([plan.current!.why, plan.others.map(({ why }) => why)]).toEqual(["Rain", ["Wind"]]);
    const again = { [`people.${personKey(id, "WORKER  7")}`]: { name: "WORKER 7" } };
    expect(await send(guest, id, again, PLAN, seen)).toMatchObject({ is: "held" });
    expect((await planNow(id)).people).toHaveLength(120);
    for (const name of crew) await sign(id, name, plan.version);
    expect(await standing(id)).toMatchObject({ signed: 120, waiting: [] });
    const answer = await pdf(argsOf(shop.visitor.request(`/account/safety/${id}/plan.pdf`), { planId: id }));
    expect((await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(" ")).toContain("Worker 120");
  }, 60_000);

  it("is changed by guests only if they started it", async () => {
    const id = await started(["Luis Ortega"]);
    const text = withControl("Ours");
    expect(await changed(id, text, "Theirs", "2026-11-30T15:00:00.000Z", guest)).toMatchObject({
      ...{ is: "refused", code: "forbidden" },
    });
    const own = await started(["Bo"], guest);
    expect(await changed(own, text, "Ours", "2026-11-30T15:00:00.000Z", guest)).toMatchObject({ is: "held" });
  });

  it("is in the office’s list and the day’s report, and on paper with what changed", async () => {
    const id = await started(["Luis Ortega", "Ana Paz"]);
    await changed(id, withControl("Stop above 25 mph of wind"), "Wind picked up", "2026-11-30T16:00:00.000Z");
    const { version } = await planNow(id);
    await sign(id, "Luis Ortega", version);
    const [row] = await withAccount(shop.account, async (ctx) =>
      (
        await rowsOf(
          ctx,
          await listItems(ctx, PLAN, { job, from: null, to: null, type: "changed" }, null, 50),
        )
      ).filter((one) => one.id === id),
    );
    expect(row).toMatchObject({ people: 2, signed: 1, changes: 1, status: "Not everyone signed" });
    const record = (await fetched(shop, id))!;
    const [told] = planDescriber.tell(
      { ...record, commands: [] },
      { units: "us", place: null, account: null },
    );
    expect(told).toMatchObject({ title: "Hazards before work: Gutters from a ladder" });
    expect(told!.lines.join(" ")).toContain("Changed on site: Wind picked up");
    expect(JSON.stringify(told)).not.toContain("Ortega");
    const answer = await pdf(argsOf(shop.visitor.request(`/account/safety/${id}/plan.pdf`), { planId: id }));
    const words = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(" ");
    for (const part of [
      "Gutters from a ladder",
      "Luis Ortega",
      "Not signed",
      "Wind picked up",
      "New:",
      version,
    ])
      expect(words).toContain(part);
  });
});

describe("a plan on somebody’s own phone", () => {
  it("is signed in Spanish, once, and read again when it changed meanwhile", async () => {
    const id = await started(["Luis Ortega"]);
    const request = shop.visitor.request(`/account/safety/${id}/link`, { method: "POST" });
    const answer = await link.action(argsOf(request, { talkId: id }));
    const token = new URL(((await answer.json()) as link.SignLink).address).pathname.split("/")[2]!;
    const at = `/s/${token}/talk?lang=es`;
    const { shown } = await visit(new Visitor(), page, at, { token });
    const { version } = await planNow(id);
    expect(shown).toMatchObject({ language: "es", version, talk: null, titles: { es: jha.title.es } });
    expect(JSON.stringify(shown)).not.toContain("Ortega");
    const fields = { form: newLocalId(), name: " luis  ORTEGA", typed: "yes", version };
    const fill = (more = {}) => visit(new Visitor(), page, at, { token }, { ...fields, ...more });
    await changed(id, withControl("Net"), "Wind", "2026-11-30T15:00:00.000Z");
    const stale = await fill();
    expect(stale.shown["message"]).toContain("El plan cambió");
    expect(stale.shown["values"]).toMatchObject({ name: " luis  ORTEGA", typed: true });
    expect(await standing(id)).toMatchObject({ signed: 0 });
    const { version: read } = await planNow(id);
    expect((await fill({ version: read })).location).toContain("did=");
    await fill({ version: read });
    expect(await standing(id)).toMatchObject({ signed: 1, waiting: [] });
    const twice = await fill({ version: read, form: newLocalId() });
    expect((twice.shown["errors"] as Record<string, string>)["twice"]).toContain("ya firmó");
  });
});
