import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headerText, mailAddress } from "./header-text.ts";

describe("headerText", () => {
  it("is one line without invisible characters", () => {
    expect(headerText("  Hi\r\nBcc: x\0\u2028there\u202e \t you ")).toBe("Hi Bcc: x there you");
    expect(headerText("Ø’Neill 木 👩‍🔧")).toBe("Ø’Neill 木 👩‍🔧");
    expect(headerText("half a pair \ud83e")).toBe("half a pair \ufffd");
  });

  it("contains nothing a reader would decode, and is idempotent", () => {
    expect(headerText("=?utf-8?Q?=0D=0ABcc?=")).toBe("= ?utf-8?Q?=0D=0ABcc?=");
    expect(headerText("2+2=? Guess")).toBe("2+2=? Guess");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = headerText(text);
        expect(headerText(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("mailAddress", () => {
  it.each([
    ["Dana@Example.ORG", "Dana@example.org"],
    [" dana+deck@sub.example.org ", "dana+deck@sub.example.org"],
    ["o'neill@example.org", "o'neill@example.org"],
    ["dana@münchen.example", "dana@xn--mnchen-3ya.example"],
    ["jürgen@example.org", "jürgen@example.org"],
    ["mail@localhost", "mail@localhost"],
    ["mail@127.0.0.1", "mail@127.0.0.1"],
  ])("accepts %s", (text, address) => expect(mailAddress(text)).toBe(address));

  it.each([
    ...[
      "",
      "dana",
      "@example.org",
      "dana@",
      "a@b@example.org",
      '"a b"@example.org',
      "a b@example.org",
      "a..b@example.org",
      ".a@example.org",
    ],
    ...[
      "a@example.org\r\nBcc: x@y.z",
      "a\n@example.org",
      "a@exa\0mple.org",
      "<a@example.org>",
      "a@[127.0.0.1]",
      "a@-x.org",
      "a,b@example.org",
    ],
    ...[
      "a@example..org",
      "a@example.org, b@example.org",
      "a\u202e@example.org",
      `${"a".repeat(65)}@example.org`,
      "a@b c.org",
      "a\ud800@b.org",
    ],
  ])("refuses %j", (text) => expect(mailAddress(text)).toBeUndefined());
});
