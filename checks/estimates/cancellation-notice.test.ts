import { afterAll, describe, expect, it } from "vitest";
import { noticeOf, type Sale } from "#trade/law/cancel/document.ts";
import { closeRenderers, renderPdf } from "#platform/pdf/render.server.ts";
import { hasPdfTools, pagesOf } from "../testing/pdf-text.ts";

// What the notice of cancellation says on paper.

afterAll(closeRenderers);

const on = (day: string) => Temporal.PlainDate.from(day);

const sale = (over: Partial<Sale> = {}): Sale => ({
  ...{ state: null, day: on("2026-11-25"), language: "en", isSenior: false, job: "14 Elm Street" },
  seller: {
    ...{ name: "Field Decks", address: "12 Shop Road\nOakland, CA 94601", email: "office@decks.test" },
    contact: ["(510) 555-0100", "License 123456"],
  },
  createdAt: Temporal.Instant.from("2026-11-25T18:00:00Z"),
  ...over,
});

const wordsOf = async (of: Sale) => pagesOf(await renderPdf(noticeOf(of)));

describe.skipIf(!hasPdfTools)("the notice", () => {
  it("is a statement and two copies of the federal form, word for word, with its dates", async () => {
    const [statement = "", ...copies] = await wordsOf(sale());
    expect(statement).toContain(
      "You, the buyer, may cancel this transaction at any time prior to midnight of the third business day after the date of this transaction. See the attached notice of cancellation form for an explanation of this right.",
    );
    expect(statement).toContain("Wednesday, November 25, 2026");
    expect(copies).toHaveLength(2);
    for (const copy of copies) {
      expect(copy).toContain("Notice of Cancellation");
      expect(copy).toContain("Date of transaction: Wednesday, November 25, 2026");
      expect(copy).toContain(
        "You may CANCEL this transaction, without any Penalty or Obligation, within THREE BUSINESS DAYS from the above date.",
      );
      expect(copy).toContain("will be returned within TEN BUSINESS DAYS following receipt by the seller");
      expect(copy).toContain("then you remain liable for performance of all obligations under the contract.");
      expect(copy).toContain(
        "To cancel this transaction, mail or deliver a signed and dated copy of this Cancellation Notice or any other written notice, or send a telegram, to Field Decks, at 12 Shop Road, Oakland, CA 94601, NOT LATER THAN MIDNIGHT OF Monday, November 30, 2026.",
      );
      expect(copy).toMatch(/I HEREBY CANCEL THIS TRANSACTION\. .*Date.*Buyer’s signature/);
    }
  });
  it("is in Spanish for a talk in Spanish", async () => {
    const pages = await wordsOf(sale({ language: "es" }));
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain("Usted, el comprador, puede cancelar esta transacción");
    expect(pages[1]).toContain("dentro de los TRES DÍAS HÁBILES");
    expect(pages[2]).toContain("A LA MEDIANOCHE DEL lunes, 30 de noviembre de 2026");
    expect(pages.join(" ")).not.toMatch(/\b(the|buyer|Date)\b/);
  });
  it("has California's words, with five days for a buyer of 65", async () => {
    const [three = "", copy = ""] = await wordsOf(sale({ state: "CA" }));
    expect(three).toContain("Three-Day Right to Cancel");
    expect(three).toContain("You may cancel by emailing, mailing, faxing, or delivering a written notice");
    expect(three).toContain("by midnight of the third business day after you received a signed");
    expect(copy).toContain("within three business days from the above date");
    expect(copy).toContain("or office@decks.test, not later than midnight of Monday, November 30, 2026.");
    const [five = "", older = ""] = await wordsOf(sale({ state: "CA", isSenior: true }));
    expect(five).toContain("Five-Day Right to Cancel");
    expect(five).toContain("by midnight of the fifth business day");
    expect(older).toContain("not later than midnight of Wednesday, December 2, 2026.");
    const [cinco = ""] = await wordsOf(sale({ state: "CA", isSenior: true, language: "es" }));
    expect(cinco).toContain("del quinto día hábil");
  });
  it("still fits with a long name and address", async () => {
    const long = { ...sale().seller, name: "W".repeat(120), address: "1 Long Road\n".repeat(6) };
    for (const state of ["CA", null] as const)
      for (const language of ["en", "es"] as const)
        expect(await wordsOf(sale({ seller: long, state, language, job: "J".repeat(300) }))).toHaveLength(3);
  });
});
