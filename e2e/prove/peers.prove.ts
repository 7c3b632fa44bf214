import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headerOf, addressIn, replyTo, sendBySmtp } from "../harness/mail-program.ts";
import { type Peers, peersMissing, startPeers } from "../harness/peers.ts";
import { removeData, type RunningProduct, startProduct } from "../harness/product.ts";
import { askForGuide, openShop, type Shop } from "../harness/visitor.ts";
import { saveSection } from "./measured.ts";

// Replies with mail servers that nobody here wrote. Debian's postfix takes what the product sends, over
// STARTTLS with a password, and brings what clients and the owner send; the product reads Debian's dovecot
// by IDLE. Each test goes on where the one before stopped.

const POST = "post@plumbline.test";
/** With all that addresses of servers have to write otherwise. */
const PASSWORD = "right p@ss%/+ü?#";
const OWNER = "owner@summit.test";
const ZOE = "zoe@client.test";
const NAME = "Zoë Núñez-Łukasz 木下";

const missing = await peersMissing();
if (missing) console.log(`skipped, because ${missing}`);

const WAIT = { timeout: 40_000, interval: 200 };
let peers: Peers;
let product: RunningProduct;
let shop: Shop;
let gift: string;
let forward: string;
const found: string[] = [];

const parse = (raw: string): Promise<Email> => new PostalMime().parse(Buffer.from(raw, "latin1"));

/** Waits for a delivered message whose text or subject matches. */
async function mailWith(address: string, words: RegExp, withinMs = 40_000) {
  for (const start = performance.now(); ; await sleep(30)) {
    for (const raw of (await peers.mailsOf(address)).toReversed()) {
      const mail = await parse(raw);
      if (words.test(`${mail.subject}\n${mail.text ?? mail.html ?? ""}`))
        return { raw, mail, ms: Math.round(performance.now() - start) };
    }
    if (performance.now() - start > withinMs)
      throw new Error(
        `no email to ${address} with ${words.source}:\n${product.output().slice(-3_000)}\n${await peers.logs()}`,
      );
  }
}

/** A reply with a body of its own, in the threads and headers of one that `replyTo` writes. */
function replyWith(original: string, from: string, type: string, body: string) {
  const reply = replyTo(original, { from, text: "", quoted: "", type });
  const [head = ""] = reply.raw.split("\r\n\r\n");
  const name = `=?utf-8?B?${Buffer.from(NAME).toString("base64")}?=`;
  return { ...reply, raw: `${head.replace("From: Somebody", `From: ${name}`)}\r\n\r\n${body}` };
}

const page = async (path: string) => (await shop.visitor.get(path)).text();
const conversation = async () => {
  const id = /\/account\/inbox\/([0-9a-f-]{36})/.exec(await page("/account/inbox?show=all"))?.[1];
  return id ? page(`/account/inbox/${id}`) : "";
};
/** How many emails to an address have a text of their own, not below a quote. */
async function countOf(address: string, text: string): Promise<number> {
  const mails = await Promise.all((await peers.mailsOf(address)).map(parse));
  return mails.filter((mail) => mail.text?.split("\n").some((line) => line.startsWith(text))).length;
}

beforeAll(async () => {
  if (missing) return;
  peers = await startPeers({ [POST]: PASSWORD, [OWNER]: "x", [ZOE]: "x", "late@client.test": "x" });
  const login = `${encodeURIComponent(POST)}:${encodeURIComponent(PASSWORD)}`;
  product = await startProduct({
    SMTP_URL: `smtp://${login}@localhost:${peers.submissionPort}`,
    // Reports of what can't be delivered come back to it.
    MAIL_FROM: `Plumbline <${POST}>`,
    IMAP_URL: `imap://${login}@localhost:${peers.imapPort}/INBOX`,
    NODE_EXTRA_CA_CERTS: peers.certificate,
  });
  const posted = { ...product, outbox: () => peers.mailsOf(OWNER) };
  shop = await openShop(posted, OWNER, "Summit Deck").catch(async (error: Error) => {
    throw new Error(`${product.output()}\n${await peers.logs()}`, { cause: error });
  });
}, 300_000);

afterAll(async () => {
  await product?.stop();
  await peers?.stop();
  if (!product) return;
  await removeData(product.dataDir);
  await saveSection(
    { name: "replies", title: "Replies and visits" },
    "With postfix and dovecot",
    "e2e/prove/peers.prove.ts",
    [
      `Debian's ${peers.versions}: private instances on loopback. The product sends over STARTTLS with a password, and reads the mailbox with IDLE.`,
      ["| What | Result |", "| --- | --- |", ...found].join("\n"),
    ],
  );
});

describe.skipIf(missing)("a conversation over postfix and dovecot", { timeout: 120_000 }, () => {
  it("brings the guide to a client with letters of many languages in the name", async () => {
    await askForGuide(product, shop.slug, { name: NAME, email: ZOE });
    const { raw, mail, ms } = await mailWith(ZOE, /Zoë/);
    gift = raw;
    expect(mail.to?.[0]).toMatchObject({ name: NAME, address: ZOE });
    expect(headerOf(raw, "Reply-To")).toMatch(/post\+[a-z2-7]{42}@plumbline\.test/);
    // By its own account: encrypted, and signed in.
    expect(raw).toMatch(/with ESMTPSA/);
    found.push(`| The guide, to “${NAME}” | ${ms} ms after asking |`);
  });

  it("forwards the client's reply with its photo, and follow-up stops", async () => {
    const photo = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const body = [
      "--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n",
      `Dienstag geht. Was würde Zeder kosten?\r\n\r\nOn Friday, Summit Deck wrote:\r\n> Your guide is here.`,
      `--b\r\nContent-Type: image/png; name="Grüße.png"\r\nContent-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.png\r\nContent-Transfer-Encoding: base64\r\n`,
      `${photo.toString("base64")}\r\n--b--\r\n`,
    ].join("\r\n");
    const reply = replyWith(gift, ZOE, 'multipart/mixed; boundary="b"', body);
    await sendBySmtp(peers.smtpPort, reply);
    const { raw, mail, ms } = await mailWith(OWNER, /Was würde Zeder kosten/);
    forward = raw;
    expect(mail.from).toMatchObject({ name: `${NAME} via Plumbline`, address: POST });
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(["Grüße.png"]);
    expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer)).toEqual(photo);
    expect(mail.text).not.toContain("Your guide is here");
    await expect.poll(conversation, WAIT).toContain("Follow-up has stopped: they replied.");
    // IDLE: the next turn of a mailbox without it comes after a minute.
    expect(ms).toBeLessThan(10_000);
    found.push(
      `| The client's reply with a photo, forwarded to the owner; follow-up stopped | ${ms} ms after it was sent |`,
    );
  });

  it("sends the owner's answer on in the thread, without the tail of the forward", async () => {
    const tail = (await parse(forward)).text ?? "";
    const answer = replyTo(forward, { from: OWNER, text: "About $9,000.\r\nBis Dienstag!", quoted: tail });
    await sendBySmtp(peers.smtpPort, answer);
    const { raw, mail, ms } = await mailWith(ZOE, /About \$9,000/);
    expect(mail.from?.name).toContain("Summit Deck");
    const [reply] = (await peers.mailsOf(POST)).filter((one) => one.includes("filename*=utf-8''Gr"));
    expect(headerOf(raw, "In-Reply-To")).toBe(headerOf(reply!, "Message-ID"));
    expect(headerOf(raw, "References")).toContain(headerOf(gift, "Message-ID"));
    expect(addressIn(headerOf(raw, "Reply-To"))).toBe(addressIn(headerOf(gift, "Reply-To")));
    expect(mail.text).toContain("About $9,000.\nBis Dienstag!");
    expect(`${mail.text}${mail.html ?? ""}`).not.toMatch(/Just reply to this|via Plumbline|\/account\//);
    found.push(
      `| The owner's answer from a mail program, in the client's thread, without the forward's tail | ${ms} ms after it was sent |`,
    );
  });

  it("reads a reply that is only HTML", async () => {
    const html = `<div dir="ltr">Yes, <b>Thursday</b> at&nbsp;4 works &mdash; 6 p.m. doesn&#39;t.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 27, 2026 Summit Deck wrote:<br></div><blockquote class="gmail_quote">About $9,000.</blockquote></div>`;
    await sendBySmtp(peers.smtpPort, replyWith(gift, ZOE, "text/html; charset=utf-8", html));
    const { mail, ms } = await mailWith(OWNER, /Thursday at\s4 works — 6 p\.m\. doesn't/);
    expect(mail.text).not.toContain("gmail_quote");
    found.push(`| A reply that is only HTML, forwarded as text | ${ms} ms after it was sent |`);
  });

  it("notes that an address doesn't exist when postfix returns the email", async () => {
    await askForGuide(product, shop.slug, { name: "Ann Gone", email: "gone@client.test" });
    const start = performance.now();
    const unreachable = () => page("/account/leads?status=unreachable");
    await expect.poll(unreachable, WAIT).toContain("Ann Gone");
    const reports = (await peers.mailsOf(POST)).filter((one) => one.includes("multipart/report"));
    expect(reports.map((one) => /^Final-Recipient: .*/m.exec(one)?.[0])).toEqual([
      "Final-Recipient: rfc822; gone@client.test",
    ]);
    found.push(
      `| An address that doesn't exist, returned by postfix, marked “Email bounced” | ${Math.round(performance.now() - start)} ms after asking |`,
    );
  });

  it("goes on after dovecot was away, with what came meanwhile", async () => {
    // Postfix delivers without it.
    await peers.restartDovecot({ isRebuilt: false });
    await sendBySmtp(peers.smtpPort, replyTo(gift, { from: ZOE, text: "Still there?", quoted: "Hi" }));
    const { ms } = await mailWith(OWNER, /Still there\?/, 90_000);
    expect(await countOf(OWNER, "Still there?")).toBe(1);
    found.push(`| A reply after dovecot was restarted | ${ms} ms after it was sent |`);
  });

  it("reads nothing a second time when the mailbox gets another UIDVALIDITY", async () => {
    const before = (await peers.mailsOf(OWNER)).length;
    await peers.restartDovecot({ isRebuilt: true });
    await sleep(70_000);
    expect((await peers.mailsOf(OWNER)).length).toBe(before);
    await sendBySmtp(peers.smtpPort, replyTo(gift, { from: ZOE, text: "One more thing.", quoted: "Hi" }));
    const { ms } = await mailWith(OWNER, /One more thing\./, 90_000);
    for (const text of ["Dienstag geht.", "Yes, Thursday", "Still there?", "One more thing."])
      expect(await countOf(OWNER, text), text).toBe(1);
    expect(await countOf(ZOE, "About $9,000.")).toBe(1);
    found.push(
      `| A mailbox rebuilt with another UIDVALIDITY | nothing read twice; the next reply after ${ms} ms |`,
    );
  });

  it("says on Today that the owner's own mailbox returns forwards", async () => {
    await peers.closeBox(OWNER);
    await sendBySmtp(peers.smtpPort, replyTo(gift, { from: ZOE, text: "Are you well?", quoted: "Hi" }));
    await expect
      .poll(() => page("/account/dashboard"), WAIT)
      .toContain("A reply couldn’t be forwarded to you");
    expect(await conversation()).toContain("Are you well?");
    found.push(`| A forward that the owner's mailbox returns | told on Today; the reply is in the inbox |`);
  });
});
