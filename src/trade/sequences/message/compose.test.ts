import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Business } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { mailOf, previewFirstMail } from "./compose.server.ts";
import { firstSequence } from "../first-sequence.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
});
afterAll(() => test.drop());

/** As far as an email says it. */
const PLAIN = {
  name: "Ridge & Beam",
  postalAddress: "12 Main Street\nSpringfield, IL 62701",
  zone: "America/Chicago",
  replyAddress: "sam@ridge.test",
  hours: null,
  signature: null,
  logo: null,
  color: null,
  reviewLink: null,
} as Business;
const SIGNED: Business = { ...PLAIN, signature: "Sam O'Neill\nRidge & Beam\n(217) 555-0142" };
const [gift, later] = firstSequence("9 questions");
const mail = (business: Business, step = gift) =>
  layOutMail(
    mailOf(step, {
      business,
      name: "Dana Ruiz",
      giftUrl: "https://x.test/s/1",
      unsubscribeUrl: "https://x.test/u/1",
    }),
  );

describe("a step's email", () => {
  it("ends with the business's signature, or with its name", () => {
    for (const step of [gift, later]) {
      const closing = (text: string) => text.split("----")[0]!.trimEnd();
      expect(closing(mail(PLAIN, step).text)).toContain("\n\nRidge & Beam");
      expect(closing(mail(SIGNED, step).text)).toMatch(/\n\nSam O'Neill\nRidge & Beam\n\(217\) 555-0142$/);
      expect(closing(mail(SIGNED, step).text).match(/Ridge & Beam/g)).toHaveLength(1);
    }
  });

  it("doesn't say who sends it twice, and drops nothing else above the signature", () => {
    const step = { kind: "mail", delay: { amount: 1, unit: "days" }, subject: "x" } as const;
    const paragraphs = (last: string) =>
      mailOf({ ...step, body: `Hi.\n\n${last}` }, { business: SIGNED, name: "", unsubscribeUrl: "#" })
        .paragraphs;
    expect(paragraphs("Thanks,\n\nSam\nRidge & Beam")).toEqual(["Hi.", "Thanks,"]);
    for (const last of ["Thanks,\nRidge & Beam", "See you soon.\nRidge & Beam"])
      expect(paragraphs(last)).toEqual(["Hi.", last]);
  });

  it("leaves out a name in parentheses that the client doesn't know", () => {
    const says = (title: string) =>
      mailOf(
        {
          ...{ kind: "mail", delay: { amount: 1, unit: "days" }, subject: "x" },
          body: "Your estimate ({{title}}, {{number}}) is here. About the estimate ({{title}}): it's for {{title}}.",
        },
        { business: PLAIN, name: "", unsubscribeUrl: "#", matter: { title, number: "EST-1" } },
      ).paragraphs;
    expect(says("Deck stairs")).toEqual([
      "Your estimate (Deck stairs, EST-1) is here. About the estimate (Deck stairs): it's for Deck stairs.",
    ]);
    expect(says("your project")).toEqual([
      "Your estimate (EST-1) is here. About the estimate: it's for your project.",
    ]);
  });

  it("shows the logo from our own URL, and the color", () => {
    const { html } = mail({
      ...SIGNED,
      logo: `${crypto.randomUUID()}/aa/${"a".repeat(64)}.png`,
      color: "#14532f",
    });
    expect(html).toMatch(
      new RegExp(`<img src="${installation().publicUrl}/logo/[\\w-]{86}\\.png" alt="Ridge &amp; Beam"`),
    );
    expect(html).toContain('bgcolor="#14532f"');
    const bent = mail({ ...SIGNED, logo: "../../x.png", color: 'red" onload="x' });
    expect(bent.html).toBe(mail(SIGNED).html);
  });

  it("is previewed with the text that is sent", () => {
    const { subject, paragraphs, signature } = previewFirstMail(SIGNED, "9 questions", "Dana Ruiz");
    const sent = mailOf(gift, { business: SIGNED, name: "Dana Ruiz", giftUrl: "x", unsubscribeUrl: "x" });
    expect({ subject, paragraphs, signature }).toEqual({
      subject: sent.subject,
      paragraphs: sent.paragraphs,
      signature: sent.signature,
    });
  });
});
