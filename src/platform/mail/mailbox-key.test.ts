import { expect, it } from "vitest";
import { mailboxKey } from "./mailbox-key.ts";

it.each([
  ["dana@client.test", "dana@client.test"],
  ["Dana+deck@Client.test", "dana@client.test"],
  ["dana+a+b@client.test", "dana@client.test"],
  ["d.a.n.a@client.test", "d.a.n.a@client.test"],
  ["d.a.n.a+deck@gmail.com", "dana@gmail.com"],
  ["dana@googlemail.com", "dana@gmail.com"],
  // Addresses without a name before the plus must not share one mailbox.
  ["+a@client.test", "+a@client.test"],
  ['"a@b"@client.test', '"a@b"@client.test'],
  ["nonsense", "@nonsense"],
])("%s belongs to %s", (email, mailbox) => expect(mailboxKey(email)).toBe(mailbox));
