import { describe, expect, it } from "vitest";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import * as office from "#tools/estimates/office/estimate.tsx";
import * as begin from "#tools/estimates/start/new.tsx";
import { loader as status } from "#tools/estimates/office/status.ts";
import { sendScheduled } from "#tools/estimates/send/send-scheduled.server.ts";
import { contentHash } from "#tools/estimates/send/scheduled.server.ts";
import { ESTIMATE, type Estimate, estimateOf, TEXT_NAMES } from "#tools/estimates/rules/estimate.ts";
import { STATE_RULES } from "#tools/estimates/rules/states.ts";
import { setState } from "#tools/estimates/stored/set-state.server.ts";
import { SYSTEM_ACCOUNT, withAccount } from "#platform/db/scope.server.ts";
import {
  approve,
  db,
  fetched,
  job,
  send,
  shared,
  shop,
  standing,
  written,
  withShop,
} from "../testing/estimates.ts";
import { argsOf } from "../testing/changes.ts";
import { visit } from "../testing/screens.ts";

// An estimate that waits for its time is sent once, as it was shown, or not at all.

withShop("America/Denver");

interface Shown {
  readonly schedule: {
    readonly shown: string;
    readonly tomorrow: string;
    readonly waiting: {
      readonly to: string;
      readonly isChanged: boolean;
      readonly at: { words: string };
    } | null;
    readonly failure: string | null;
  };
}

const page = async (record: string) =>
  (await visit(shop.visitor, office, `/account/estimates/${record}`, { estimateId: record }))
    .shown as unknown as Shown;

const post = (record: string, fields: Record<string, string>) =>
  visit(shop.visitor, office, `/account/estimates/${record}`, { estimateId: record }, fields);

async function schedule(record: string, over: Record<string, string> = {}) {
  const { schedule: now } = await page(record);
  return post(record, {
    ...{ intent: "send", later: "yes", to: "dana@client.test", words: "As promised.", days: "30" },
    ...{ passcode: "", asks: "yes", everyone: "", form: newLocalId() },
    ...{ shown: now.shown, sendAt: now.tomorrow, ...over },
  });
}

/** As if its time had come. */
async function comes(record: string): Promise<void> {
  await db.query("update estimates_scheduled set at = now() - interval '1 second' where estimate_id = $1", [
    record,
  ]);
  await sendScheduled(shop.account, record);
}

const mails = async (account: string) => {
  await deliverDue(shop.account);
  return (
    await db.query<{ recipient: string; subject: string; text: string }>(
      "select recipient, subject, text from mail_messages where account_id = $1",
      [account],
    )
  ).rows;
};

/** What a phone shows of it beside its record. */
const onPhone = async (record: string) =>
  (await (
    await status(argsOf(shop.visitor.request(`/account/estimates/${record}/status`), { estimateId: record }))
  ).json()) as string[];

describe("a scheduled estimate", () => {
  it("says on the phone that it is scheduled, then who answered and when", async () => {
    const { record } = await written();
    expect(await onPhone(record)).toEqual([]);
    await schedule(record);
    expect(await onPhone(record)).toEqual([
      expect.stringMatching(/^Scheduled for dana@client\.test on \w{3}, .+ 8:00 AM M[SD]T\.$/),
    ]);
    await send(shop, record, { message: "Rails too" }, ESTIMATE, await fetched(shop, record));
    expect((await onPhone(record))[1]).toBe("It was changed after that, so it won’t be sent.");
    await post(record, { intent: "unschedule" });
    const { token } = await shared(record);
    await approve(token);
    expect(await onPhone(record)).toEqual([
      expect.stringMatching(/^Dana Ruiz approved it, \w{3}, .+ (?:AM|PM) M[SD]T\.$/),
    ]);
  });

  it("is sent once at its time, by however many processes", async () => {
    const { record } = await written();
    expect((await schedule(record)).location).toContain("?scheduled");
    expect((await page(record)).schedule.waiting).toMatchObject({
      to: "dana@client.test",
      isChanged: false,
      at: { words: expect.stringMatching(/8:00 AM M[SD]T$/) as unknown },
    });
    // Not before its time.
    await sendScheduled(shop.account, record);
    expect(await mails(shop.account)).toEqual([]);
    expect(await standing(record)).toBeUndefined();
    await db.query("update estimates_scheduled set at = now() - interval '1 second'");
    await Promise.allSettled([1, 2, 3].map(() => sendScheduled(shop.account, record)));
    await sendScheduled(shop.account, record);
    const sent = await mails(shop.account);
    expect(sent).toMatchObject([{ recipient: "dana@client.test" }]);
    expect(sent[0]!.text).toContain("As promised.");
    expect(await standing(record)).toMatchObject({ state: "sent", version: 1 });
    expect((await page(record)).schedule).toMatchObject({ waiting: null, failure: null });
  });

  it("isn't sent once it was changed, and its sender is told", async () => {
    const { record } = await written();
    await schedule(record);
    await send(shop, record, { title: "Deck stairs and a gate" }, ESTIMATE, await fetched(shop, record));
    expect((await page(record)).schedule.waiting).toMatchObject({ isChanged: true });
    await comes(record);
    expect(await mails(shop.account)).toEqual([]);
    expect(await mails(SYSTEM_ACCOUNT)).toMatchObject([
      {
        recipient: "owner@estimates.test",
        subject: "Not sent: Deck stairs and a gate",
        text: expect.stringContaining("It was changed after you scheduled it.") as unknown,
      },
    ]);
    expect((await page(record)).schedule).toMatchObject({
      waiting: null,
      failure: "It was changed after you scheduled it.",
    });
    expect(await standing(record), "it got no number").toBeUndefined();
    await comes(record);
    expect(await mails(SYSTEM_ACCOUNT)).toHaveLength(1);
    await post(record, { intent: "unschedule" });
    expect((await page(record)).schedule.failure).toBeNull();
  });

  it("is what the page showed, or it isn't scheduled", async () => {
    const { record } = await written();
    const { schedule: before } = await page(record);
    await send(shop, record, { title: "Another" }, ESTIMATE, await fetched(shop, record));
    expect(await schedule(record, { shown: before.shown })).toMatchObject({
      shown: { message: expect.stringContaining("changed while this page was open") as unknown },
    });
    expect((await page(record)).schedule.waiting).toBeNull();
  });

  it("can be canceled, and goes when it is sent by hand", async () => {
    const { record } = await written();
    await schedule(record);
    await post(record, { intent: "unschedule" });
    await comes(record);
    expect(await mails(shop.account)).toEqual([]);
    await schedule(record);
    expect(await schedule(record, { later: "" })).toMatchObject({ status: 303 });
    expect((await page(record)).schedule.waiting).toBeNull();
    await comes(record);
    expect(await mails(shop.account)).toHaveLength(1);
  });

  it("isn't sent to a client who approved it at a link meanwhile", async () => {
    const { record } = await written();
    await schedule(record);
    await approve((await shared(record)).token);
    await comes(record);
    expect(await mails(shop.account)).toEqual([]);
    expect((await mails(SYSTEM_ACCOUNT)).some(({ subject }) => subject.startsWith("Not sent: "))).toBe(true);
  });

  it.each(STATE_RULES.sent.next.filter((state) => state !== "approved"))(
    "goes out or not, as the state says that it came to meanwhile: %s",
    async (state) => {
      const { record } = await written();
      await schedule(record);
      await shared(record);
      await withAccount(shop.account, (ctx) => setState(ctx, record, state));
      await comes(record);
      // After the last day of what the client has, too: what was scheduled has a day of its own.
      const isSent = state === "sent" || state === "viewed" || state === "expired";
      expect(await mails(shop.account)).toHaveLength(isSent ? 1 : 0);
      expect((await page(record)).schedule.failure).toBe(
        isSent ? null : `Its status changed to “${STATE_RULES[state].label}” after you scheduled it.`,
      );
    },
  );

  it("says what is wrong with its time", async () => {
    const { record } = await written();
    expect(await schedule(record, { sendAt: "2020-01-01T08:00" })).toMatchObject({
      shown: { errors: { sendAt: "That time has passed. Choose a later one." } },
    });
    expect(await schedule(record, { passcode: "oak 42" })).toMatchObject({
      shown: { errors: { passcode: expect.stringContaining("can’t be scheduled") as unknown } },
    });
  });
});

describe("the hash of what was scheduled", () => {
  const plain = estimateOf({ title: "Deck" });

  it("is the same as in the database of older versions", () => {
    expect(contentHash(plain)).toBe("e84bd7228415d8b18b5188d706664f1047e760216ed94d9b87ce45765648a485");
  });

  it("stays the same when an update adds a field, until somebody fills it in", () => {
    const updated = (value: unknown) => contentHash({ ...plain, access: value } as Estimate);
    for (const empty of ["", null, []]) expect(updated(empty)).toBe(contentHash(plain));
    for (const filled of ["Side gate", 0, false, ["Side gate"]])
      expect(updated(filled)).not.toBe(contentHash(plain));
  });

  it.each(TEXT_NAMES)("changes with the text %s", (name) => {
    expect(contentHash({ ...plain, [name]: "Another" })).not.toBe(contentHash(plain));
  });
});

describe("the office", () => {
  const start = async (fields: Record<string, string>) => {
    const path = "/account/estimates/new";
    const answer = await visit(shop.visitor, begin, path, {}, { form: newLocalId(), ...fields });
    return answer.location ?? JSON.stringify(answer.shown);
  };

  it("starts an estimate of a job once per form, and of a new client", async () => {
    const form = newLocalId();
    const first = await start({ form, job });
    expect(first).toMatch(new RegExp(`^/account/job/${job}/estimates/[\\w-]+$`));
    expect(await start({ form, job })).toBe(first);
    expect(await start({ job }), "another form starts another").not.toBe(first);
    const id = first.split("/").at(-1)!;
    expect(await fetched(shop, id)).toMatchObject({ kind: ESTIMATE });
    const other = await start({ name: "Sam Ostrow", email: "Sam@Client.test", address: "9 Oak Street" });
    const { rows } = await db.query("select name, status, address from jobs where job_id = $1", [
      other.split("/")[3],
    ]);
    expect(rows).toEqual([{ name: "Sam Ostrow", status: "quoted", address: "9 Oak Street" }]);
    expect(await start({ name: " " })).toContain("Enter a name.");
    expect(await start({ job: newLocalId() })).toContain("doesn’t exist");
  });
});
