import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { FRIDAY, leadPages } from "../testing/lead-pages.ts";

// A message with an unknown outcome: it is explained, and can be sent again by choice, once.

const shop = leadPages();
const { argsOf, look, post, come, send } = shop;

const inAccount = <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  withAccount(shop.account, async (ctx) => (await ctx.db.execute<T>(text)).rows);
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
    const today = await dashboard.loader(argsOf("/account/dashboard", {}, shop.owner));
    expect(today.out.filter(({ leadId }) => leadId === lead)).toMatchObject([
      {
        isUnsure: true,
        words: expect.stringMatching(/^may not have arrived: the connection dropped at /) as string,
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
    await withAccount(shop.account, (ctx) => unsubscribeLead(ctx, lead));
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
      values (${shop.account}, ${id}, 'unknown', 'twilio', 'followup', '+13035550123', 'Still thinking about the deck?', 1, ${lead}, now(), 1, now())`);
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
