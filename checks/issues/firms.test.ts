import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeLink } from "#ground/shares/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import * as firmsPage from "#trade/issues/firms/list.tsx";
import * as page from "#trade/issues/outside/page.tsx";
import { loader as picture } from "#trade/issues/outside/picture.ts";
import * as sendPage from "#trade/issues/outside/send.tsx";
import { lockLink } from "#trade/issues/outside/links.server.ts";
import { sendNews } from "#trade/issues/outside/send.server.ts";
import { writeToFirms } from "#trade/issues/outside/watch.server.ts";
import { FIRM } from "#trade/issues/rules/firm.ts";
import { ISSUE, issueOf } from "#trade/issues/rules/issue.ts";
import { REPLY, replyOf } from "#trade/issues/rules/reply.ts";
import { TERMS, termsId } from "#trade/issues/rules/terms.ts";
import { numberIssueTask } from "#trade/issues/stored/save.server.ts";
import { recordReturned } from "#trade/leads/mail/returned-mail.server.ts";
import { stopTexts } from "#trade/leads/text/text-consent.server.ts";
import { readInboundText } from "#trade/leads/text/read-text.server.ts";
import { mayTextLeave } from "#trade/sequences/sending/may-send.server.ts";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { TextMessage } from "#platform/sms/text.ts";
import { useDefaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import { argsOf } from "../testing/changes.ts";
import { db, fetched, job, mayMail, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// What a sub without an account gets and answers, against the real database.

const ZONE = "America/Denver";
const PHONE = "+13035550142";
// A Wednesday, and the days after.
const at = (time: string) => Temporal.PlainDateTime.from(time).toZonedDateTime(ZONE).toInstant();

beforeAll(async () => {
  await startShop();
  await mayMail(ZONE);
});
afterAll(stopShop);
let firm: string;
beforeEach(async () => {
  useDefaultTwilio(undefined);
  await nextJob();
  await db.query("delete from mail_messages");
  await db.query("delete from sms_messages");
  await db.query("update issues_links set next_at = '2100-01-01', watch_at = null");
  firm = await addFirm("Lopez Paint", { email: "lopez@subs.test", contact: "Ana Lopez" });
});

async function addFirm(name: string, sets: Record<string, unknown> = {}): Promise<string> {
  const id = newLocalId();
  expect(await send(shop, id, { name, ...sets }, FIRM, undefined, null)).toMatchObject({ is: "held" });
  return id;
}
async function found(title: string, sets: Record<string, unknown> = {}): Promise<string> {
  const id = newLocalId();
  const assignee = { kind: "firm", id: firm, name: "Lopez Paint" };
  const first = { title, state: "open", priority: "normal", assignee, ...sets };
  expect(await send(shop, id, first, ISSUE)).toMatchObject({ is: "held" });
  await numberIssueTask.run({ accountId: shop.account, id }, Temporal.Now.instant());
  return id;
}
const issue = async (id: string) => issueOf(shownFields((await fetched(shop, id))!.fields));
const change = async (id: string, sets: Record<string, unknown>) =>
  expect(await send(shop, id, sets, ISSUE, await fetched(shop, id))).toMatchObject({ is: "held" });
const replies = async () =>
  (
    await db.query<{ id: string }>("select id from sync_records where kind = $1 and job_id = $2", [
      REPLY,
      job,
    ])
  ).rows;

const SEND = () => `/account/checklists/send/${job}`;
const sends = (fields: Record<string, string>) =>
  visit(
    shop.visitor,
    sendPage,
    SEND(),
    { issuesJobId: job },
    { do: "one", firm, form: newLocalId(), ...fields },
  );
const mails = async () =>
  (
    await db.query<{ id: string; subject: string; text: string; recipient: string }>(
      "select id, subject, text, recipient from mail_messages where recipient like '%@subs.test' order by created_at",
    )
  ).rows;
const texts = async () =>
  (
    await db.query<{ id: string; body: string; recipient: string; segments: number }>(
      "select id, body, recipient, segments from sms_messages order by created_at",
    )
  ).rows;
const tokenIn = (text: string) => /\/s\/([\w-]{46})/.exec(text)![1]!;

/** A firm that was sent what it has to fix. @returns its link's token */
async function sent(): Promise<string> {
  expect(await sends({})).toMatchObject({ status: 303 });
  return tokenIn((await mails()).at(-1)!.text);
}
const sub = new Visitor();
const opened = (token: string) => visit(sub, page, `/s/${token}/issues`, { token });
type Shown = Awaited<ReturnType<typeof page.loader>>;
const shown = async (token: string) => (await opened(token)).shown as unknown as Shown;
const answers = (token: string, item: string, what: string, more: Record<string, string> = {}) =>
  visit(sub, page, `/s/${token}/issues`, { token }, { do: what, item, form: newLocalId(), ...more });

async function fixes(token: string, item: string, photos: readonly Buffer[], form: string = newLocalId()) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ form, item, note: "Two coats", do: "fixed" }))
    body.set(name, value);
  for (const bytes of photos) body.append("photos", new File([new Uint8Array(bytes)], "fix.jpg"));
  const request = sub.request(`/s/${token}/issues`, { method: "POST", body });
  const screen = { action: () => page.action(argsOf(request, { token })) };
  return visit(sub, screen, `/s/${token}/issues`, { token }, {});
}
const photo = (shade: number) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer();
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("what a sub is sent", () => {
  it("is one list, once per form, with a link that stays the same", async () => {
    const one = await found("Paint the soffit", { where: "Unit 4", due: "2027-01-04" });
    const form = newLocalId();
    await sends({ form });
    await sends({ form });
    const [first, ...more] = await mails();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ subject: "1 item to fix at 14 Elm Street", recipient: "lopez@subs.test" });
    expect(first!.text).toContain("PL-001 · Paint the soffit (Unit 4), due Jan 4, 2027");
    expect((await issue(one)).told).toMatchObject({ firm, seen: null, trouble: null });
    await found("Caulk the trim");
    await sends({});
    const again = (await mails()).at(-1)!;
    expect(again.subject).toBe("1 new item to fix at 14 Elm Street");
    expect(tokenIn(again.text)).toBe(tokenIn(first!.text));
    expect((await sends({})).shown["message"]).toBe("Lopez Paint got this list a few minutes ago.");
  });

  it("follows on working days in working hours, all new items in one message", async () => {
    await found("Paint the soffit");
    await sent();
    await found("Caulk the trim");
    await found("Touch up the stairs");
    const link = async () => (await withAccount(shop.account, (ctx) => lockLink(ctx, job, firm)))!;
    const looks = async (now: Temporal.Instant) =>
      withAccount(shop.account, async (ctx) => sendNews({ ...ctx, now }, await link()));
    await looks(at("2026-12-02T08:05"));
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "1 item to fix at 14 Elm Street",
      "2 new items to fix at 14 Elm Street",
    ]);
    expect((await link()).nextAt.toString()).toBe(at("2026-12-03T08:00").toString());
    await looks(at("2026-12-03T08:05"));
    expect(await mails()).toHaveLength(2);
  });

  it("is refused when nothing is open, and when nobody can reach the sub", async () => {
    expect((await sends({})).shown["message"]).toBe("Nothing is open for Lopez Paint here.");
    firm = await addFirm("Nobody", { phone: "303 555 0142" });
    await found("Paint the soffit");
    expect((await sends({})).shown["message"]).toBe("We can’t reach Nobody. They haven’t agreed to texts.");
  });

  it("is a text if they agreed to it, until STOP", async () => {
    useDefaultTwilio({ sid: "AC1", token: "t", number: "+13035550100" });
    firm = await addFirm("Lopez Paint", { phone: PHONE, texts: true });
    await found("Paint the soffit");
    await sends({});
    const [text] = await texts();
    expect(text).toMatchObject({ recipient: PHONE, segments: 1 });
    expect(text!.body).toMatch(/^Hale Decks: 1 item to fix at 14 Elm.*\.\nhttp.+\nReply STOP to opt out$/s);
    const message = { accountId: shop.account, to: PHONE, kind: "job" } as TextMessage;
    expect(await mayTextLeave(message)).not.toHaveProperty("suppressed");
    const stop = {
      sid: `SM${"1".repeat(32)}`,
      from: PHONE,
      body: "STOP",
      wish: "stop",
      asksToStop: true,
      pictures: 0,
    };
    const all = { all: [shop.account], answers: [shop.account] };
    expect(await readInboundText(stop as never, all)).toMatchObject({ kind: "stop" });
    expect(await mayTextLeave(message)).toMatchObject({ suppressed: "the number opted out of texts" });
    await found("Caulk the trim");
    expect((await sends({})).shown["message"]).toBe("We can’t reach Lopez Paint. They opted out of texts.");
  });

  it("that comes back is said on its issues, with what to do, until they have seen it", async () => {
    const one = await found("Paint the soffit");
    const token = await sent();
    const [mail] = await mails();
    const failed = [
      { addresses: ["lopez@subs.test"], isPermanent: true, isBadAddress: true, said: "", cause: "" },
    ];
    await withAccount(shop.account, (ctx) =>
      recordReturned(ctx, mail!.id, { is: "bounce", failed } as never),
    );
    expect((await issue(one)).told?.trouble).toBe(
      "The email to Lopez Paint didn’t arrive. Check the address.",
    );
    await answers(token, "", "seen");
    expect((await issue(one)).told).toMatchObject({ trouble: null, seen: expect.stringMatching(/^20/) });
  });

  it("that our mail server or Twilio refuses is said too", async () => {
    useDefaultTwilio({ sid: "AC1", token: "t", number: "+13035550100" });
    await withAccount(shop.account, (ctx) => stopTexts(ctx, "+13035550199"));
    firm = await addFirm("Lopez Paint", { email: "lopez@subs.test", phone: "+13035550177", texts: true });
    const one = await found("Paint the soffit");
    await sends({});
    await db.query("update sms_messages set state = 'failed', reason = 'bad_number'");
    await db.query("update issues_links set watch_at = now() where job_id = $1", [job]);
    await writeToFirms(shop.account);
    expect((await issue(one)).told?.trouble).toBe(
      "The text to Lopez Paint didn’t arrive. Check the number, or call them.",
    );
  });
});

describe("what a sub answers", () => {
  it("counts once, with photos, and waits for review", async () => {
    const one = await found("Paint the soffit");
    const token = await sent();
    expect(await shown(token)).toMatchObject({ firm: "Lopez Paint", isSeen: false, waiting: [{ id: one }] });
    expect((await answers(token, one, "started")).location).toBe(
      `/s/${token}/issues?did=started&item=${one}#did`,
    );
    expect((await issue(one)).state).toBe("working");
    const [form, shots] = [newLocalId(), [await photo(10), await photo(200)]];
    await fixes(token, one, shots, form);
    expect((await fixes(token, one, shots, form)).status).toBe(303);
    expect(await replies()).toHaveLength(2);
    expect((await issue(one)).state).toBe("ready");
    const said = (await replies()).map(async ({ id }) =>
      replyOf(shownFields((await fetched(shop, id))!.fields)),
    );
    const fix = (await Promise.all(said)).find(({ type }) => type === "fixed")!;
    expect(fix).toMatchObject({ by: "Lopez Paint", note: "Two coats" });
    expect(fix.shots.map(({ sha256 }) => sha256).toSorted()).toEqual(shots.map(hashOf).toSorted());
    expect(await shown(token)).toMatchObject({ waiting: [], ready: [{ id: one, sent: 2 }] });
    const { rows } = await db.query<{ title: string }>(
      "select text ->> 'title' as title from notifications_events where kind = 'issues.firm' and job_id = $1 order by at",
      [job],
    );
    expect(rows.map(({ title }) => title)).toEqual([
      "Lopez Paint started PL-001",
      "Lopez Paint fixed PL-001",
    ]);
  });

  it("has photos with the camera’s time, in the job’s zone if the camera has none", async () => {
    const one = await found("Paint the soffit");
    const token = await sent();
    const taken = (shade: number, more: Record<string, string> = {}) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 40, b: 60 } } })
        .withExif({ IFD2: { DateTimeOriginal: "2025:06:20 18:34:30", ...more } })
        .jpeg()
        .toBuffer();
    const photos = [
      await taken(10, { OffsetTimeOriginal: "-04:00" }),
      await taken(90),
      await photo(170),
      // A camera whose date is wrong says nothing.
      await taken(250, { DateTimeOriginal: "2090:01:01 00:00:00" }),
    ];
    const before = Date.now();
    await fixes(token, one, photos);
    const [reply] = await replies();
    const { shots } = replyOf(shownFields((await fetched(shop, reply!.id))!.fields));
    const byHash = new Map(shots.map((shot) => [shot.sha256, shot]));
    const [known, local, none, wrong] = photos.map((bytes) => byHash.get(hashOf(bytes))!);
    expect(known).toMatchObject({ at: Date.parse("2025-06-20T22:34:30Z"), clock: "camera" });
    expect(local).toMatchObject({ at: Date.parse("2025-06-21T00:34:30Z"), clock: "zone" });
    for (const shot of [none!, wrong!]) {
      expect(shot.clock).toBeUndefined();
      expect(Math.abs(shot.at - before)).toBeLessThan(24 * 3_600_000);
    }
  });

  it("comes back on top with the reason when it isn’t accepted, and is fixed again", async () => {
    const soon = await found("Caulk the trim", { due: "2026-12-01" });
    const one = await found("Paint the soffit");
    const token = await sent();
    await fixes(token, one, []);
    await change(one, { state: "refused", reason: "It drips" });
    expect((await shown(token)).waiting).toMatchObject([{ id: one, reason: "It drips" }, { id: soon }]);
    await fixes(token, one, []);
    await change(one, { state: "closed" });
    expect(await shown(token)).toMatchObject({ waiting: [{ id: soon }], ready: [], closed: 1 });
    expect((await fixes(token, one, [])).shown["message"]).toBe(
      "This item is closed. There’s nothing left to do.",
    );
  });

  it("says why it can’t be fixed, and leaves out what the job wants a photo of", async () => {
    const one = await found("Paint the soffit");
    const token = await sent();
    expect((await answers(token, one, "cannot")).shown["errors"]).toEqual({
      note: "Say why it can’t be fixed.",
    });
    await answers(token, one, "cannot", { note: "No power" });
    expect(await issue(one)).toMatchObject({ state: "open", blocked: "No power" });
    await send(shop, termsId(job), { needsPhoto: true, needsSecond: false }, TERMS);
    expect((await fixes(token, one, [])).shown["errors"]).toEqual({
      photos: "This job wants a photo of the fix. Add one first.",
    });
    expect((await fixes(token, one, [Buffer.from("not a photo")])).shown["errors"]).toMatchObject({
      photos: expect.stringContaining("isn’t a photo"),
    });
    await fixes(token, one, [await photo(50)]);
    expect(await issue(one)).toMatchObject({ state: "ready", blocked: null });
  });

  it("is theirs alone: of no other sub, and not after it was given to another", async () => {
    const one = await found("Paint the soffit");
    const token = await sent();
    const other = await addFirm("Kim Drywall", { email: "kim@subs.test" });
    const others = await found("Patch", { assignee: { kind: "firm", id: other, name: "Kim Drywall" } });
    const why = "This item isn’t yours anymore.";
    expect((await fixes(token, others, [])).shown["message"]).toBe(why);
    await change(one, { assignee: { kind: "firm", id: other, name: "Kim Drywall" } });
    expect((await fixes(token, one, [])).shown["message"]).toBe(why);
    expect((await shown(token)).waiting).toEqual([]);
    const asked = await picture(argsOf(sub.request("/"), { token, sha256: "a".repeat(64), size: "thumb" }));
    expect(asked.status).toBe(404);
  });

  it("is answered plainly at a closed link, and after the job or the sub was removed", async () => {
    await found("Paint the soffit");
    const token = await sent();
    const link = (await withAccount(shop.account, (ctx) => lockLink(ctx, job, firm)))!;
    await withAccount(shop.account, (ctx) => closeLink(ctx, link.linkId));
    expect(await opened(token)).toMatchObject({
      status: 404,
      shown: { message: expect.stringContaining("closed by the business") },
    });
    await sends({ form: newLocalId() });
    await found("Caulk the trim");
    expect(await sends({})).toMatchObject({ status: 303 });
    expect((await opened(token)).status).toBe(200);
    await visit(shop.visitor, firmsPage, "/account/checklists/firms", {}, { do: "remove", id: firm });
    expect((await opened(token)).shown["message"]).toBe(
      "This list isn’t there anymore. Ask the business that sent it.",
    );
  });
});

describe("the subs of a business", () => {
  const save = (fields: Record<string, string>) =>
    visit(shop.visitor, firmsPage, "/account/checklists/firms", {}, { do: "save", ...fields });

  it("are added, changed and removed, with how many issues each has open", async () => {
    const wrong = { name: "", email: "nope", phone: "12", texts: "yes" };
    const blank = { trade: "", contact: "", email: "", phone: "" };
    const refused = await save({ ...blank, ...wrong });
    expect(Object.keys(refused.shown["errors"] as object).toSorted()).toEqual(["email", "name", "phone"]);
    await save({ ...blank, name: " Kim  Drywall ", phone: "303 555 0199", texts: "yes" });
    await found("Paint the soffit");
    const list = async () =>
      (await visit(shop.visitor, firmsPage, "/account/checklists/firms")).shown["firms"] as Record<
        string,
        unknown
      >[];
    expect(await list()).toContainEqual(
      expect.objectContaining({
        name: "Kim Drywall",
        phone: "(303) 555-0199",
        texts: true,
        open: 0,
        days: null,
      }),
    );
    expect(await list()).toContainEqual(expect.objectContaining({ id: firm, open: 1 }));
    await save({ ...blank, id: firm, name: "Lopez Painting" });
    expect(await list()).toContainEqual(expect.objectContaining({ id: firm, name: "Lopez Painting" }));
    await visit(shop.visitor, firmsPage, "/account/checklists/firms", {}, { do: "remove", id: firm });
    expect((await list()).some(({ id }) => id === firm)).toBe(false);
  });
});
