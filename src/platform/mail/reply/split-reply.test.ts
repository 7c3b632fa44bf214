import { describe, expect, it } from "vitest";
import { asksToStop } from "../bounces/returned.ts";
import { splitReply } from "./split-reply.ts";

const asksToStopIn = (text: string, subject = "Re: Your guide") => asksToStop({ text, subject });

describe("asking to stop", () => {
  it.each([
    "stop",
    "STOP!!!",
    "Stop, please.",
    "unsubscribe",
    "Please unsubscribe me from this mailing list. Thanks!",
    "I would like to unsubscribe",
    "Remove me",
    "remove my email address from your list",
    "Take me off your list.",
    "take me off of this email list please",
    "Stop sending me these emails",
    "stop emailing me",
    "Opt out",
    "No more emails",
    "Don't contact me again",
    "\n\n  Unsubscribe \n\n-- \nDana Ruiz\n555 0100",
  ])("is recognized: %s", (text) => expect(asksToStopIn(text)).toBe(true));

  it.each([
    "",
    "Can you stop by on Tuesday?",
    "Stop by any time",
    "Do not stop!",
    "Don't unsubscribe me",
    "Can I unsubscribe later?",
    "Please remove the old fence",
    "Take me off the hook",
    "How do I remove my deck?",
    "Stop. Hammer time is on Tuesday.",
    "cancel",
    "Not interested, thanks",
    "Stop\nOn Monday call me about it:",
  ])("is not recognized in: %s", (text) => expect(asksToStopIn(text)).toBe(false));

  it("counts in a subject only without other text, and never in a thread's subject", () => {
    expect(asksToStopIn("", "Unsubscribe")).toBe(true);
    expect(asksToStopIn("Tuesday is fine", "Unsubscribe")).toBe(false);
    expect(asksToStopIn("", "Re: Unsubscribe")).toBe(false);
  });
});

describe("the person's own words", () => {
  it.each([
    ["Gmail", "Yes\n\nOn Fri, Nov 20, 2026 at 10:00 AM Summit <mail@x.test> wrote:\n\n> Hi"],
    [
      "Gmail, wrapped",
      "Yes\n\nOn Fri, Nov 20, 2026 at 10:00 AM Summit Deck and Fence of Denver\n<\nmail@x.test> wrote:\n> Hi",
    ],
    ["Gmail in German", "Yes\n\nAm Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Summit <mail@x.test>:\n\n> Hi"],
    ["Gmail in French", "Yes\n\nLe ven. 20 nov. 2026 à 10:00, Summit <mail@x.test> a écrit :\n\n> Hi"],
    ["Gmail in Spanish", "Yes\n\nEl vie, 20 nov 2026 a las 10:00, Summit (<mail@x.test>) escribió:\n\n> Hi"],
    [
      "Outlook",
      "Yes\n\nFrom: Summit <mail@x.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Dana\n\nHi",
    ],
    [
      "Outlook in German",
      "Yes\n\nVon: Summit <mail@x.test>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Dana\n\nHi",
    ],
    ["old Outlook", "Yes\r\n\r\n-----Original Message-----\r\nFrom: Summit\r\nHi"],
    ["Apple", "Yes\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 10:00 AM, Summit wrote:\n> Hi"],
  ])("are found above what %s quotes", (_, text) => expect(splitReply(text).words).toBe("Yes"));

  const OURS =
    "Hi Jo,\n\nHere is your guide. What size do you have in mind?\n\nPat\nHarbor Fence\n\n----\nYou get this email because you asked for it.\n12 Pier Rd, Boston\nUnsubscribe: https://harbor.test/u/AbC123xyz";

  it.each([
    [
      "Yahoo, which goes on behind it",
      "On Tuesday, November 24, 2026 at 09:12:33 AM EST, Harbor Fence <pat@x.test> wrote:   ",
    ],
    [
      "Yahoo in Spanish",
      "El martes, 24 de noviembre de 2026, 09:12:33 EST, Harbor Fence <pat@x.test> escribió:  ",
    ],
    [
      "Samsung",
      "-------- Original message --------From: Harbor Fence <pat@x.test> Date: 11/24/26 9:12 AM (GMT-05:00) To: jo@x.test Subject: Guide \n",
    ],
    [
      "Samsung in French",
      "-------- Message d'origine --------De : Harbor <pat@x.test> Date : 24/11/2026 09:12 (GMT+01:00) À : jo@x.test Objet : Guide \n",
    ],
    ["Zoho", "---- On Tue, 24 Nov 2026 09:12:33 -0500 Harbor Fence <pat@x.test> wrote ---\n\n"],
    [
      "BlackBerry",
      "  Original Message  \nFrom: Harbor Fence\nSent: Tuesday, November 24, 2026 9:12 AM\nTo: Jo\nSubject: Guide\n\n",
    ],
    ["an old Outlook for Mac", 'On 11/24/26, 9:12 AM, "Harbor Fence" <pat@x.test> said:\n\n'],
    [
      "a program that joins its fields",
      "From: Harbor Fence <pat@x.test> Sent: Tuesday, November 24, 2026 9:12 AM To: Jo Subject: Guide\n\n",
    ],
    ["a language nobody listed", "Harbor Fence <pat@x.test> alikirjoitti 24.11.2026 klo 9.12:\n\n"],
    ["nothing but our greeting", ""],
  ])("are separated from an unmarked quotation below %s", (_, head) => {
    for (const between of ["\n\n", "\n"]) {
      const { words, quoted } = splitReply(`Ten by twelve.\nCall at 2:30.${between}${head}${OURS}`);
      expect(words).toBe("Ten by twelve.\nCall at 2:30.");
      expect(quoted).toContain("Here is your guide.");
    }
  });

  it.each([
    "We need:\n> a 10x12 deck\n> a rail on the street side",
    "Hi Pat,\n> 10x12 deck\n> no rail\nThanks",
  ])("include a list with > for bullets: %s", (text) =>
    expect(splitReply(text)).toEqual({ words: text, quoted: "" }),
  );

  it.each(["Hi Pat,\n> What size do you have in mind?\nTen", "Pat wrote:\n> a deck\n> a rail\nTen"])(
    "don't include a quoted list: %s",
    (text) => expect(splitReply(text).words).not.toContain(">"),
  );

  it.each([
    "My neighbor Al <al@x.test> asked on 11/20/2026 at 9:30: can you do his too?",
    "Here is what my wife said:\nShe wants cedar.",
    "Dates that work:\n11/30/2026 9:30\n12/1/2026 10:00",
    "Ask them both:\nBob <bob@x.test>:\n555-0100",
  ])("may contain dates and addresses: %s", (text) => expect(splitReply(text).words).toBe(text));

  it("are found quickly, whatever the text", () => {
    for (const piece of [
      "-",
      "---- ",
      "From: a <a@b.c> ",
      "On Tue 1 ",
      "wrote: ",
      "> ",
      "stop\n",
      "https://x.test/u/abc ",
      "Sent from ",
    ]) {
      const started = performance.now();
      splitReply(piece.repeat(7_900 / piece.length));
      splitReply(piece.repeat(64_000 / piece.length));
      expect(performance.now() - started, piece).toBeLessThan(2_000);
    }
  });

  it("include lines that only look like a quotation", () => {
    const text = "On Tuesday I can.\nFrom: the garden side, please.\nOn Friday you wrote that it costs 100.";
    expect(splitReply(text).words).toBe(text);
  });

  it.each([
    [
      "below",
      "On Nov 25, 2026, at 11:00 AM, Ridgeline <a@b.c>\nwrote:\n\n> Hi\n> > nested\n\nThanks\nDana",
      "Thanks\nDana",
    ],
    ["between", "> Do you want a deck?\nYes, cedar.\n\n> When?\nIn May.", "Yes, cedar.\n\nIn May."],
    ["above and below", "Hello,\nRidgeline wrote:\n> Hi\nand more", "Hello,\nand more"],
    ["below in French", "Le 25/11/2026 à 11:00, Ridgeline a écrit :\n> Bonjour\nOui, mardi.", "Oui, mardi."],
    [
      "above a language nobody listed",
      "Vâng\n\nNgười gửi: R <a@b.c>\nĐã gửi: 25 tháng 11, 2026 11:00\nĐến: Dana\n\nHi",
      "Vâng",
    ],
    [
      "in a form of their own",
      "From: my house to the alley\nDate: any in May",
      "From: my house to the alley\nDate: any in May",
    ],
    ["with rules of their own", "A\n--- Option one ---\ncedar", "A\n--- Option one ---\ncedar"],
    ["below the line of a phone", "Sent from my iPhone\n\nYes, come Tuesday", "Yes, come Tuesday"],
  ])("are found %s", (_, text, words) => {
    const parts = splitReply(text);
    expect(parts.words).toBe(words);
    // Nothing is lost: every word is in one of the two.
    const all = `${parts.words} ${parts.quoted}`;
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) expect(all).toContain(word);
  });
});
