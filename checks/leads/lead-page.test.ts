import { describe, expect, it } from "vitest";
import { acting, businessOf } from "#ground/businesses/testing/people.ts";
import { signedIn } from "#ground/businesses/testing/signed-in.ts";
import { saveJobRow } from "#trade/jobs/data.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import * as consent from "#faces/today/lead/consent-receipt.tsx";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { leadPages } from "../testing/lead-pages.ts";

// What the owner enters on a lead's page, by plain forms: an appointment, the outcome, a finished call.

const shop = leadPages();
const { clock, argsOf, look, post, come, send } = shop;
const words = async (leadId: string) => {
  const { past, ahead } = (await look(leadId)).story;
  return [...past, ...ahead]
    .filter(({ key }) => /-\d+$/.test(key) && key.length > 36)
    .map(({ label }) => label);
};

describe("a lead's page", () => {
  it("leads to their jobs, not to those of others or those taken away", async () => {
    const [lead, other] = [await come(), await come()];
    expect((await look(lead)).jobs).toEqual([]);
    const jobOf = (leadId: string, name: string, more: Record<string, boolean> = {}) => {
      const id = newId();
      const values = { name, status: "active", leadId, ...more };
      const fields = Object.fromEntries(
        Object.entries(values).map(([field, value]) => [
          field,
          { values: [{ value, by: newId(), at: 0, author: null }], gone: [] },
        ]),
      );
      return withAccount(
        shop.account,
        async (ctx) => (await saveJobRow(ctx, { kind: "jobs.job", id, job: id, revision: 1, fields }), id),
      );
    };
    const porch = await jobOf(lead, "Porch");
    await jobOf(other, "Theirs");
    await jobOf(lead, "Mistaken", { removed: true });
    expect((await look(lead)).jobs).toEqual([{ id: porch, name: "Porch", status: "Active" }]);
  });

  it("takes an appointment, an end, and both back again, one at a time", async () => {
    const lead = await come();
    await send();
    expect(await look(lead)).toMatchObject({
      status: "new",
      canStop: true,
      ending: { canBook: true, canUndo: false, outcome: null },
    });
    const answer = (await post(lead, { do: "booked" })) as Response;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/account/leads/${lead}`]);
    expect(await look(lead)).toMatchObject({
      status: "booked",
      canStop: false,
      ending: { canBook: false, canUndo: true },
    });
    expect(await words(lead)).toEqual(["sent", "not sent: they have an appointment"]);
    await post(lead, { do: "lost" });
    expect(await look(lead)).toMatchObject({ status: "lost", ending: { outcome: "lost" } });
    await post(lead, { do: "won" });
    expect(await look(lead)).toMatchObject({ status: "won", ending: { outcome: "won", canBook: false } });
    await post(lead, { do: "undo" });
    expect(await look(lead)).toMatchObject({ status: "booked", ending: { outcome: null, canUndo: true } });
    await post(lead, { do: "undo" });
    expect(await look(lead)).toMatchObject({ status: "new", ending: { canUndo: false } });
    expect(await words(lead)).toEqual(["sent", "planned"]);
  });

  it("lists a call to make here and on the dashboard, until it was made", async () => {
    const lead = await come();
    await send();
    await withAccount(shop.account, async (ctx) => {
      const steps = [
        { kind: "call", delay: { amount: 0, unit: "days" }, say: "Ask about the stairs." },
      ] as const;
      await startSequence(
        ctx,
        await createSequence(ctx, { name: "Calls", trigger: { kind: "manual" }, steps: [...steps] }),
        [lead],
      );
    });
    const onDashboard = async () =>
      (await dashboard.loader(argsOf("/account/dashboard", {}, shop.owner))).next.filter(
        ({ kind }) => kind === "call",
      );
    expect(await onDashboard()).toEqual([]);
    await send();
    const [call] = (await look(lead)).calls;
    expect(call).toMatchObject({ step: 0, say: "Ask about the stairs." });
    expect(await onDashboard()).toMatchObject([
      { leadId: lead, name: "Dana Ruiz", say: "Ask about the stairs." },
    ]);
    const fields = { enrolment: call!.enrolmentId, step: "0" };
    for (const wrong of [
      { enrolment: "x", step: "0" },
      { ...fields, step: "no" },
      { ...fields, step: "1.5" },
      {},
    ])
      await expect(post(lead, { do: "called", ...wrong } as Record<string, string>)).rejects.toBeDefined();
    await post(lead, { do: "no-answer", ...fields });
    expect((await look(lead)).calls).toEqual([]);
    expect(await onDashboard()).toEqual([]);
    expect(await words(lead)).toContain("no answer");
    // Noted by mistake; the call is to be made again.
    await post(lead, { do: "take-back", deed: (await look(lead)).said!.deed });
    expect((await look(lead)).calls).toMatchObject([{ step: 0, say: "Ask about the stairs." }]);
    await post(lead, { do: "called", ...fields });
    expect(await words(lead)).toContain("called");
  });

  it("tells one story in the order of time: how they came, what they agreed to, what went out, what was said", async () => {
    const lead = await come();
    await send();
    clock.set("2026-11-20T18:00:00Z");
    await post(lead, { do: "note", note: "  Wants cedar.\r\nGate code 4711 " });
    await post(lead, { do: "value", value: "$4,200.50" });
    clock.set("2026-11-20T19:00:00Z");
    await post(lead, { do: "won:Came recommended" });
    const { story, value, ending } = await look(lead);
    expect([value, ending]).toMatchObject([
      "$4,200.50",
      { outcome: "won", reason: "Came recommended", value: "4200.50", currency: "USD" },
    ]);
    // React leaves one of two entries with the same key on the next lead's page.
    expect(new Set(story.past.map(({ key }) => key)).size).toBe(story.past.length);
    expect(story.past.map(({ label, title, quote }) => [label, quote ?? title])).toEqual([
      ["new lead", "Requested “9 questions”"],
      ["agreed", "Agreed to emails"],
      ["follow-up started", expect.any(String)],
      ["sent", "9 questions"],
      ["note", "Wants cedar.\nGate code 4711"],
      ["value", "$4,200.50"],
      ["won", "Came recommended"],
      ["follow-up ended", expect.stringContaining("they said yes") as string],
      ["not sent: they said yes", expect.any(String)],
    ]);
    expect(story.past.map(({ iso }) => iso)).toEqual(story.past.map(({ iso }) => iso).toSorted());
    expect(story.ahead).toEqual([]);
  });

  it("offers to take back the last thing said, for half an hour; a slip of the finger is no part of the story", async () => {
    const lead = await come();
    await send();
    const said = async () => (await look(lead)).said;
    const takeBack = async () => post(lead, { do: "take-back", deed: (await said())!.deed });
    const labels = async () => (await look(lead)).story.past.map(({ label }) => label);
    const before = await labels();
    expect(await said()).toBeNull();
    await post(lead, { do: "lost:Too expensive" });
    expect(await said()).toMatchObject({
      words: "You marked this lead lost (Too expensive).",
      button: "Undo",
    });
    clock.set("2026-11-20T17:03:00Z");
    await takeBack();
    expect(await said()).toBeNull();
    expect(await labels()).toEqual(before);
    expect(await words(lead)).toEqual(["sent", "planned"]);
    // The history later shows both the outcome and its undo.
    await post(lead, { do: "won" });
    clock.set("2026-11-20T17:20:00Z");
    await takeBack();
    expect((await labels()).slice(before.length)).toEqual(["won", "undone"]);
    await post(lead, { do: "replied" });
    expect((await look(lead)).status).toBe("replied");
    expect(await words(lead)).toEqual(["sent", "not sent: they replied"]);
    await takeBack();
    expect((await look(lead)).status).toBe("new");
    expect(await words(lead)).toEqual(["sent", "planned"]);
    await post(lead, { do: "hold" });
    expect(await said()).toMatchObject({ words: "You put them on hold." });
    await takeBack();
    expect(await words(lead)).toEqual(["sent", "planned"]);
    clock.set("2026-11-20T17:51:00Z");
    expect(await said()).toBeNull();
  });

  it("takes back values and notes, and puts a note back; not what something newer stands on", async () => {
    const lead = await come();
    await post(lead, { do: "value", value: "900" });
    const first = (await look(lead)).said!.deed;
    clock.set("2026-11-20T17:01:00Z");
    await post(lead, { do: "value", value: "1.200,00" });
    expect((await look(lead)).value).toBe("$1,200");
    await expect(post(lead, { do: "take-back", deed: first })).rejects.toMatchObject({
      init: { status: 409 },
    });
    await post(lead, { do: "take-back", deed: (await look(lead)).said!.deed });
    expect((await look(lead)).value).toBe("$900");
    await post(lead, { do: "value", value: " " });
    expect((await look(lead)).value).toBeNull();
    clock.set("2026-11-20T17:02:00Z");
    await post(lead, { do: "note", note: "Two dogs" });
    const notes = async () =>
      (await look(lead)).story.past.flatMap(({ note, quote }) => (note ? [quote] : []));
    expect(await notes()).toEqual(["Two dogs"]);
    await post(lead, { do: "take-back", deed: (await look(lead)).said!.deed });
    expect(await notes()).toEqual([]);
    expect((await look(lead)).said).toMatchObject({ button: "Undo" });
    await post(lead, { do: "take-back", deed: (await look(lead)).said!.deed });
    expect(await notes()).toEqual(["Two dogs"]);
  });

  it("is moved to another stage by hand, and back", async () => {
    const lead = await come();
    await send();
    expect((await look(lead)).ending).toMatchObject({
      stage: "New",
      moves: [{ stage: "talking" }, { stage: "quoted" }],
    });
    await post(lead, { do: "stage:quoted" });
    const moved = await look(lead);
    expect(moved).toMatchObject({
      status: "replied",
      ending: { stage: "Quote or appointment" },
      said: { words: "You moved them to another stage." },
    });
    expect(await words(lead)).toEqual(["sent", "not sent: they replied"]);
    await post(lead, { do: "take-back", deed: moved.said!.deed });
    expect((await look(lead)).ending).toMatchObject({ stage: "New" });
    expect(await words(lead)).toEqual(["sent", "planned"]);
  });

  it("refuses what can't be kept beside its field, with all that was typed", async () => {
    const lead = await come();
    const long = "x".repeat(20_001);
    for (const [fields, field] of [
      [{ do: "value", value: "a lot" }, "value"],
      [{ do: "value", value: "-5" }, "value"],
      [{ do: "value", value: "99999999999999" }, "value"],
      [{ do: "note", note: " " }, "note"],
      [{ do: "note", note: long }, "note"],
      [{ do: "won", reason: "y".repeat(201) }, "reason"],
    ] as [Record<string, string>, string][]) {
      const answer = (await post(lead, fields)) as unknown as {
        data: { errors: Record<string, string>; values: Record<string, string> };
      };
      expect(Object.keys(answer.data.errors), field).toEqual([field]);
      expect(answer.data.values[field]).toBe(fields[field]);
    }
    expect(await look(lead)).toMatchObject({ status: "new", value: null, said: null });
    await post(lead, { do: "note", note: "z".repeat(10_000) });
    expect((await look(lead)).story.past.find(({ note }) => note)?.quote).toHaveLength(10_000);
  });

  it("shows what they agreed to as a receipt, in the words they saw", async () => {
    const lead = await come();
    const shown = await consent.loader(
      argsOf(`/account/leads/${lead}/consent`, { leadId: lead }, shop.owner),
    );
    expect(shown).toMatchObject({
      name: "Dana Ruiz",
      business: "Summit Deck",
      consents: [
        {
          channel: "mail",
          wording: expect.stringContaining("Summit Deck") as string,
          version: "2026-11",
          confirmed: null,
        },
      ],
    });
    const stranger = await signedIn();
    await businessOf(stranger.person, "Another business");
    await expect(
      consent.loader(argsOf(`/account/leads/${lead}/consent`, { leadId: lead }, stranger)),
    ).rejects.toMatchObject({
      init: { status: 404 },
    });
  });

  it("is nobody else's to say anything on", async () => {
    const lead = await come();
    const stranger = await signedIn();
    await businessOf(stranger.person, "Another business");
    const ledger = () => acting(shop.owner.person, shop.account, (ctx) => ledgerOfLead(ctx, lead));
    const before = JSON.stringify(await ledger());
    for (const answer of [
      "booked",
      "won",
      "lost",
      "undo",
      "called",
      "value",
      "note",
      "take-back",
      "lost:Not now",
    ])
      await expect(post(lead, { do: answer }, stranger), answer).rejects.toBeDefined();
    expect(JSON.stringify(await ledger())).toBe(before);
    expect((await look(lead)).status).toBe("new");
  });
});
