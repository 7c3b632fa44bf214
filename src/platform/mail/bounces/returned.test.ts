import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMail } from "../inbound/parse.server.ts";
import { readReturned } from "./returned.ts";
import { OURS, RETURNED, returnedMail } from "../testing/returned.ts";

const read = async (raw: Buffer | string) => readReturned(await parseMail(Buffer.from(raw)));

const bounce = (isPermanent: boolean, isBadAddress: boolean) => ({ is: "bounce", isPermanent, isBadAddress });
const gone = bounce(true, true);
const refused = bounce(true, false);
const notYet = bounce(false, false);
const automatic = { is: "automatic" };
const complaint = { is: "complaint", messageId: OURS.messageId };
const stop = { is: "answer", asksToStop: true };
const answer = { is: "answer", asksToStop: false };

const EXPECTED: Readonly<Record<string, object>> = {
  "postfix-unknown": gone,
  "postfix-delayed": notYet,
  "postfix-expired": notYet,
  "mailbox-full": refused,
  "mailbox-disabled": gone,
  policy: refused,
  "policy-called-unknown": refused,
  relayed: automatic,
  "exim-unknown": gone,
  "qmail-no-mailbox": gone,
  "qmail-remote-full": refused,
  "exchange-online": gone,
  "exchange-in-words": gone,
  "gmail-not-found": gone,
  "gmail-in-words": gone,
  "amazon-ses": gone,
  "nul-bytes": gone,
  "wrong-charset": gone,
  "yahoo-complaint": complaint,
  "complaint-headers-only": complaint,
  "not-spam-report": automatic,
  "outlook-automatic-reply": automatic,
  "exchange-2007-automatic-reply": automatic,
  "gmail-vacation": automatic,
  "german-absence": automatic,
  "read-receipt": automatic,
  "garbage-report": automatic,
  "report-without-status": gone,
  "report-without-original": automatic,
  "reply-gmail-stop": stop,
  "reply-outlook-stop": stop,
  "reply-apple-stop": stop,
  "reply-html-stop": stop,
  "reply-stop-by": answer,
  "reply-out-of-office-thread": answer,
};

describe("returned mail", () => {
  it("has an expected reading for every fixture", () => {
    expect(RETURNED.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  it.each(Object.entries(EXPECTED))("%s", async (name, expected) => {
    const returned = await read(returnedMail(name));
    if (returned.is !== "bounce") return expect(returned).toEqual(expected);
    const [failed] = returned.failed;
    expect({ is: returned.is, isPermanent: failed?.isPermanent, isBadAddress: failed?.isBadAddress }).toEqual(
      expected,
    );
    expect(returned.messageId).toBe(OURS.messageId);
    expect(failed?.addresses).toContain(OURS.recipient);
    expect(returned.failed).toHaveLength(1);
  });

  it("says what the server said, in words for people", async () => {
    const full = await read(returnedMail("mailbox-full"));
    expect(full.is === "bounce" && full.failed[0]!.said).toMatch(/^552 5\.2\.2 .*full/i);
  });

  it("is read quickly from the beginning of a mail of two megabytes", async () => {
    const filler = Buffer.alloc(2 * 1024 * 1024, `${"x".repeat(76)}\r\n`).toString("latin1");
    const long = returnedMail("exim-unknown").toString("latin1").replace("here is the guide", filler);
    expect(await read(long)).toMatchObject({
      is: "bounce",
      messageId: OURS.messageId,
      failed: [{ isBadAddress: true }],
    });
    const began = performance.now();
    for (const patience of [
      "<".repeat(500_000),
      "<style>".repeat(70_000),
      " ".repeat(500_000),
      ">".repeat(500_000),
      "<b> ".repeat(120_000),
    ])
      for (const type of ["html", "plain"])
        await read(
          `From: <postmaster@x.test>\r\nSubject: failure notice\r\nContent-Type: text/${type}\r\n\r\n${patience}`,
        );
    // A backtracking pattern takes many minutes for these.
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it("belongs to the returned message, not to those it answered or quoted", async () => {
    const theirs = returnedMail("postfix-unknown")
      .toString("latin1")
      .replace(
        `Message-ID: ${OURS.messageId}`,
        `Message-ID: <a-mail-of-the-owner@summit.test>\r\nIn-Reply-To: ${OURS.messageId}`,
      );
    expect(await read(theirs)).toMatchObject({
      is: "bounce",
      messageId: "<a-mail-of-the-owner@summit.test>",
    });
  });

  it("is a bounce in words only if it comes from a mail system", async () => {
    const forwarded = returnedMail("qmail-no-mailbox")
      .toString("latin1")
      .replace("Return-Path: <>", "Return-Path: <pat@summit.test>")
      .replace("From: MAILER-DAEMON@relay.example.org", "From: Pat <pat@summit.test>");
    expect(await read(forwarded)).toEqual(answer);
    const unnamed = returnedMail("qmail-no-mailbox")
      .toString("latin1")
      .replaceAll(/^Message-ID: .*\r\n/gim, "");
    expect(await read(unnamed)).toEqual(automatic);
    expect(
      await read("From: postmaster@smallbusiness.test\r\nSubject: Re: Your guide\r\n\r\nCall me."),
    ).toEqual(answer);
  });

  it("distinguishes several recipients, and text about none of them", async () => {
    const report = (...groups: string[]) =>
      returnedMail("postfix-unknown")
        .toString("latin1")
        .replace(/Final-Recipient:[^]*?virtual mailbox table\r\n/, `${groups.join("\r\n\r\n")}\r\n`);
    const full = "Final-Recipient: rfc822; full@client.test\r\nAction: failed\r\nStatus: 5.2.2";
    const nobody = "Action: failed\r\nStatus: 5.1.1";
    const strange = "Final-Recipient: x400; C=US\r\nAction: failed\r\nStatus: 5.1.2";
    expect(await read(report(full, nobody, strange))).toMatchObject({
      failed: [
        { addresses: ["full@client.test"], isBadAddress: false },
        { addresses: [], isBadAddress: true },
        { addresses: ["c=us"], isBadAddress: true },
      ],
    });
  });

  it("is a reply if a person writes, whatever the subject", async () => {
    const wrote = (subject: string, headers = "") =>
      read(`From: dana@client.test\r\nSubject: ${subject}\r\n${headers}\r\nTuesday is fine.`);
    for (const subject of [
      "Re: Automatic reply: Your guide",
      "Re: question about the out of office building",
      "Out of office building: my question",
      "Undeliverable: is it my address?",
      "Abwesenheit",
    ])
      expect(await wrote(subject)).toEqual(answer);
    expect(await wrote("Re: Your guide", "Precedence: bulk\r\n")).toEqual(answer);
    expect(await wrote("Re: Your guide", "Auto-Submitted: no\r\n")).toEqual(answer);
    expect(await wrote("Out of office: Your guide", "Precedence: bulk\r\n")).toEqual(automatic);
    expect(await wrote("Automatic reply: Your guide", "Return-Path: <>\r\n")).toEqual(automatic);
    expect(await wrote("Your guide", "Auto-Submitted: auto-replied; owner-email=x\r\n")).toEqual(automatic);
    expect(await wrote("Re: Your guide", "X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n")).toEqual(answer);
    expect(await wrote("Abwesend: Your guide", "X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n")).toEqual(
      automatic,
    );
    for (const header of [
      "X-Precedence: auto_reply",
      "Preference: auto_reply",
      "X-AutoReply-From: dana@client.test",
      "X-Mail-Autoreply: yes",
      "X-Autogenerated: Reply",
      "X-FC-MachineGenerated: true",
      "X-POST-MessageClass: 9; Autoresponder",
      "Delivered-To: Autoresponder",
    ])
      expect(await wrote("Re: Your guide", `${header}\r\n`), header).toEqual(automatic);
    for (const header of [
      "X-Autogenerated: Forward",
      "X-Mail-Autoreply: no",
      "X-FC-MachineGenerated: false",
      "Delivered-To: mail@plumbline.test",
    ])
      expect(await wrote("Re: Your guide", `${header}\r\n`), header).toEqual(answer);
    expect(
      await read("From: MAILER-DAEMON@x.test\r\nSubject: =?utf-8?Q?Non_remis_=C3=A0_Dana?=\r\n\r\nDésolé."),
    ).toEqual(automatic);
  });

  it("never throws, and blames no address, however it is cut or garbled", async () => {
    const names = RETURNED.map((name) => ({ name, whole: returnedMail(name) }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ({ name, whole }, share) => {
          const cut = await read(whole.subarray(0, Math.floor(share * whole.length)));
          if (cut.is === "bounce" || cut.is === "complaint") expect(cut.messageId).toBe(OURS.messageId);
          // If only the whole mail proves a bad address, a truncated one must not.
          if (cut.is === "bounce" && EXPECTED[name] !== gone)
            expect(cut.failed.some(({ isBadAddress }) => isBadAddress)).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 12 })), { maxLength: 8 }),
        async ({ whole }, changes) => {
          const garbled = Buffer.from(whole);
          for (const [at, bytes] of changes)
            garbled.set(bytes.slice(0, garbled.length - (at % garbled.length)), at % garbled.length);
          const returned = await read(garbled);
          if (returned.is !== "bounce" && returned.is !== "complaint") return;
          // The Message-ID must be in the mail, byte for byte.
          const [ids = ""] = /^<[0-9a-f]{32}\.[0-9a-f]{32}@/.exec(returned.messageId) ?? [];
          expect(garbled.includes(ids.slice(1))).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4_000 }), async (bytes) => {
        expect(["answer", "automatic"]).toContain((await read(Buffer.from(bytes))).is);
      }),
    );
  });

  it("is nothing if nothing can be read", async () => {
    let nested = "";
    for (let depth = 0; depth < 300; depth++)
      nested += `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`;
    expect(await parseMail(Buffer.from(nested))).toMatchObject({
      from: undefined,
      text: undefined,
      parts: [],
    });
    expect(await read(nested)).toEqual(answer);
  });
});
