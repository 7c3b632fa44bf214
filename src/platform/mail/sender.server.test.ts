import { describe, expect, it } from "vitest";
import { mailSender, messageIdHeader } from "./sender.server.ts";

const of = (MAIL_FROM: string | undefined, PUBLIC_URL?: string) =>
  mailSender({ MAIL_FROM, PUBLIC_URL }, "Plumbline");

describe("mailSender", () => {
  it("is MAIL_FROM, with or without a name", () => {
    expect(of('"Dana, Deck & Co" <mail@Example.com>')).toEqual({
      mailbox: { name: "Dana, Deck & Co", address: "mail@example.com" },
      host: "example.com",
    });
    expect(of("mail@example.com").mailbox).toEqual({ name: "Plumbline", address: "mail@example.com" });
  });

  it("defaults to an address at the product's own host", () => {
    expect(of(undefined, "https://plumbline.example:8443").mailbox.address).toBe("mail@plumbline.example");
    expect(of(undefined, "http://127.0.0.1:3000").host).toBe("127.0.0.1");
    expect(of(undefined, "http://[::1]:3000").mailbox.address).toBe("mail@localhost");
    expect(of(undefined).host).toBe("localhost");
  });

  it.each(["a@example.com, b@example.com", "nobody", "Team: a@example.com;", "<a@b@c.example>"])(
    "refuses %s with a sentence",
    (text) => {
      expect(() => of(text)).toThrow(/^The setting MAIL_FROM is not valid/);
    },
  );
});

describe("messageIdHeader", () => {
  it("contains account and message", () => {
    const id = messageIdHeader(
      "00000000-0000-0000-0000-000000000000",
      "01a1f87d-55e1-7111-98a4-2b229ac02fc8",
      "example.com",
    );
    expect(id).toBe("<00000000000000000000000000000000.01a1f87d55e1711198a42b229ac02fc8@example.com>");
  });
});
