import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { unsubscribeLead } from "#trade/leads/data.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import * as leadPage from "#faces/today/lead/lead.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";

// A message with an unknown outcome: it is explained, and can be sent again by choice, once.

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
  listenForPeople();
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  ({ slug } = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
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

const argsOf = (
  path: string,
  params: Record<string, string>,
  who: SignedIn,
  fields?: Record<string, string>,
) => {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return {
    request,
    params,
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: path,
  } as never;
};
const look = (leadId: string, who = owner) =>
  leadPage.loader(argsOf(`/account/leads/${leadId}`, { leadId }, who));
const post = (leadId: string, fields: Record<string, string>, who = owner) =>
  leadPage.action(argsOf(`/account/leads/${leadId}`, { leadId }, who, fields));
const come = async () => (await capture(slug, { name: "Dana Ruiz", email: `${newId()}@client.test` })).leadId;
const send = async () => {
  await sendDueSteps(account);
  await deliver(account);
};

const inAccount = <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  withAccount(account, async (ctx) => (await ctx.db.execute<T>(text)).rows);
const mailsOf = (lead: string) =>
  inAccount<{ id: string; state: string; subject: string; message_id_header: string; attempts: number }>(
    sql`select id, state, subject, message_id_header, attempts from mail_messages where about_id = ${lead} order by created_at, id`,
  );

/** A lead whose guide was being sent when the connection broke. */
async function unsure(): Promise<{ lead: string; mail: string }> {
  const lead = await come();
  await send();
  await inAccount(
    sql`update mail_messages set state = 'unknown', via = 'smtp', sent_at = null, claimed_at = ${FRIDAY}::timestamptz where about_id = ${lead}`,
  );
  return { lead, mail: (await mailsOf(lead))[0]!.id };
}

describe("a message of unknown outcome", () => {
  it("is said in words on the lead's page and on Today, where it leads to the choice", async () => {
    const { lead, mail } = await unsure();
    const seen = await look(lead);
    expect(seen.unsure).toEqual([
      { id: mail, kind: "mail", title: expect.stringContaining("9 questions") as string },
    ]);
    const line = seen.story.past.find(({ label }) => label === "can’t tell whether it arrived")!;
    expect(line.body.join(" ")).toMatch(
      /^The connection dropped while we were sending the email\. They may have it already/,
    );
    const today = await dashboard.loader(argsOf("/account/dashboard", {}, owner));
    expect(today.out.filter(({ leadId }) => leadId === lead)).toMatchObject([
      {
        isUnsure: true,
        words: expect.stringMatching(/^can’t tell whether it arrived: the connection broke at /) as string,
      },
    ]);
  });

  it("goes again when its owner chooses so, once however often they press, and the ledger shows both", async () => {
    const { lead, mail } = await unsure();
    const answers = (await Promise.all(
      [1, 2].map(() => post(lead, { do: "again-mail", message: mail })),
    )) as Response[];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const [first, again, ...more] = await mailsOf(lead);
    expect(more).toEqual([]);
    expect([first, again]).toMatchObject([
      { id: mail, state: "unknown" },
      { state: "queued", subject: first!.subject, attempts: 0 },
    ]);
    expect(again!.message_id_header).not.toBe(first!.message_id_header);
    await send();
    const seen = await look(lead);
    expect(seen.unsure).toEqual([]);
    expect(seen.story.past.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["can’t tell whether it arrived", "sent"]),
    );
    expect((await mailsOf(lead))[1]!.state).toBe("sent");
  });

  it("does not go again to somebody who unsubscribed, nor when it is known by now, nor of another's lead", async () => {
    const { lead, mail } = await unsure();
    const other = await come();
    const refused = async (work: Promise<unknown>) =>
      await work.then(
        () => "done",
        (answer: { init?: { status?: number } }) => answer.init?.status,
      );
    expect(await refused(post(other, { do: "again-mail", message: mail }))).toBe(404);
    expect(await refused(post(lead, { do: "again-mail", message: "no id" }))).toBe(404);
    await withAccount(account, (ctx) => unsubscribeLead(ctx, lead));
    expect(await refused(post(lead, { do: "again-mail", message: mail }))).toBe(409);
    expect(await mailsOf(lead)).toHaveLength(1);
    const known = await unsure();
    await inAccount(sql`update mail_messages set state = 'sent' where id = ${known.mail}`);
    expect(await refused(post(known.lead, { do: "again-mail", message: known.mail }))).toBe(404);
    expect(await mailsOf(known.lead)).toHaveLength(1);
  });

  it("is the same with a text", async () => {
    const lead = await come();
    const id = newId();
    await inAccount(sql`
      insert into sms_messages (account_id, id, state, via, kind, recipient, body, segments, about_id, created_at, attempts, next_attempt_at)
      values (${account}, ${id}, 'unknown', 'twilio', 'followup', '+13035550123', 'Still thinking about the deck?', 1, ${lead}, now(), 1, now())`);
    expect((await look(lead)).unsure).toEqual([
      { id, kind: "text", title: "Still thinking about the deck?" },
    ]);
    await post(lead, { do: "again-text", message: id });
    await post(lead, { do: "again-text", message: id });
    const texts = await inAccount<{ id: string; state: string }>(
      sql`select id, state from sms_messages where about_id = ${lead} order by state desc`,
    );
    expect(texts.map(({ state }) => state)).toEqual(["unknown", "queued"]);
    expect((await look(lead)).unsure).toEqual([]);
  });
});
