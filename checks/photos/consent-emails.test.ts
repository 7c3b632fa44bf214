import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { linkToJob } from "#ground/media/originals.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { recipientsOf } from "#ground/papers/public.server.ts";
import { applyCommands } from "#ground/sync/commands.server.ts";
import { answerAsk } from "#tools/photos/consent/answer.server.ts";
import { shareAsk } from "#tools/photos/consent/ask.server.ts";
import { USES } from "#tools/photos/consent/rules.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount, withMember } from "#platform/db/scope.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { subscribe } from "#app/subscriptions.ts";
import { mail, open, type Shop, withSequences } from "../testing/sequences.ts";

// Photos that clients agree to, in follow-up emails as they are sent.

const clock = withSequences();
beforeAll(() => {
  subscribe();
  defineKinds();
});
afterAll(closeRenderers);

const JOB = newId();
let shop: Shop;
beforeEach(async () => {
  shop = await open();
  await write(JOB, "jobs.job", { name: "Miller bath", status: "planned" });
});

const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) =>
  withMember(shop.account, shop.owner, { role: "owner", jobId: null }, work);

async function write(record: string, kind: string, sets: Record<string, unknown>): Promise<void> {
  const result = await asOwner((ctx) =>
    applyCommands(ctx, newId(), [
      {
        ...{ id: newId(), kind, record, job: JOB, sets: sets as never, replaces: {} },
        ...{ capturedAt: Date.now(), skew: 0, zone: "America/Denver", media: [] },
      },
    ]),
  );
  expect(result).toMatchObject({ outcomes: [{ is: "held" }] });
}

let shade = 0;
/** A photo whose client agreed to everything. @returns its hash, and what answers the request again */
async function agreed(caption: string) {
  clock.set(`2026-11-20T17:00:${String(++shade).padStart(2, "0")}Z`);
  const bytes = await sharp({
    create: { width: 640, height: 480, channels: 3, background: { r: shade * 20, g: 90, b: 120 } },
  })
    .jpeg()
    .toBuffer();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const accountId = shop.account;
  const file = await installation().files.put(accountId, bytes, "photojpeg");
  await withAccount(accountId, async (ctx) => {
    await ctx.db.insert(mediaOriginals).values({
      ...{ accountId, sha256, file, bytes: bytes.byteLength, kind: "jpeg", state: "waiting" },
      ...{ width: 640, height: 480, receivedAt: ctx.now },
    });
    await linkToJob(ctx, sha256, JOB);
  });
  await drawDerivatives(accountId, sha256);
  await write(photoId(JOB, sha256), PHOTO, { sha256, caption });
  const { id } = await shareAsk(asOwner, { form: newId(), job: JOB, photos: [sha256] });
  const say = (uses: typeof USES | []) =>
    withAccount(accountId, async (ctx) => {
      const [recipient] = await recipientsOf(ctx, [id]);
      await answerAsk(ctx, id, recipient!, {
        ...{ form: newId(), name: "Maria", uses, photos: [sha256], credit: "" },
      });
    });
  await say(USES);
  return { sha256, say };
}

const BODY = "Hi {{first_name}},\n\nHere’s what we did nearby:\n\n{{recent_work}}\n\nWhich day suits you?";
const LEFT_OUT = /Hi \S+\n\nWhich day suits you\?/;

/** A follow-up with recent work in its first email is due for a new lead. @returns their address */
async function due(): Promise<string> {
  const email = `dana-${newId()}@client.test`;
  const lead = await shop.captured(email);
  const id = await shop.make({ kind: "manual" }, [{ ...mail("Nearby", 0), body: BODY } as never]);
  await shop.start(id, [lead]);
  return email;
}

const mailsTo = async (email: string) =>
  (
    await shop.within((ctx) =>
      ctx.db.execute<{ state: string; text: string; html: string }>(
        sql`select state, text, html from mail_messages where recipient = ${email} and subject = 'Nearby' order by created_at, id`,
      ),
    )
  ).rows;

const PICTURE = /<img src="[^"]*\/picture\/recent\/[\w-]+\/mail" alt="([^"]*)"/g;
const picturesIn = ({ html }: { html: string }) => [...html.matchAll(PICTURE)].map(([, alt]) => alt);

it("up to two are in the email, with what they show and a link to the page", async () => {
  for (const caption of ["Deck stairs", "Walk-in shower", "Tub wall"]) await agreed(caption);
  const email = await due();
  await shop.send();
  const [sent] = await mailsTo(email);
  expect(sent!.state).toBe("sent");
  expect(picturesIn(sent!)).toEqual(["Tub wall", "Walk-in shower"]);
  expect(sent!.text).toContain(
    "Some of our recent work:\n- Tub wall\n- Walk-in shower\nSee more of our work: ",
  );
  // The link is marked as the lead's, like every other.
  expect(sent!.text).toMatch(/See more of our work: \S+\/p\/[\w-]+\?\S+/);
  expect(sent!.text).toContain("nearby:");
});

it("without any, the email reads on, without the words that led to them", async () => {
  const { say } = await agreed("Deck stairs");
  await say([]);
  const email = await due();
  await shop.send();
  const [sent] = await mailsTo(email);
  expect(picturesIn(sent!)).toEqual([]);
  expect(sent!.text).toMatch(LEFT_OUT);
  expect(sent!.html).not.toContain("recent");
});

it("an email that waits is composed again when its client changes their mind, and sent once", async () => {
  const { say } = await agreed("Deck stairs");
  const email = await due();
  await sendDueSteps(shop.account);
  const [waiting] = await mailsTo(email);
  expect([waiting!.state, picturesIn(waiting!)]).toEqual(["queued", ["Deck stairs"]]);
  await say([]);
  expect((await mailsTo(email)).map(({ state }) => state)).toEqual(["suppressed"]);
  await sendDueSteps(shop.account);
  await deliver(shop.account);
  const mails = await mailsTo(email);
  expect(mails.map(({ state }) => state)).toEqual(["suppressed", "sent"]);
  expect(mails[1]!.text).toMatch(LEFT_OUT);
});

it("an email that waits is composed again when the photo is deleted, and others aren’t touched", async () => {
  const { sha256 } = await agreed("Deck stairs");
  const email = await due();
  await sendDueSteps(shop.account);
  const other = await agreed("Walk-in shower");
  await other.say([]);
  expect((await mailsTo(email)).map(({ state }) => state)).toEqual(["queued"]);
  await write(photoId(JOB, sha256), PHOTO, { trashedAt: "2026-11-20T18:00:00Z" });
  await sendDueSteps(shop.account);
  await deliver(shop.account);
  const mails = await mailsTo(email);
  expect(mails.map((one) => [one.state, picturesIn(one).length])).toEqual([
    ["suppressed", 1],
    ["sent", 0],
  ]);
});
