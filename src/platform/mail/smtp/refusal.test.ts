import { describe, expect, it } from "vitest";
import { judgeFailure, statusesIn } from "../bounces/bounce.ts";

describe("why a message was refused", () => {
  it.each<[status: string, said: string, isBad: boolean]>([
    ["5.0.0", "550 no such address here", true],
    ["5.2.1", "550 5.2.1 The email account that you tried to reach is disabled", true],
    ["5.2.1", "450-4.2.1 The user you are trying to contact is receiving mail too quickly", false],
    ["5.7.1", "550 5.7.1 Our system has detected that this message is likely unsolicited mail", false],
    ["5.1.1", "550 5.1.1 <d@c.example> blocked by spamhaus", false],
    ["5.4.1", "550 5.4.1 [internal] Recipient address rejected: Access denied", true],
    ["5.4.7", "554 5.4.7 Delivery expired (message too old)", false],
    ["4.4.7", "Delivery time expired", false],
    ["5.3.4", "552 5.3.4 Message size exceeds fixed limit", false],
    ["5.2.2", "552 5.2.2 user over quota", false],
    [
      "5.1.10",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient d@c.example not found by SMTP address lookup",
      true,
    ],
    ["5.7.133", "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup", false],
    ["5.0.0", "550 Unrouteable address", true],
    ["5.4.6", "554 5.4.6 Too many hops", false],
    ["5.7.0", "550 5.7.0 Local Policy Violation", false],
    ["5.0.0", "554 Your IP is listed", false],
    ["5.1.2", "550 5.1.2 Bad destination host 'DNS Hard Error looking up c.example (MX): NXDomain'", true],
    ["5.4.4", "DNS Hard Error: unable to resolve route", true],
    ["5.0.0", "550 Mailbox unavailable", true],
    ["5.0.0", "550 Account is no longer active", true],
    ["5.0.0", "550 5.7.1 message refused: SPF fail", false],
    ["5.1.0", "550 5.1.0 Address rejected", true],
    ["5.1.0", "550 5.1.0 <office@p.q> Sender rejected", false],
    ["5.1.0", "550 5.1.0 Address rejected d@c.example", true],
    ["5.1.0", "550 5.1.0 Address rejected <d@c.example>", true],
    ["5.2.0", "550 5.2.0 mailbox accepts only known senders", false],
    ["5.4.1", "550 5.4.1 All recipient addresses rejected : Access denied. [internal]", true],
    ["5.7.1", "550 5.7.1 Recipient does not accept mail from unknown users", false],
    ["5.0.0", "550 This account only accepts messages from its contacts", false],
    ["5.0.0", "DNS Error: DNS type 'mx' lookup of c.example responded with code NOERROR", true],
    ["4.0.0", "DNS Error: DNS type 'mx' lookup of c.example responded with code SERVFAIL", false],
    ["5.1.3", "550 5.1.3 Invalid recipient address syntax", true],
    ["5.7.1", "554 5.7.1 <d@c.example>: Relay access denied", false],
    ["5.7.1", "550 5.7.1 Unable to deliver to <d@c.example>: user does not exist", true],
    ["5.7.1", "550 5.7.1 Access denied", false],
    ["5.5.0", "550 5.5.0 mailbox unavailable: sender blocked", false],
    ["5.0.0", "550 El usuario no existe", true],
    ["5.0.0", "550 Utilisateur inconnu", true],
    ["5.0.0", "550 Postfach existiert nicht", true],
    ["5.0.0", "550 пользователь не найден", true],
    ["5.0.0", "550 Empfänger unbekannt", true],
    ["5.3.0", "553 5.3.0 <d@c.example>... No such user here", true],
    ["5.2.0", "550 5.2.0 STOREDRV.Deliver; delivery result banner", false],
    ["5.1.1", "550 5.1.1 User unknown; see our spam policy at https://x.example/policy", false],
    ["5.7.509", "550 5.7.509 Access denied, sending domain x does not pass DMARC verification", false],
    [
      "5.7.515",
      "550 5.7.515 Access denied, sending domain doesn't meet the required authentication level",
      false,
    ],
    ["4.7.0", "421 4.7.0 [TSS04] Messages from 1.2.3.4 temporarily deferred due to user complaints", false],
    ["5.0.0", "550 relay not permitted", false],
    ["5.1.1", "550 5.1.1 sorry, that recipient has moved, no longer at this address", true],
    [
      "5.0.0",
      "550 5.1.1 The email account that you tried to reach does not exist. Learn more at https://support.google.com/mail/?p=NoSuchUser",
      true,
    ],
    ["5.0.0", "550 Requested action not taken: mailbox unavailable", true],
    ["5.0.0", "550 Message content rejected", false],
    ["5.0.0", "mail loops back to myself", false],
    ["5.0.0", "550 Too many invalid recipients", false],
    ["5.0.0", "550 Daily sending limit exceeded", false],
    ["5.0.0", "550 Recipient mailbox disabled due to inactivity", true],
    ["5.1.1", "550 5.1.1 invalid address", true],
    ["5.0.0", "550 Verify your sender domain: domain not found", false],
    ["5.0.0", "450 4.1.8 <o@p.q>: Sender address rejected: Domain not found", false],
  ])("%s %s: bad address %s", (status, text, isBad) => {
    const statuses = [...new Set(statusesIn(`${status} ${text}`))];
    expect(judgeFailure([], { words: text, statuses, isFinal: true }).isBadAddress).toBe(isBad);
    // A server that still retries has not given up.
    expect(judgeFailure([], { words: text, statuses, isFinal: false })).toMatchObject({
      isBadAddress: false,
      isPermanent: false,
    });
  });

  it("is the address if a report has only a status", () => {
    const isBad = (status: string) =>
      judgeFailure([], { words: "", statuses: [status], isFinal: true }).isBadAddress;
    expect(
      ["5.1.1", "5.1.2", "5.1.10", "5.2.1", "5.4.4", "5.4.310"].filter((status) => !isBad(status)),
    ).toEqual([]);
    expect(["5.0.0", "5.1.0", "5.1.7", "5.1.8", "5.2.2", "5.7.1", "4.4.1", "5.4.7"].filter(isBad)).toEqual(
      [],
    );
  });
});
