import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#features/businesses/public.server.ts";
import { acting, businessOf } from "#features/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#features/businesses/testing/signed-in.ts";
import { listenForDeeds } from "#features/events/listeners.server.ts";
import { openPage } from "#features/leads/pages.server.ts";
import { capture } from "#features/leads/testing/capture.ts";
import { createSequence } from "#features/sequences/create.server.ts";
import { sendDueSteps } from "#features/sequences/data.server.ts";
import { ledgerOfLead } from "#features/sequences/ledger.server.ts";
import { listenForLeads } from "#features/sequences/listeners.server.ts";
import { startSequence } from "#features/sequences/start.server.ts";
import * as dashboard from "#features/today/dashboard.tsx";
import * as leadPage from "#features/today/lead.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";

// What the owner says of a lead on their page, by plain forms: an appointment, how it ended, a call that was made.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let installed: Awaited<ReturnType<typeof openInstallation>>;
let owner: SignedIn;
let account: string;
let slug: string;

beforeAll(async () => {
  installed = await openInstallation(clock);
  listenForDeeds();
  listenForLeads();
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  ({ slug } = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(ctx, { businessName: "Summit Deck", postalAddress: "1 Main St, Denver", zone: "America/Denver" });
    return openPage(ctx, "Summit Deck", {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    });
  }));
});
afterAll(() => installed?.drop());
beforeEach(() => clock.set(FRIDAY));

const argsOf = (path: string, params: Record<string, string>, who: SignedIn, fields?: Record<string, string>) => {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return { request, params, context: new RouterContextProvider(), url: new URL(request.url), pattern: path } as never;
};
const look = (leadId: string, who = owner) => leadPage.loader(argsOf(`/account/leads/${leadId}`, { leadId }, who));
const post = (leadId: string, fields: Record<string, string>, who = owner) =>
  leadPage.action(argsOf(`/account/leads/${leadId}`, { leadId }, who, fields));
const come = async () => (await capture(slug, { name: "Dana Ruiz", email: `${newId()}@client.test` })).leadId;
const send = async () => {
  await sendDueSteps(account);
  await deliver(account);
};
const words = async (leadId: string) => (await look(leadId)).steps.map(({ label }) => label);

describe("a lead's page", () => {
  it("takes an appointment, an end, and both back again, one at a time", async () => {
    const lead = await come();
    await send();
    expect(await look(lead)).toMatchObject({ status: "new", canBook: true, canUndo: false, canStop: true, outcome: null });
    const answer = await post(lead, { do: "booked" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/account/leads/${lead}`]);
    expect(await look(lead)).toMatchObject({ status: "booked", canBook: false, canUndo: true, canStop: false });
    expect(await words(lead)).toEqual(["sent", "not sent: they have an appointment"]);
    await post(lead, { do: "lost" });
    expect(await look(lead)).toMatchObject({ status: "lost", outcome: "lost" });
    await post(lead, { do: "won" });
    expect(await look(lead)).toMatchObject({ status: "won", outcome: "won", canBook: false });
    await post(lead, { do: "undo" });
    expect(await look(lead)).toMatchObject({ status: "booked", outcome: null, canUndo: true });
    await post(lead, { do: "undo" });
    expect(await look(lead)).toMatchObject({ status: "new", canUndo: false });
    expect(await words(lead)).toEqual(["sent", "planned"]);
  });

  it("lists a call to make here and on the dashboard, until it was made", async () => {
    const lead = await come();
    await send();
    await withAccount(account, async (ctx) => {
      const steps = [{ kind: "call", delay: { amount: 0, unit: "days" }, say: "Ask about the stairs." }] as const;
      await startSequence(ctx, await createSequence(ctx, { name: "Calls", trigger: { kind: "manual" }, steps: [...steps] }), [lead]);
    });
    const onDashboard = async () =>
      (await dashboard.loader(argsOf("/account/dashboard", {}, owner))).next.filter(({ kind }) => kind === "call");
    expect(await onDashboard()).toEqual([]);
    await send();
    const [call] = (await look(lead)).calls;
    expect(call).toMatchObject({ step: 0, say: "Ask about the stairs." });
    expect(await onDashboard()).toMatchObject([{ leadId: lead, name: "Dana Ruiz", say: "Ask about the stairs." }]);
    const fields = { enrolment: call!.enrolmentId, step: "0" };
    for (const wrong of [{ enrolment: "x", step: "0" }, { ...fields, step: "no" }, { ...fields, step: "1.5" }, {}])
      await expect(post(lead, { do: "called", ...wrong } as Record<string, string>)).rejects.toBeDefined();
    await post(lead, { do: "no-answer", ...fields });
    expect((await look(lead)).calls).toEqual([]);
    expect(await onDashboard()).toEqual([]);
    expect((await words(lead)).at(-1)).toBe("no answer");
  });

  it("is nobody else's to say anything on", async () => {
    const lead = await come();
    const stranger = await signedIn();
    await businessOf(stranger.person, "Another business");
    const ledger = () => acting(owner.person, account, (ctx) => ledgerOfLead(ctx, lead));
    const before = JSON.stringify(await ledger());
    for (const answer of ["booked", "won", "lost", "undo", "called"])
      await expect(post(lead, { do: answer }, stranger), answer).rejects.toBeDefined();
    expect(JSON.stringify(await ledger())).toBe(before);
    expect((await look(lead)).status).toBe("new");
  });
});
