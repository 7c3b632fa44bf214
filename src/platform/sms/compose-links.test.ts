import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailLink, textLink } from "./compose-links.ts";

describe("links for sending by hand", () => {
  it("open messages on iOS and Android with the text filled in", () => {
    expect(textLink("+13035550142", "Hi Dana, 50% off? Ask & see.\nSam's")).toBe(
      "sms:+13035550142?&body=Hi%20Dana%2C%2050%25%20off%3F%20Ask%20%26%20see.%0ASam%27s",
    );
  });

  it("open the mail program, with CRLF line endings", () => {
    expect(
      mailLink({
        to: "dana+deck@client.test",
        subject: "Your deck: 9 questions",
        text: "Hi Dana,\n\nSam & Co",
      }),
    ).toBe(
      "mailto:dana%2Bdeck@client.test?subject=Your%20deck%3A%209%20questions&body=Hi%20Dana%2C%0D%0A%0D%0ASam%20%26%20Co",
    );
  });

  it("contain every word, and nothing that ends the link or its attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (body) => {
        const link = textLink("+13035550142", body);
        expect(link).toMatch(/^sms:\+13035550142\?&body=[\w.~%-]*$/);
        expect(decodeURIComponent(link.slice("sms:+13035550142?&body=".length))).toBe(body.toWellFormed());
      }),
    );
  });
});
