import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { useSecret } from "../config/signing.server.ts";
import { mailAddress } from "./compose/header-text.ts";
import {
  isOurAddress,
  readReplyAddress,
  replyAddress,
  type ReplyMailbox,
  replyMailboxOf,
} from "./reply-address.server.ts";

const DOMAIN: ReplyMailbox = { domain: "reply.test", local: null };
const PLUS: ReplyMailbox = { domain: "plumbline.test", local: "a-long-mailbox-name-x" };
const LEAD = "0190f5a0-1234-7abc-8def-0123456789ab";

beforeEach(() => useSecret("one secret that is long enough for it"));

describe("a reply address", () => {
  it("names lead and writer, in any case, as an address that every server accepts", () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.constantFrom("client" as const, "owner" as const),
        fc.constantFrom(DOMAIN, PLUS),
        (leadId, writer, mailbox) => {
          const address = replyAddress(mailbox, { writer, leadId });
          expect(mailAddress(address)).toBe(address);
          expect(address.split("@")[0]!.length).toBeLessThanOrEqual(64);
          for (const form of [address, address.toUpperCase(), ` ${address} `])
            expect(readReplyAddress(mailbox, form)).toEqual({ writer, leadId });
        },
      ),
    );
  });

  it("can't be changed, guessed, moved, or made without our secret", () => {
    const address = replyAddress(DOMAIN, { writer: "client", leadId: LEAD });
    const [token = ""] = address.split("@");
    // The last character has two unused bits.
    for (let at = 0; at < token.length - 1; at++) {
      const other = token[at] === "a" ? "b" : "a";
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}@reply.test`;
      expect(readReplyAddress(DOMAIN, changed), String(at)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z2-7]{42}$/), (guess) => {
        expect(readReplyAddress(DOMAIN, `${guess}@reply.test`)).toBeUndefined();
      }),
    );
    expect(readReplyAddress(DOMAIN, `${token}@elsewhere.test`)).toBeUndefined();
    expect(readReplyAddress(PLUS, `${token}@plumbline.test`)).toBeUndefined();
    expect(readReplyAddress(DOMAIN, `${token}+x@reply.test`)).toBeUndefined();
    useSecret("another secret that is long enough too");
    expect(readReplyAddress(DOMAIN, address)).toBeUndefined();
  });

  it("differs for the client and the owner", () => {
    const [client, owner] = (["client", "owner"] as const).map((writer) =>
      replyAddress(DOMAIN, { writer, leadId: LEAD }),
    );
    expect(client).not.toBe(owner);
  });
});

describe("what reaches us", () => {
  it.each([
    [DOMAIN, "anything@REPLY.test", true],
    [DOMAIN, "dana@sub.reply.test", false],
    [PLUS, "a-long-mailbox-name-x@plumbline.test", true],
    [PLUS, "A-long-mailbox-name-x+whatever@plumbline.test", true],
    [PLUS, "a-long-mailbox-name-xy@plumbline.test", false],
    [PLUS, "dana@plumbline.test", false],
  ] as const)("%j: %s is ours: %s", (mailbox, address, expected) => {
    expect(isOurAddress(mailbox, address)).toBe(expected);
  });

  it("is a domain, or a mailbox whose user name is a short address", () => {
    const url = (user: string) => ({
      INBOUND_DOMAIN: undefined,
      IMAP_URL: `imaps://${encodeURIComponent(user)}:p@mail.test/INBOX`,
    });
    expect(replyMailboxOf({ INBOUND_DOMAIN: undefined, IMAP_URL: undefined })).toBeUndefined();
    expect(replyMailboxOf({ ...url("me@x.test"), INBOUND_DOMAIN: "reply.test" })).toEqual(DOMAIN);
    expect(replyMailboxOf(url("Replies@X.test"))).toEqual({ domain: "x.test", local: "replies" });
    for (const user of ["office", "me+too@x.test", `${"a".repeat(22)}@x.test`])
      expect(replyMailboxOf(url(user)), user).toBeUndefined();
  });
});
