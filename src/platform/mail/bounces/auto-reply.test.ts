import { describe, expect, it } from "vitest";
import { judgeMail } from "../testing/judge-file.ts";

const OURS = "<0198f1a0b1c27d3e8f405162738495a6.0198f1a0c2d37e4f90516273849506b7@plumbline.test>";

/** The kind of a mail that answers one of ours. */
async function kindOf(
  headers: Readonly<Record<string, string>>,
  body = "Please call me about it.",
): Promise<string> {
  const all = {
    From: "Dana Ruiz <dana@client.test>",
    Subject: "Re: Your guide",
    "In-Reply-To": OURS,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return (
    await judgeMail(
      Buffer.from(`${lines.join("\r\n")}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`),
    )
  ).kind;
}

describe("automatic mail", () => {
  it.each([
    "Automaattinen vastaus: Your deck guide",
    "Autosvar: Your deck guide",
    "Automatisk svar: guide",
    "Odpowiedź automatyczna: guide",
    "Automatisch antwoord: guide",
    "Risposta automatica: guide",
    "Respuesta automática: guide",
    "Resposta automática: guide",
    "Automatická odpověď: guide",
    "Automatikus válasz: guide",
    "Otomatik Yanıt: guide",
    "Автоматический ответ: guide",
    "Автоматична відповідь: guide",
    "Αυτόματη απάντηση: guide",
    "自动答复: guide",
    "自動回覆: guide",
    "자동 회신: guide",
    "תשובה אוטומטית: guide",
    "رد تلقائي: guide",
    "Out of Office: guide",
    "OOO Re: guide",
    "Out of office Re: guide",
    "Vacation: Re: guide",
    "Abwesend: guide",
    "Abwesenheitsnotiz: guide",
    "Ausente: guide",
    "Fuera de la oficina: guide",
    "Afwezig: guide",
    "Absence: guide",
    "Fuori sede: guide",
    "[Ticket #12345] Received: guide",
    "Case created: guide",
    "Thank you for contacting Larkspur Realty",
    "AUTO: Dana Ruiz is out of the office (returning 12/01/2026)",
    "Auto-Reply: guide",
    "[Auto-Reply] guide",
    "Autoreply: guide",
    "Request received: guide",
    "Away from my mail: guide",
    "Acknowledgement: guide",
    "Accusé de réception : guide",
    "Im Urlaub: guide",
    "On holiday: guide",
    "On leave: guide",
  ])("is recognized by its subject prefix: %s", async (subject) => {
    expect(await kindOf({ Subject: subject })).toBe("automatic");
  });

  it.each<Readonly<Record<string, string>>>([
    { "Auto-Submitted": "auto-generated" },
    { "X-Autorespond": "x" },
    { "X-AutoReply": "true" },
    { "X-Auto-Reply": "yes" },
    { "X-Autoresponse": "1" },
    { "X-Vacation": "yes" },
    { Precedence: "auto_reply" },
    { Precedence: "junk" },
    { "X-Mailer": "vacation 1.2" },
    { "Auto-Submitted": "auto-replied (vacation)" },
    { "Return-Path": "<>", Precedence: "bulk" },
    { "X-Auto-Response-Suppress": "OOF", "Return-Path": "<>" },
    { "X-Autoreply-Id": "5" },
    { "X-Auto-Responder": "yes" },
    { "X-Boxbe-Challenge": "1" },
  ])("is recognized by its headers: %j", async (headers) => expect(await kindOf(headers)).toBe("automatic"));

  it.each([
    "Thank you for your message. This is an automated response.",
    "Dies ist eine automatisch generierte Nachricht.",
    "Ceci est un message automatique.",
    "Este es un mensaje automático.",
    "Before I see your message, please verify that you are human.",
  ])("is recognized by its own statement: %s", async (body) =>
    expect(await kindOf({}, body)).toBe("automatic"),
  );

  it.each([
    ["Gelesen: guide", "Ihre Nachricht an Dana wurde am Montag gelesen."],
    ["Lu : guide", "Votre message à Dana a été lu lundi."],
    ["Leído: guide", "Su mensaje fue leído el lunes."],
    ["Not read: guide", "Your message was deleted without being read on Monday."],
    ["Rückruf: guide", "Dana möchte die Nachricht zurückrufen."],
    ["Read: guide", ""],
  ])("is recognized as a receipt by subject and body: %s", async (subject, body) =>
    expect(await kindOf({ Subject: subject }, body)).toBe("automatic"),
  );

  it.each([
    "AUTO: Uwe Brandt ist außer Haus (Rückkehr am 04.12.2026)",
    "Ines Roca está fuera de la oficina (regresa el 04/12/2026)",
    "Dana Ruiz/Boston/Acme is out of the office (returning 12/04/2026)",
    "Pia Holm är inte på kontoret (åter 2026-12-04)",
  ])("is recognized without any header, even if it names no message of ours: %s", async (subject) => {
    expect(
      await kindOf({ Subject: subject, "In-Reply-To": "" }, "For anything else call the front desk."),
    ).toBe("automatic");
  });

  it.each([
    ["[OOO] Your guide", "I am out of the office and back on December 4. For urgent matters call 555-0100."],
    ["Dana Ruiz: on leave", "I'm on leave through Friday."],
    ["Отсутствует на работе: Your guide", "Я в отпуске до 4 декабря."],
    [
      "Re: Your guide",
      "Thank you for your email. I am out of the office until 12/4 and will reply when I return.",
    ],
  ])("is recognized by an absence in subject and text: %s", async (subject, body) =>
    expect(await kindOf({ Subject: subject }, body)).toBe("automatic"),
  );

  it("is recognized by a no-reply address", async () => {
    expect(await kindOf({ From: "no-reply@client.test" })).toBe("automatic");
  });
});

describe("mail from a person", () => {
  it.each<Readonly<Record<string, string>>>([
    { "X-Auto-Response-Suppress": "All" },
    { "X-Auto-Response-Suppress": "DR, OOF, AutoReply" },
    { Precedence: "list", "List-Id": "<x.y>" },
    { Precedence: "bulk" },
    { "Return-Path": "<>" },
    { "Auto-Submitted": "no" },
    { "X-Autoreply": "no" },
    { "X-MS-Has-Attach": "yes", "x-ms-reactions": "disallow" },
    { "X-Auto-Response-Suppress": "All", Precedence: "list" },
    { "List-Unsubscribe": "<mailto:x@y>" },
    { "X-Priority": "1" },
  ])("may have headers that programs write too: %j", async (headers) =>
    expect(await kindOf(headers)).toBe("reply"),
  );

  it.each([
    "Re: Automatic reply: guide",
    "Auto repair quote",
    "Re: out of office",
    "Question about automatic gates",
    "Read this: my plans",
    "Case of the missing fence",
    "Automatic gate opener: can you install one?",
  ])("may have any words in its subject: %s", async (subject) => {
    expect(await kindOf({ Subject: subject })).toBe("reply");
  });

  it.each([
    ["Read: what the HOA wants", "No gray boards, they say."],
    ["Not read yet: your guide", "I will on Sunday."],
    ["Recall: the hinges we talked about", "They are brass."],
    ["AUTO: room for the truck", "There is room in front of the garage."],
    ["My wife is out of the office Friday", "So come by then, she has the key."],
    ["Out of office at last", "Can you come on Thursday?"],
    ["Re: Your guide", "I'm away until Monday, but go ahead without me."],
  ])("may have a subject that begins like a program's: %s", async (subject, body) =>
    expect(await kindOf({ Subject: subject }, body)).toBe("reply"),
  );

  it("may have an address that begins like a program's", async () => {
    expect(await kindOf({ From: "Nora Reply <noreply.nora@client.test>" })).toBe("reply");
    expect(await kindOf({ From: "noreply.support@client.test" })).toBe("automatic");
  });

  it("may forward a returned mail", async () => {
    const report =
      "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; m.test\r\n\r\nFinal-Recipient: rfc822; old@x.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--";
    const mail = (headers: string, type: string) =>
      Buffer.from(
        `${headers}\r\nIn-Reply-To: ${OURS}\r\nContent-Type: multipart/${type}; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThis came back, so once more: cedar.\r\n${report}`,
      );
    const forwarded = await judgeMail(
      mail("From: Dana <dana@client.test>\r\nSubject: Fwd: Undeliverable", "mixed"),
    );
    expect(forwarded).toMatchObject({ kind: "reply", words: "This came back, so once more: cedar." });
    expect(
      await judgeMail(mail("From: mailer-daemon@m.test\r\nSubject: Undeliverable", "mixed")),
    ).toMatchObject({ kind: "bounce" });
    expect(
      await judgeMail(
        mail("From: Dana <dana@client.test>\r\nSubject: x", "report; report-type=delivery-status"),
      ),
    ).toMatchObject({
      kind: "bounce",
    });
  });

  it("may be a reaction, which is no reply", async () => {
    for (const body of [
      "👍 Dana reacted via Gmail",
      "Dana reacted to your message:\nlike",
      "Dana hat über Gmail reagiert",
      "Dana liked your message",
    ])
      expect(await kindOf({}, body), body).toBe("reaction");
    for (const body of [
      "👍",
      "I liked your message. Come on Tuesday.",
      "My husband reacted well to your message, call us",
    ])
      expect(await kindOf({}, body), body).toBe("reply");
  });
});
