import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { closeLink } from "#ground/shares/links.server.ts";
import { loader as recentPicture } from "#trade/leads/profile/send-recent.ts";
import { leadsWorkPhotos } from "#trade/leads/profile/tables.server.ts";
import { addWorkPhotos, chooseJobPhoto, dropJobCopiesTask } from "#trade/leads/profile/work-photos.server.ts";
import { profileOf } from "#trade/leads/profile/profile.server.ts";
import { recentWorkForMail } from "#trade/leads/profile/recent-work.server.ts";
import { loader as clientPhoto } from "#tools/photos/consent/client/photo.ts";
import * as asked from "#tools/photos/consent/office/asked.tsx";
import * as recent from "#tools/photos/consent/office/recent.tsx";
import { USES } from "#tools/photos/consent/rules.ts";
import { findPost } from "#tools/photos/post/post.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import {
  allowed,
  answer,
  ask,
  askByLink,
  change,
  forgetAsks,
  historyOf,
  no,
  open,
  shownAt,
  stateOf,
  taken,
} from "../testing/consent.ts";
import { db, fetched, job, mayMail, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// What a client lets a business show, and that it is gone the moment they don't, against the real database.

let member: Somebody;
beforeAll(async () => {
  await startShop();
  await mayMail("America/Denver");
  member = await somebody(db, "member@consent.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'member', now())",
    [shop.account, member.who.id],
  );
});
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await forgetAsks();
});

const onPage = () =>
  withAccount(shop.account, async (ctx) => (await profileOf(ctx, await getBusiness(ctx))).recent);
const inMail = () => withAccount(shop.account, (ctx) => recentWorkForMail(ctx, 2));
const office = (intent: string, work: string, more: Record<string, string> = {}) =>
  visit(shop.visitor, recent, "/account/photos/recent", {}, { intent, work, ...more });

async function pictureAt(address: string) {
  const [, , , token, size] = new URL(address, "http://here").pathname.split("/");
  return recentPicture(argsOf(new Request("http://here"), { token: token!, size: size! }));
}

/** One photo with a yes to everything, on the page. */
async function shownPhoto() {
  const sha256 = await taken({ caption: "Walk-in shower" });
  const { id, token } = await askByLink([sha256]);
  expect((await answer(token, USES, [0], { credit: "Maria, Maple Grove" })).status).toBe(303);
  await office("show", photoId(job, sha256));
  return { sha256, id, token };
}

const post = (photo: string) =>
  withAccount(shop.account, (ctx) =>
    findPost(ctx, { job, photo, other: undefined, format: "square", line: "Call us" }),
  );

/** It is nowhere any more: not on the page, not in emails, not in posts, and its addresses answer 410. */
async function isGone(addresses: readonly string[]): Promise<void> {
  expect(await onPage()).toEqual([]);
  expect(await inMail()).toEqual([]);
  for (const use of USES) expect(await allowed(use)).toEqual([]);
  for (const address of addresses) {
    const gone = await pictureAt(address);
    expect([gone.status, gone.headers.get("cache-control")], address).toEqual([410, "no-store"]);
  }
}

/** The addresses of the picture on the page and in an email. */
async function addresses(): Promise<string[]> {
  const [work] = await onPage();
  const found = [work!.pictures[0].thumb, work!.pictures[0].screen, (await inMail())[0]!.url];
  for (const one of found) {
    const picture = await pictureAt(one);
    expect([picture.status, picture.headers.get("cache-control")], one).toEqual([200, "no-store"]);
  }
  return found;
}

it("makes no picture to post of a photo once its client doesn’t agree to posts, and warns before they were asked", async () => {
  const sha256 = await taken();
  expect((await post(sha256)).mustAsk).toBe(true);
  const { token } = await askByLink([sha256]);
  expect((await post(sha256)).mustAsk).toBe(true);
  await answer(token, ["page"], [0]);
  await expect(post(sha256)).rejects.toThrow("doesn’t want this photo in posts");
  await answer(token, ["page", "posts"], [0]);
  expect((await post(sha256)).mustAsk).toBe(false);
  await no(token);
  await expect(post(sha256)).rejects.toThrow("doesn’t want this photo in posts");
});

describe("a client’s yes", () => {
  it("shows the photo where they said, with the name they typed, and is gone everywhere when they change their mind", async () => {
    const { sha256, token } = await shownPhoto();
    expect(await onPage()).toMatchObject([
      { caption: null, credit: "Maria, Maple Grove", pictures: [{ alt: "Walk-in shower" }] },
    ]);
    expect(await inMail()).toMatchObject([{ alt: "Walk-in shower (Maria, Maple Grove)" }]);
    expect(await stateOf(sha256)).toEqual({ is: "yes", uses: [...USES] });
    const found = await addresses();
    expect((await no(token)).status).toBe(303);
    await isGone(found);
    expect(await stateOf(sha256)).toEqual({ is: "withdrawn", uses: [] });
    expect((await shownAt(token)).content.last).toMatchObject({ isYes: false, by: "reader" });
    // Yes again, at the same link.
    await answer(token, ["page"], [0]);
    expect(await allowed("page")).toEqual([sha256]);
    expect(await allowed("emails")).toEqual([]);
    expect(await inMail()).toEqual([]);
  });

  it("is in the job’s history with the words, the document and the photos, and so is its end", async () => {
    const { sha256, token, id } = await shownPhoto();
    await no(token);
    const history = await historyOf();
    expect(history.map(({ kind }) => kind)).toEqual(["photos.asked", "photos.agreed", "photos.withdrawn"]);
    const { rows } = await db.query<{ sha256: string; file: string }>(
      "select sha256, file from papers where id = $1",
      [id],
    );
    expect(history[1]!.payload).toMatchObject({
      ...{ name: "Maria Lund", photos: [sha256], uses: [...USES], document: rows[0]!.sha256 },
      credit: "Maria, Maple Grove",
    });
    expect(history[1]!.payload["wording"]).toContain("Hale Decks would like to show photos");
    const pdf = (await pagesOf(Buffer.from(await installation().files.get(rows[0]!.file)))).join(" ");
    expect(pdf).toContain("May we show these photos?");
    expect(pdf.replaceAll(/\s/g, "")).toContain(sha256.slice(0, 32));
  });

  it("to some photos and one place allows no more than that", async () => {
    const [one, two, three] = [await taken(), await taken(), await taken()];
    const { token } = await askByLink([one, two, three]);
    await answer(token, ["posts"], [0, 2]);
    expect(await allowed("posts")).toEqual([one, three].toSorted());
    expect(await allowed("page")).toEqual([]);
    expect([await stateOf(one), await stateOf(two)]).toEqual([
      { is: "yes", uses: ["posts"] },
      { is: "no", uses: [] },
    ]);
    // Nothing that wasn't asked about, whatever is posted.
    const other = await taken();
    await answer(token, ["posts"], [0, 7]);
    expect(await allowed("posts")).toEqual([one]);
    expect(await stateOf(other)).toBeUndefined();
  });

  it("isn’t given by opening the page, by a photo without a place, or by a place without a photo", async () => {
    const sha256 = await taken();
    const { token } = await askByLink([sha256]);
    for (let time = 0; time < 3; time++) expect((await shownAt(token)).content.last).toBeNull();
    for (const [uses, places] of [
      [[], [0]],
      [["page"], []],
    ] as const) {
      const refused = await answer(token, uses, places);
      expect(refused.status).toBe(422);
      expect(refused.shown).toMatchObject({ values: { name: "Maria Lund" } });
    }
    expect((await answer(token, ["page"], [0], { name: " " })).status).toBe(422);
    expect(await allowed("page")).toEqual([]);
    expect(await stateOf(sha256)).toEqual({ is: "asked", uses: [] });
  });

  it("counts once however often it is sent, and the last answer counts", async () => {
    const sha256 = await taken();
    const { token } = await askByLink([sha256]);
    const { form } = (await shownAt(token)).view;
    const fields = { do: "save", form, name: "Maria", credit: "", "use-page": "yes", "photo-0": "yes" };
    const all = await Promise.all([open(token, fields), open(token, fields), open(token, fields)]);
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303]);
    await no(token);
    // The first form, sent again by a browser that went back.
    await open(token, fields);
    expect(await allowed("page")).toEqual([]);
    const { rows } = await db.query("select id from photos_consents");
    expect(rows).toHaveLength(2);
  });
});

describe("a yes ends", () => {
  it("when the business withdraws it for a client who called, and that is recorded", async () => {
    const { id } = await shownPhoto();
    const found = await addresses();
    const fields = { intent: "withdraw", form: newId(), note: "Maria called" };
    for (let time = 0; time < 2; time++)
      expect(
        (await visit(shop.visitor, asked, `/account/photos/asks/${id}`, { askId: id }, fields)).status,
      ).toBe(303);
    await isGone(found);
    expect((await historyOf()).at(-1)).toMatchObject({
      kind: "photos.withdrawn",
      payload: { note: "Maria called" },
    });
    const again = { ...fields, form: newId() };
    expect(
      (await visit(shop.visitor, asked, `/account/photos/asks/${id}`, { askId: id }, again)).status,
    ).toBe(409);
  });

  it.each([
    ["hidden", { hidden: "Shows the neighbor" }],
    ["deleted", { trashedAt: "2026-11-20T18:00:00Z" }],
  ])("when the photo is %s", async (_, sets) => {
    const { sha256 } = await shownPhoto();
    const found = await addresses();
    expect(await change(sha256, sets)).toMatchObject({ is: "held" });
    await isGone(found);
  });

  it("when its link is closed, because nobody could withdraw it there", async () => {
    const { sha256 } = await shownPhoto();
    const found = await addresses();
    const { rows } = await db.query<{ link_id: string }>("select link_id from photos_consents limit 1");
    await withAccount(shop.account, (ctx) => closeLink(ctx, rows[0]!.link_id));
    await isGone(found);
    expect(await stateOf(sha256)).toEqual({ is: "withdrawn", uses: [] });
  });

  it("when its client is erased, with their names", async () => {
    const sha256 = await taken();
    await ask([sha256], { intent: "send", to: "maria@client.test", words: "" });
    const { rows } = await db.query<{ text: string }>(
      "select text from mail_messages where recipient = 'maria@client.test' order by created_at desc limit 1",
    );
    const token = /\/s\/([\w-]+)/.exec(rows[0]!.text)![1]!;
    await answer(token, ["page"], [0], { credit: "Maria, Maple Grove" });
    await office("show", photoId(job, sha256));
    expect(await onPage()).toHaveLength(1);
    await withAccount(shop.account, (ctx) =>
      publish(ctx, {
        ...{ type: "lead.erased", leadId: newId(), email: "maria@client.test" },
        ...{ name: "Maria", isTheirs: true },
      }),
    );
    expect(await onPage()).toEqual([]);
    const left = await db.query("select uses, name, credit from photos_consents");
    expect(left.rows).toEqual([{ uses: ["page"], name: "", credit: "" }]);
    expect(JSON.stringify(await historyOf())).not.toContain("Maria");
    expect(await stateOf(sha256)).toEqual({ is: "withdrawn", uses: [] });
  });

  it("when its client is erased, who became the job’s client after the request", async () => {
    const { sha256 } = await shownPhoto();
    const found = await addresses();
    const leadId = newId();
    const record = await fetched(shop, job);
    expect(await send(shop, job, { leadId }, "jobs.job", record)).toMatchObject({ is: "held" });
    await withAccount(shop.account, (ctx) =>
      publish(ctx, { type: "lead.erased", leadId, email: null, name: "Maria", isTheirs: false }),
    );
    await isGone(found);
    const left = await db.query("select name, credit from photos_consents");
    expect(left.rows).toEqual([{ name: "", credit: "" }]);
    expect(JSON.stringify(await historyOf())).not.toContain("Maria");
    expect(await stateOf(sha256)).toEqual({ is: "withdrawn", uses: [] });
  });

  it("for a photo that is asked about again, only by a later no", async () => {
    const { sha256 } = await shownPhoto();
    const { token } = await askByLink([sha256]);
    expect(await allowed("page")).toEqual([sha256]);
    await no(token);
    expect(await allowed("page")).toEqual([]);
  });
});

describe("the pictures", () => {
  it("have what is drawn on them now, also where it was blurred after the yes", async () => {
    const { sha256 } = await shownPhoto();
    const [thumb = "", , mail = ""] = await addresses();
    const isStriped = async (address: string) => {
      const bytes = Buffer.from(await (await pictureAt(address)).arrayBuffer());
      const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
      let sum = 0;
      const row = Math.floor(info.height / 2) * info.width;
      for (let x = Math.floor(info.width * 0.6); x < info.width - 10; x++)
        sum += Math.abs(data[row + x]! - data[row + x + 1]!);
      return sum / (info.width * 0.4) > 8;
    };
    expect(await isStriped(mail)).toBe(true);
    const blur = { id: "b", kind: "blur", color: "red", from: [0.5, 0], to: [1, 1], text: "" };
    await change(sha256, { marks: [blur] });
    expect(await isStriped(mail)).toBe(false);
    expect(await isStriped(thumb)).toBe(false);
  });

  it("are served at addresses of ours alone, and a request’s own only at its link", async () => {
    const { sha256, token } = await shownPhoto();
    const [thumb = ""] = await addresses();
    const forged = thumb.replace(/recent\/(.)/, (_, first: string) => `recent/${first === "A" ? "B" : "A"}`);
    expect((await pictureAt(forged)).status).toBe(404);
    expect((await pictureAt(thumb.replace("/thumb", "/original"))).status).toBe(404);
    const at = (which: string, hash: string) =>
      clientPhoto(argsOf(new Request("http://here"), { token: which, sha256: hash, size: "screen" }));
    expect((await at(token, sha256)).status).toBe(200);
    expect((await at(token, await taken())).status).toBe(404);
    const other = await askByLink([await taken()]);
    expect((await at(other.token, sha256)).status).toBe(404);
  });
});

describe("the business’s page", () => {
  it("shows a before and after, in the business’s order, with its captions, and only whole", async () => {
    const [before, after] = [await taken(), await taken()];
    await change(before, { pair: after });
    await change(after, { pair: before });
    const single = await taken();
    const { token } = await askByLink([after, single, before]);
    const groups = (await shownAt(token)).content.groups.map((group) => group.map((one) => one.sha256));
    expect(groups).toEqual([[before, after], [single]]);
    await answer(token, ["page"], [0, 1, 2]);
    const [pair, alone] = [photoId(job, before), photoId(job, single)];
    await office("show", pair);
    await office("show", pair);
    await office("show", alone);
    await office("caption", pair, { caption: "  Tub   to shower " });
    expect((await onPage()).map(({ id, caption, pictures }) => [id, caption, pictures.length])).toEqual([
      [pair, "Tub to shower", 2],
      [alone, null, 1],
    ]);
    await office("up", alone);
    expect((await onPage()).map(({ id }) => id)).toEqual([alone, pair]);
    // Half of a pair says something else than the pair.
    await answer(token, ["page"], [0, 2]);
    expect((await onPage()).map(({ id }) => id)).toEqual([alone]);
    await office("hide", alone);
    expect(await onPage()).toEqual([]);
    expect(await allowed("page")).toContain(single);
  });

  it("can’t be made to show what its client didn’t agree to", async () => {
    const sha256 = await taken();
    const { token } = await askByLink([sha256]);
    await answer(token, ["emails"], [0]);
    expect((await office("show", photoId(job, sha256))).status).toBe(409);
    expect(await onPage()).toEqual([]);
  });
});

describe("a job photo that the owner put on the page without asking", () => {
  const work = () =>
    withAccount(shop.account, async (ctx) => (await profileOf(ctx, await getBusiness(ctx))).work);
  beforeEach(() => db.query("delete from leads_work_photos"));

  it("is drawn as it is asked for, and needs a yes once its client was asked", async () => {
    const sha256 = await taken();
    await withAccount(shop.account, async (ctx) => addWorkPhotos(ctx, [await chooseJobPhoto(ctx, sha256)]));
    const [shown] = await work();
    expect((await pictureAt(shown!.screen)).status).toBe(200);
    const { token } = await askByLink([sha256]);
    expect(await work()).toEqual([]);
    await answer(token, ["page"], [0]);
    expect(await work()).toHaveLength(1);
    await no(token);
    expect(await work()).toEqual([]);
    expect((await pictureAt(shown!.screen)).status).toBe(410);
  });

  it("isn’t copied, and copies of earlier versions are deleted", async () => {
    const sha256 = await taken();
    const { files } = installation();
    const [copy, own] = await Promise.all(
      ["a copy", "an upload"].map((text) => files.put(shop.account, Buffer.from(text), "workwebp")),
    );
    const sizes = { width: 4, height: 3, createdAt: now() };
    await withAccount(shop.account, ({ db: tx, account: { id: accountId } }) =>
      tx.insert(leadsWorkPhotos).values([
        { accountId, id: newId(), thumbFile: copy!, screenFile: copy!, sha256, ...sizes },
        { accountId, id: newId(), thumbFile: own!, screenFile: own!, sha256: null, ...sizes },
      ]),
    );
    await dropJobCopiesTask.run({}, now());
    expect([await files.exists(copy!), await files.exists(own!)]).toEqual([false, true]);
    // Chosen again, it isn't there twice.
    await withAccount(shop.account, async (ctx) => addWorkPhotos(ctx, [await chooseJobPhoto(ctx, sha256)]));
    expect(await work()).toHaveLength(2);
    const live = (await work()).find(({ screen }) => screen.includes("/recent/"))!;
    expect((await pictureAt(live.screen)).status).toBe(200);
  });
});

describe("asking", () => {
  it("emails one request, however often it is sent, with words about the link that stays", async () => {
    const sha256 = await taken();
    const fields = { intent: "send", to: "Dana@client.test", words: "It came out great!", form: newId() };
    for (let time = 0; time < 2; time++) expect((await ask([sha256], fields)).status).toBe(303);
    const { rows } = await db.query<{ text: string; subject: string }>(
      "select text, subject from mail_messages where recipient = 'dana@client.test'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.subject).toBe("May we show a photo of your project?");
    expect(rows[0]!.text).toContain("It came out great!");
    expect(rows[0]!.text).toContain("the link keeps working");
  });

  it("is for owners and managers, about photos of the job that can be shown", async () => {
    const [sha256, hidden] = [await taken(), await taken({ hidden: "Blurry" })];
    expect((await ask([sha256], { intent: "share" }, member)).status).toBe(403);
    for (const photos of [[], [hidden], ["f".repeat(64)], [sha256, hidden]])
      expect((await ask(photos, { intent: "share" })).status).toBe(422);
    await nextJob();
    expect((await ask([sha256], { intent: "share" })).status).toBe(422);
    expect((await db.query("select id from photos_asks")).rows).toEqual([]);
  });

  it("isn’t answered by a device, and a photo of another tool gets its state too", async () => {
    const sha256 = await taken();
    expect(await change(sha256, { consent: { is: "yes", uses: ["page"] } })).toMatchObject({
      is: "refused",
      code: "forbidden",
    });
    await db.query("delete from sync_records where id = $1", [photoId(job, sha256)]);
    const { token } = await askByLink([sha256]);
    await answer(token, ["page"], [0]);
    expect(await stateOf(sha256)).toEqual({ is: "yes", uses: ["page"] });
  });
});
