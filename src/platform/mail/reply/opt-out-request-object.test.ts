import { describe, expect, it } from "vitest";
import { asksToOptOut } from "./opt-out-request.ts";

describe("the object of an opt-out", () => {
  it.each([
    "As per the GDPR, delete my personal data.",
    "Erase all the data you have about me and don't email me again",
    "I want my data deleted",
    "I'm exercising my right to erasure.",
    "We moved away so please stop the emails",
    "You don't need to email me anymore",
    "No need to keep contacting me",
    "I'd rather not get these emails",
    "Enough with the emails",
    "Make the emails stop",
    "My father passed away, please take him off your list",
    "I withdraw my consent",
    "Why do you keep writing? Stop emailing me",
    "stop\nthanks",
    "Pido que me den de baja de su lista",
    "Quisiera que me dieran de baja",
    "Je voudrais être retirée de vos envois",
    "Supprimez mes données et ne m'écrivez plus",
    "N'envoyez plus vos publicités",
    "Bitte löschen Sie meine Daten und schreiben Sie mir nicht mehr",
    "Please remove this address",
    "Schluss mit den Mails",
  ])("is our mail in: %s", (text) => expect(asksToOptOut(text, "mail")).toBe(true));

  it.each([
    "Stop\nwhere the road forks and call",
    "Drive to the\nstop",
    "Ne m'envoyez plus le devis, je l'ai imprimé",
    "N'envoyez plus de photos, on signe",
    "Could you stop emailing the drawings as scans? A CAD file is better",
    "Don't send any more samples, we chose cedar",
    "No me mande más planos, ya firmo",
    "Schicken Sie mir keine Muster mehr, wir nehmen Eiche",
    "No more reminders needed, see you Friday",
    "No more mail carrier trouble with the new gate",
    "Stop emailing Bob, he left the board",
    "Could you take us off the waiting list for June?",
  ])("is something else in: %s", (text) => expect(asksToOptOut(text, "mail")).toBe(false));
});
