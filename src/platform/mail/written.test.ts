import { describe, expect, it } from "vitest";
import { asksToStop } from "./returned.ts";
import { splitWritten } from "./written.ts";

const says = (text: string, subject = "Re: Your guide") => asksToStop({ text, subject });

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
  ])("is heard: %s", (text) => expect(says(text)).toBe(true));

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
  ])("is not heard in: %s", (text) => expect(says(text)).toBe(false));

  it("is heard in a subject only when nothing else is written, and never in that of a thread", () => {
    expect(says("", "Unsubscribe")).toBe(true);
    expect(says("Tuesday is fine", "Unsubscribe")).toBe(false);
    expect(says("", "Re: Unsubscribe")).toBe(false);
  });
});

describe("what somebody wrote themselves", () => {
  it.each([
    ["Gmail", "Yes\n\nOn Fri, Nov 20, 2026 at 10:00 AM Summit <mail@x.test> wrote:\n\n> Hi"],
    ["Gmail, wrapped", "Yes\n\nOn Fri, Nov 20, 2026 at 10:00 AM Summit Deck and Fence of Denver\n<\nmail@x.test> wrote:\n> Hi"],
    ["Gmail in German", "Yes\n\nAm Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Summit <mail@x.test>:\n\n> Hi"],
    ["Gmail in French", "Yes\n\nLe ven. 20 nov. 2026 à 10:00, Summit <mail@x.test> a écrit :\n\n> Hi"],
    ["Gmail in Spanish", "Yes\n\nEl vie, 20 nov 2026 a las 10:00, Summit (<mail@x.test>) escribió:\n\n> Hi"],
    ["Outlook", "Yes\n\nFrom: Summit <mail@x.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Dana\n\nHi"],
    ["Outlook in German", "Yes\n\nVon: Summit <mail@x.test>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Dana\n\nHi"],
    ["old Outlook", "Yes\r\n\r\n-----Original Message-----\r\nFrom: Summit\r\nHi"],
    ["Apple", "Yes\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 10:00 AM, Summit wrote:\n> Hi"],
  ])("stands above what %s quotes", (_, text) => expect(splitWritten(text).words).toBe("Yes"));

  it("keeps lines that only look like a quotation", () => {
    const text = "On Tuesday I can.\nFrom: the garden side, please.\nOn Friday you wrote that it costs 100.";
    expect(splitWritten(text).words).toBe(text);
  });

  it.each([
    ["below", "On Nov 25, 2026, at 11:00 AM, Ridgeline <a@b.c>\nwrote:\n\n> Hi\n> > nested\n\nThanks\nDana", "Thanks\nDana"],
    ["between", "> Do you want a deck?\nYes, cedar.\n\n> When?\nIn May.", "Yes, cedar.\n\nIn May."],
    ["above and below", "Hello,\nRidgeline wrote:\n> Hi\nand more", "Hello,\nand more"],
    ["below in French", "Le 25/11/2026 à 11:00, Ridgeline a écrit :\n> Bonjour\nOui, mardi.", "Oui, mardi."],
    ["above a language nobody listed", "Vâng\n\nNgười gửi: R <a@b.c>\nĐã gửi: 25 tháng 11, 2026 11:00\nĐến: Dana\n\nHi", "Vâng"],
    ["in a form of their own", "From: my house to the alley\nDate: any in May", "From: my house to the alley\nDate: any in May"],
    ["with rules of their own", "A\n--- Option one ---\ncedar", "A\n--- Option one ---\ncedar"],
    ["below the line of a phone", "Sent from my iPhone\n\nYes, come Tuesday", "Yes, come Tuesday"],
  ])("is found %s", (_, text, words) => {
    const parts = splitWritten(text);
    expect(parts.words).toBe(words);
    // Nothing is lost: every word is in one of the two.
    const all = `${parts.words} ${parts.quoted}`;
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) expect(all).toContain(word);
  });
});
