import { describe, expect, it } from "vitest";
import { judgeMail } from "./testing/judge-file.ts";

const OURS = "<0198f1a0b1c27d3e8f405162738495a6.0198f1a0c2d37e4f90516273849506b7@plumbline.test>";

/** What a mail is that answers one of ours. */
async function kindOf(headers: Readonly<Record<string, string>>, body = "Please call me about it."): Promise<string> {
  const all = { From: "Dana Ruiz <dana@client.test>", Subject: "Re: Your guide", "In-Reply-To": OURS, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return (await judgeMail(Buffer.from(`${lines.join("\r\n")}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`))).kind;
}

describe("programs that answer", () => {
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
  ])("are known by what they put before the subject: %s", async (subject) => {
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
  ])("are known by their headers: %j", async (headers) => expect(await kindOf(headers)).toBe("automatic"));

  it.each([
    "Thank you for your message. This is an automated response.",
    "Dies ist eine automatisch generierte Nachricht.",
    "Ceci est un message automatique.",
    "Este es un mensaje automático.",
    "Before I see your message, please verify that you are human.",
  ])("are known by what they say of themselves: %s", async (body) => expect(await kindOf({}, body)).toBe("automatic"));

  it("are known by an address that nobody reads", async () => {
    expect(await kindOf({ From: "no-reply@client.test" })).toBe("automatic");
  });
});

describe("people who answer", () => {
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
  ])("are people with headers that programs have, too: %j", async (headers) => expect(await kindOf(headers)).toBe("reply"));

  it.each([
    "Re: Automatic reply: guide",
    "Auto repair quote",
    "Re: out of office",
    "Question about automatic gates",
    "Read this: my plans",
    "Case of the missing fence",
    "Automatic gate opener: can you install one?",
  ])("are people whatever words their subject has: %s", async (subject) => {
    expect(await kindOf({ Subject: subject })).toBe("reply");
  });

  it("are people when they tap, and what they tapped is no reply", async () => {
    for (const body of [
      "👍 Dana reacted via Gmail",
      "Dana reacted to your message:\nlike",
      "Dana hat über Gmail reagiert",
      "Dana liked your message",
    ])
      expect(await kindOf({}, body), body).toBe("reaction");
    for (const body of ["👍", "I liked your message. Come on Tuesday.", "My husband reacted well to your message, call us"])
      expect(await kindOf({}, body), body).toBe("reply");
  });
});
