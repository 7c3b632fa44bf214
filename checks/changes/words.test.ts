import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import * as page from "#tools/changes/word/page.tsx";
import { askTask } from "#tools/changes/word/send.server.ts";
import { WORD, wordOf } from "#tools/changes/word/word.ts";
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

// What somebody said, in an email to them, and what they answer, against the real database.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

const asked = (change: string, over: object = {}) => ({
  asked: {
    ...{ change, by: "Dana Hale", email: "dana@hale.test", at: "2026-11-27T14:10", where: "in the kitchen" },
    ...{ said: "Move the opening 8 in. to the left", ...over },
  },
});

/** Asks as a phone does, and lets the task run. @returns the record and the page's token */
async function ask(over: object = {}) {
  const { record: change } = await changed();
  const record = newLocalId();
  expect(await send(shop, record, asked(change, over), WORD)).toMatchObject({ is: "held" });
  await askTask.run({ accountId: shop.account, id: record }, Temporal.Now.instant());
  return { change, record, token: (await mails()).at(-1)?.token ?? "" };
}

/** Emails to Dana, the first first. */
async function mails() {
  const { rows } = await db.query<{ text: string; subject: string }>(
    "select text, subject from mail_messages where account_id = $1 and recipient = 'dana@hale.test' order by created_at, id",
    [shop.account],
  );
  return rows.map((row) => ({ ...row, token: /\/s\/([\w-]+)/.exec(row.text)?.[1] ?? "" }));
}

const outcomeOf = async (record: string) => wordOf(await valuesOf(record))?.outcome ?? null;
const valuesOf = async (record: string) => {
  const fields = (await fetched(shop, record))?.fields ?? {};
  return Object.fromEntries(Object.entries(fields).map(([name, { values }]) => [name, values.at(-1)?.value]));
};

const open = (token: string, fields?: Record<string, string>) =>
  visit(new Visitor(), page, `/s/${token}/word`, { token }, fields);

interface Shown {
  readonly view: { readonly document: string; readonly own: { readonly answer: string } | null };
  readonly content: { readonly said: string; readonly by: string; readonly when: string };
}
const shownAt = async (token: string) => (await open(token)).shown as unknown as Shown;

async function answer(token: string, what: "approve" | "decline", words = "") {
  const { view, content } = await shownAt(token);
  return open(token, { do: what, document: view.document, name: content.by, words });
}

describe("what somebody said by word", () => {
  beforeEach(() => mayMail());

  it("goes to them in one short email, and stands as sent until they answer", async () => {
    const before = (await mails()).length;
    const { record } = await ask();
    // The queue may run a task again.
    await askTask.run({ accountId: shop.account, id: record }, Temporal.Now.instant());
    const sent = (await mails()).slice(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.subject).toBe("Is this right? Move the opening 8 in. to the left");
    expect(sent[0]!.text).toContain("(Nov 27, 2026, 2:10 PM, in the kitchen)");
    expect(await outcomeOf(record)).toMatchObject({ is: "sent" });
  });

  it("isn't confirmed by opening the link, as mail scanners do, however often", async () => {
    const { record, token } = await ask();
    for (let time = 0; time < 3; time++) expect((await shownAt(token)).view.own).toBeNull();
    expect(await outcomeOf(record)).toMatchObject({ is: "sent" });
  });

  it("is confirmed by one tap, once, in the job's history too", async () => {
    const { record, token, change } = await ask();
    expect((await shownAt(token)).content).toMatchObject({
      ...{ by: "Dana Hale", said: "Move the opening 8 in. to the left" },
      when: "Nov 27, 2026, 2:10 PM, in the kitchen",
    });
    expect((await answer(token, "approve")).status).toBe(303);
    expect(await outcomeOf(record)).toMatchObject({ is: "confirmed", name: "Dana Hale", words: "" });
    await answer(token, "approve");
    await answer(token, "decline", "Never said that");
    expect(await outcomeOf(record)).toMatchObject({ is: "confirmed", words: "" });
    const { rows } = await db.query<{ kind: string }>(
      "select kind from evidence_entries where account_id = $1 and job_id = $2 and kind like 'papers.%'",
      [shop.account, job],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["papers.approved"]);
    await db.query("update identity_users set email_verified = true where id = $1", [shop.who.id]);
    await deliverDue(shop.account);
    const { rows: alerts } = await db.query<{ subject: string }>(
      "select subject from mail_messages where text like '%' || $1 || '%' and subject like 'Dana Hale %'",
      [change],
    );
    expect(alerts).toEqual([{ subject: "Dana Hale confirmed: Move the opening 8 in. to the left" }]);
  });

  it("is answered with what they really said", async () => {
    const { record, token } = await ask();
    await answer(token, "decline", "Six inches, and only if the header allows it.");
    expect(await outcomeOf(record)).toMatchObject({
      ...{ is: "corrected", name: "Dana Hale", words: "Six inches, and only if the header allows it." },
    });
    expect((await shownAt(token)).view.own).toMatchObject({ answer: "declined" });
  });

  it("is said not to be sent, with the reason, where the business can't email", async () => {
    await db.query("update identity_users set email_verified = false where id = $1", [shop.who.id]);
    const before = (await mails()).length;
    const { record } = await ask();
    expect((await mails()).length).toBe(before);
    expect(await outcomeOf(record)).toMatchObject({
      ...{ is: "unsent", words: "Verify your email address first. Then we can email others for you." },
    });
  });

  it("is a PDF too", async () => {
    const { record } = await ask();
    const { rows } = await db.query<{ file: string }>(
      "select file from papers where account_id = $1 and thing_id = $2",
      [shop.account, record],
    );
    const { installation } = await import("#platform/config/installation.server.ts");
    const text = (await pagesOf(await installation().files.get(rows[0]!.file))).join(" ");
    expect(text).toContain("What Dana Hale asked for");
    expect(text).toContain("“Move the opening 8 in. to the left”");
  });

  it("is asked by people of the business, about a change of that job, and can't be altered", async () => {
    const { record, change } = await ask();
    const refused = async (by: typeof guest, id: string, sets: Record<string, unknown>) =>
      (await send(by, id, sets, WORD, await fetched(shop, id))).is;
    expect(await refused(guest, newLocalId(), asked(change))).toBe("refused");
    expect(await refused(shop, newLocalId(), asked(newLocalId()))).toBe("refused");
    expect(await refused(shop, record, asked(change, { said: "Move it 80 in." }))).toBe("refused");
    const yes = { is: "confirmed", at: "2026-11-28T10:00:00Z", name: "Dana Hale", words: "" };
    expect(await refused(shop, record, { outcome: yes })).toBe("refused");
    expect(await refused(shop, newLocalId(), { ...asked(change), outcome: yes })).toBe("refused");
    expect(await outcomeOf(record)).toMatchObject({ is: "sent" });
  });
});
