import { describe, expect, it } from "vitest";
import { judge, type SmtpError } from "./verdict.ts";

const answer = (
  command: string,
  response: string,
  code = command === "DATA" ? "EMESSAGE" : "EENVELOPE",
): SmtpError => ({
  message: "refused",
  code,
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

describe("judge", () => {
  it.each<[string, boolean, string]>([
    ["550 5.1.1 The email account that you tried to reach does not exist", true, "Gmail"],
    ["550-5.1.1 The email account\n550 5.1.1 does not exist", true, "several lines"],
    ["550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found", true, "Exchange"],
    ["550 5.2.1 The email account is disabled", true, "switched off"],
    ["550 No such user here", true, "no detail"],
    ["553 sorry, no mailbox here by that name", true, "qmail"],
    ["550 5.7.1 Unable to relay", false, "relay"],
    ["550 relay access denied", false, "relay without detail"],
    ["550 5.7.26 fails DMARC", false, "DMARC"],
    ["554 5.7.1 blocked by reputation", false, "blocklist"],
    ["552 5.2.2 mailbox full", false, "full"],
    ["553 5.1.8 sender address rejected", false, "our address"],
    [
      "550-5.2.1 The user you are trying to contact is receiving mail at a rate that\r\n550 5.2.1 prevents additional messages",
      false,
      "rate",
    ],
    ["550 5.1.0 <office@summit.test> sender rejected. AUP#DNS", false, "our address, called theirs"],
    ["553 5.1.3 http://www.blocklist.test/query?ip=192.0.2.9", false, "a blocklist"],
    ["550 messages from 192.0.2.9 were not taken", false, "our network without detail"],
    ["550 Sender verify failed: no such user here", false, "our address looked up"],
    ["550 5.0.0 User unknown", true, "no telling status"],
    [
      "550 5.4.1 Recipient address rejected: Access denied. [x.protection.outlook.test]",
      true,
      "Microsoft 365",
    ],
    ["550 5.5.0 Requested action not taken: mailbox unavailable", true, "Outlook.com"],
    ["550 5.7.1 User unknown in relay recipient table", true, "under a status of policies"],
    [
      "550 5.7.1 <dana@client.test>: Recipient address rejected: Greylisted, try again later",
      false,
      "greylisted for good",
    ],
    ["554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).", true, "Yahoo"],
    ["550 Benutzer unbekannt", true, "German"],
    ["550 No hay destinatario: usuario desconocido", true, "Spanish"],
    ["550 5.1.7 bad sender's mailbox", false, "our mailbox"],
    ["550 rejected by spam policy", false, "spam without detail"],
  ])("RCPT %s: bad address %s (%s)", (response, bad) => {
    expect(judge(answer("RCPT TO", response), false)).toMatchObject({
      is: "refused",
      reason: bad ? "bad_address" : "refused",
    });
  });

  it("does not blame the address if another command was refused", () => {
    expect(judge(answer("MAIL FROM", "550 5.1.1 no such user"), false)).toMatchObject({ reason: "refused" });
    expect(judge(answer("DATA", "550 5.1.1"), true)).toMatchObject({ is: "refused", reason: "refused" });
  });

  it("blames the address if the whole message is refused with such a text", () => {
    for (const response of [
      "554 delivery error: dd This user doesn't have a yahoo.test account (dana) [0]",
      "550 5.1.1 no such user",
    ])
      expect(judge(answer("DATA", response), true)).toMatchObject({ is: "refused", reason: "bad_address" });
    expect(judge(answer("DATA", "554 5.7.1 Message rejected as spam"), true)).toMatchObject({
      is: "refused",
      reason: "refused",
    });
  });

  it("retries after sign-in or session problems, whatever the code", () => {
    for (const response of [
      "530 5.7.0 Must issue a STARTTLS command first",
      "535 5.7.8 bad credentials",
      "503 bad sequence",
    ])
      expect(judge(answer("MAIL FROM", response), false)).toMatchObject({ is: "retry" });
    expect(
      judge(
        {
          message: "Invalid login",
          code: "EAUTH",
          command: "AUTH PLAIN",
          response: "535 5.7.8 no",
          responseCode: 535,
        },
        false,
      ),
    ).toMatchObject({ is: "retry" });
    expect(judge({ message: "certificate has expired", code: "ETLS", command: "CONN" }, false)).toMatchObject(
      { is: "retry" },
    );
  });

  it("is unknown after the end was sent without a complete reply", () => {
    for (const code of ["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EPROTOCOL"])
      expect(judge({ message: "gone", code, command: "CONN" }, true)).toMatchObject({ is: "unknown" });
    expect(
      judge(
        { message: "gone", code: "ECONNECTION", command: "CONN", response: "550 no", responseCode: 550 },
        true,
      ),
    ).toMatchObject({
      is: "unknown",
    });
    expect(judge(answer("DATA", "451 4.3.0 later"), true)).toMatchObject({ is: "retry" });
    expect(judge(undefined, true)).toEqual({ is: "sent" });
  });

  it("gives up on what nodemailer itself refuses to send", () => {
    expect(
      judge(
        { message: "Message size larger than allowed 100", code: "EMESSAGE", command: "MAIL FROM" },
        false,
      ),
    ).toMatchObject({
      is: "refused",
      reason: "unusable",
    });
  });

  it("keeps the failure text readable and short", () => {
    expect(judge(answer("DATA", `554 no\r\n\0${"x".repeat(900)}`), true)).toMatchObject({
      failure: expect.stringMatching(/^554 no x{493}$/),
    });
  });
});
