import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { giveNoticeTask } from "#tools/changes/notice/give.server.ts";
import { givenOf, NOTICE, noticeId } from "#tools/changes/notice/given.ts";
import * as page from "#tools/changes/notice/page.tsx";
import { loader as pdf } from "#tools/changes/notice/pdf.ts";
import { noticesOf } from "#tools/changes/notice/view.server.ts";
import { loadChangeSection } from "#tools/changes/radar/radar.server.ts";
import { TERMS, termsId } from "#tools/changes/rules/terms.ts";
import { grantTool } from "#ground/businesses/public.server.ts";
import { withAccount, withMember } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import { changed } from "../testing/change-orders.ts";
import {
  mayMail,
  db,
  fetched,
  guest,
  job,
  nextJob,
  send,
  shop,
  startShop,
  stopShop,
} from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// Notice of a change, from a phone to an email or a letter, against the real database.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);
beforeEach(() => mayMail());

const BY_EMAIL = { way: "email", name: "Dana Hale", email: "dana@hale.test", address: "" };
const BY_MAIL = { way: "letter", name: "Dana Hale", email: "", address: "14 Elm Street\nBoise, ID 83702" };

/** Gives notice of a new change, as a phone does, and lets the task run. */
async function give(to: object, at = 0) {
  const { record: change } = await changed({ reason: "hidden", knownAt: "2026-11-20T18:00:00Z" });
  const id = noticeId(change, at);
  expect(await send(shop, id, { given: { change, ...to } }, NOTICE)).toMatchObject({ is: "held" });
  await run(id);
  return { change, id };
}
const run = (id: string) => giveNoticeTask.run({ accountId: shop.account, id }, Temporal.Now.instant());
const noticeNow = async (id: string) => givenOf(shownFields((await fetched(shop, id))!.fields))!;
const shown = (change: string) =>
  withAccount(shop.account, (ctx) => noticesOf(ctx, change, "2026-11-27", "America/Boise"));

async function mails() {
  const { rows } = await db.query<{ id: string; text: string; subject: string }>(
    "select id, text, subject from mail_messages where account_id = $1 and recipient = 'dana@hale.test' order by created_at, id",
    [shop.account],
  );
  return rows;
}

describe("notice by email", () => {
  it("goes out once, with the letter behind a link, and says how late it is", async () => {
    const before = (await mails()).length;
    const { change, id } = await give(BY_EMAIL);
    await run(id);
    const sent = (await mails()).slice(before);
    expect(sent.map(({ subject }) => subject)).toEqual(["Notice of a change: Move the opening (PCO-001)"]);
    expect((await noticeNow(id)).outcome).toMatchObject({ is: "sent" });
    // Today's real date is after the deadline.
    const [line] = await shown(change);
    expect(line!.line).toMatch(/^Notice emailed to dana@hale\.test .*: \d+ days? late\.$/);
    const token = /\/s\/([\w-]+)/.exec(sent[0]!.text)![1]!;
    const { shown: view } = await visit(new Visitor(), page, `/s/${token}/notice`, { token });
    expect(view).toMatchObject({ view: { title: "Notice of a change: Move the opening", asks: "nothing" } });
  });

  it("shows what became of the email: on its way, accepted, or returned", async () => {
    const { change } = await give(BY_EMAIL);
    const { id: mail } = (await mails()).at(-1)!;
    expect((await shown(change))[0]!.evidence).toEqual(["On its way to dana@hale.test"]);
    await db.query(
      "update mail_messages set state = 'sent', via = 'smtp', sent_at = '2026-11-27T21:10:00Z' where id = $1",
      [mail],
    );
    const [accepted] = (await shown(change))[0]!.evidence;
    expect(accepted).toContain("The mail server for dana@hale.test accepted it, Fri, Nov 27, 2:10 PM MST");
    await db.query("update mail_messages set state = 'failed', failure = '550 No such user' where id = $1", [
      mail,
    ]);
    expect((await shown(change))[0]!.evidence).toEqual(["It didn’t reach dana@hale.test. 550 No such user"]);
  });

  it("says why it isn't sent, and can be given again", async () => {
    await db.query("update identity_users set email_verified = false where id = $1", [shop.who.id]);
    const { change, id } = await give(BY_EMAIL);
    expect((await noticeNow(id)).outcome).toMatchObject({ is: "unsent" });
    await mayMail();
    const again = noticeId(change, 1);
    await send(shop, again, { given: { change, ...BY_EMAIL } }, NOTICE);
    await run(again);
    expect((await shown(change)).map(({ line }) => line.slice(0, 16))).toEqual([
      "Notice not sent.",
      "Notice emailed t",
    ]);
  });
});

describe("notice by mail", () => {
  it("is a letter to print, and late from the day it was mailed", async () => {
    const before = (await mails()).length;
    const { change, id } = await give(BY_MAIL);
    expect((await mails()).length).toBe(before);
    expect((await shown(change))[0]!.line).toBe("The letter hasn’t gone out yet.");
    const answer = await pdf(
      argsOf(shop.visitor.request(`/account/changes/notices/${id}`), { noticeId: id }),
    );
    const text = (await pagesOf(Buffer.from(await answer.arrayBuffer()))).join(" ").replaceAll(/\s+/g, " ");
    for (const part of [
      "Notice of a change: Move the opening",
      "14 Elm Street",
      "Boise, ID 83702",
      "PCO-001",
    ])
      expect(text).toContain(part);
    expect(text).toContain("Hidden condition");
    const mailed = { day: "2026-11-30", carrier: "USPS Certified Mail", number: "9407 1118 9956" };
    expect(await send(shop, id, { mailed }, NOTICE, await fetched(shop, id))).toMatchObject({ is: "held" });
    expect((await shown(change))[0]!.line).toBe(
      "Notice postmarked Mon, Nov 30, USPS Certified Mail, 9407 1118 9956: 3 days late.",
    );
  });
});

describe("a notice", () => {
  it("is given by managers, of a change of that job, and can't be altered", async () => {
    const { change, id } = await give(BY_EMAIL);
    const refused = async (by: typeof guest, record: string, sets: Record<string, unknown>) =>
      (await send(by, record, sets, NOTICE, await fetched(shop, record))).is;
    const second = noticeId(change, 1);
    expect(await refused(guest, second, { given: { change, ...BY_EMAIL } })).toBe("refused");
    expect(await refused(shop, newLocalId(), { given: { change, ...BY_EMAIL } })).toBe("refused");
    expect(await refused(shop, second, { given: { change, ...BY_EMAIL, email: "" } })).toBe("refused");
    expect(await refused(shop, id, { given: { change, ...BY_MAIL } })).toBe("refused");
    const early = { is: "sent", at: "2026-11-21T10:00:00Z", words: "" };
    expect(await refused(shop, id, { outcome: early })).toBe("refused");
    const gone = newLocalId();
    expect(await refused(shop, noticeId(gone, 0), { given: { change: gone, ...BY_EMAIL } })).toBe("refused");
  });

  it("ends the warning on Today; a letter that nobody mailed doesn't", async () => {
    await grantTool(shop.account, "changes");
    await send(shop, termsId(job), { noticeDays: 7 }, TERMS);
    const warned = () =>
      withMember(shop.account, shop.who, { role: "owner", jobId: null }, loadChangeSection).then(
        ({ lines }) => lines.filter(({ text }) => text.includes("notice")).map(({ id }) => id),
      );
    const { change, id } = await give(BY_MAIL);
    expect(await warned()).toContain(change);
    const mailed = { day: "2026-11-26", carrier: "", number: "" };
    await send(shop, id, { mailed }, NOTICE, await fetched(shop, id));
    expect(await warned()).not.toContain(change);
  });
});
