import { describe, expect, it } from "vitest";
import { type DayFacts, nextPeople } from "./next-people.ts";
import { describeAhead, describeSent } from "./outcome-labels.ts";

const at = (text: string) => Temporal.Instant.from(text);
const NOW = at("2026-11-23T17:00:00Z"); // Monday, 10:00 in Denver
const WHERE = { now: NOW, zone: "America/Denver", business: "Summit Deck" };
const person = (id: string, more = {}) => ({
  id,
  name: `Name ${id}`,
  email: `${id}@c.test`,
  phone: "+13035550100",
  noTexts: false,
  ...more,
});
const reply = (id: string, when: string, words = "Could you come by?") => ({
  ...person(id),
  at: at(when),
  via: "mail" as const,
  subject: "Re: decks",
  words,
});
const call = (leadId: string, since: string) => ({
  leadId,
  enrolmentId: `e-${leadId}`,
  step: 2,
  say: "Ask about the stairs.",
  since: at(since),
  sequence: "Decks",
});
const fresh = (id: string, when: string) => ({ ...person(id), at: at(when), need: "A new porch" });
const none: DayFacts = { replies: [], calls: [], fresh: [], deeds: [], people: new Map() };
const people = (...ids: readonly string[]) =>
  new Map(ids.map((id) => [id, { ...person(id), isPutOff: false, isOpen: true }]));
const order = (known: Partial<DayFacts>) =>
  nextPeople({ ...none, ...known }, WHERE).map(({ kind, leadId }) => `${kind} ${leadId}`);

describe("whom to call or to answer", () => {
  it("begins with who is at their phone now, then the longest due, then the rest of today", () => {
    expect(
      order({
        replies: [reply("old", "2026-11-20T17:00:00Z"), reply("new", "2026-11-23T16:50:00Z")],
        fresh: [fresh("hot", "2026-11-23T16:55:00Z"), fresh("cold", "2026-11-23T01:00:00Z")],
        calls: [call("b", "2026-11-23T16:00:00Z"), call("a", "2026-11-21T16:00:00Z")],
        people: people("a", "b"),
      }),
    ).toEqual(["fresh hot", "reply new", "reply old", "call a", "call b", "fresh cold"]);
  });

  it("has nobody twice, and an answer outweighs a call", () => {
    const known = {
      replies: [reply("a", "2026-11-23T16:50:00Z")],
      calls: [call("a", "2026-11-21T16:00:00Z")],
      fresh: [fresh("a", "2026-11-23T16:59:00Z")],
    };
    expect(order({ ...known, people: people("a") })).toEqual(["reply a"]);
    expect(
      order({
        calls: [call("a", "2026-11-21T16:00:00Z"), call("a", "2026-11-22T16:00:00Z")],
        people: people("a"),
      }),
    ).toEqual(["call a"]);
  });

  it("knows who looked at something lately, and asks nobody who has said how it stands", () => {
    const did = (leadId: string, what: string) => ({ leadId, what, lastAt: at("2026-11-23T16:00:00Z") });
    const deeds = [
      did("a", "returned"),
      did("a", "clicked"),
      did("b", "estimate.viewed"),
      did("c", "downloaded"),
      did("d", "clicked"),
    ];
    const known = new Map([
      ...people("a", "b", "c"),
      ["d", { ...person("d"), isPutOff: false, isOpen: false }] as const,
    ]);
    expect(order({ deeds, people: known })).toEqual(["warm a", "warm b"]);
    expect(nextPeople({ ...none, deeds, people: known }, WHERE).map(({ why }) => why)).toEqual([
      "Visited again at 9:00 AM. A good time to reach out.",
      "Looked at your estimate at 9:00 AM. A good time to reach out.",
    ]);
  });

  it("leaves out whoever was put off or is gone", () => {
    const known = { calls: [call("a", "2026-11-21T16:00:00Z"), call("gone", "2026-11-21T16:00:00Z")] };
    expect(
      order({ ...known, people: new Map([["a", { ...person("a"), isPutOff: true, isOpen: true }]]) }),
    ).toEqual([]);
  });

  it("says why and what to say, of nothing but what is known", () => {
    const [first] = nextPeople({ ...none, fresh: [fresh("a", "2026-11-23T16:30:00Z")] }, WHERE);
    expect(first).toMatchObject({
      why: "Asked 30 minutes ago and left a number. Call while it’s fresh in their mind.",
      say: "Hi Name, this is Summit Deck. You asked for our guide at 9:30 AM. You wrote: “A new porch”. Tell me more about it. When’s a good time to come by and take a look?",
    });
    const [answer] = nextPeople(
      { ...none, replies: [reply("a", "2026-11-23T16:30:00Z", "> quoted\nYes please.\n> more")] },
      WHERE,
    );
    expect(answer).toMatchObject({
      wrote: "Yes please.",
      why: "Replied 30 minutes ago. Follow-up stopped. It’s your turn.",
    });
    const [stopped] = nextPeople(
      { ...none, fresh: [{ ...fresh("a", "2026-11-23T16:30:00Z"), noTexts: true }] },
      WHERE,
    );
    expect(stopped).toMatchObject({ mayText: false, phone: "+13035550100" });
  });
});

describe("how something stands", () => {
  const may = { mail: true, address: true };
  const ahead = (goesAt: string, waitsForHours = false, kind: "mail" | "text" = "mail", allowed = may) =>
    describeAhead(
      { goesAt: at(goesAt), waitsForHours, kind },
      { now: NOW, zone: "America/Denver", may: allowed },
    ).words;

  it("says of what is planned what keeps it", () => {
    expect(ahead("2026-11-23T17:00:30Z")).toBe("going out now");
    expect(ahead("2026-11-23T21:15:00Z")).toBe("goes out at 2:15 PM");
    expect(ahead("2026-11-24T15:00:00Z", true)).toBe("waiting for Tuesday 8:00 AM in Denver");
    expect(ahead("2026-11-23T18:00:00Z", true)).toBe("waiting for 11:00 AM in Denver");
    expect(ahead("2026-11-23T21:15:00Z", false, "mail", { mail: false, address: true })).toBe(
      "waiting for you to verify your email",
    );
    expect(ahead("2026-11-23T21:15:00Z", false, "mail", { mail: true, address: false })).toBe(
      "won’t be sent: no mailing address",
    );
    expect(ahead("2026-11-23T21:15:00Z", false, "text", { mail: true, address: false })).toBe(
      "goes out at 2:15 PM",
    );
  });

  const out = (
    kind: "mail" | "text",
    state: "sent" | "failed" | "unknown" | "suppressed",
    more: object = {},
  ) =>
    describeSent(
      {
        kind,
        at: at("2026-11-23T16:02:00Z"),
        reason: null,
        message: {
          state,
          via: "smtp",
          sentAt: null,
          deliveredAt: null,
          failure: null,
          reason: null,
          nextAttemptAt: NOW,
          ...more,
        },
      },
      "America/Denver",
    ).words;

  it("says of what left no more than is known", () => {
    expect(out("mail", "sent")).toBe("sent at 9:02 AM");
    expect(out("mail", "sent", { via: "outbox" })).toBe("waiting for you to send it");
    expect(out("mail", "sent", { via: "hand" })).toBe("sent by you at 9:02 AM");
    expect(out("text", "sent")).toBe("sent at 9:02 AM");
    expect(out("text", "sent", { deliveredAt: at("2026-11-23T16:03:00Z") })).toBe("delivered at 9:03 AM");
    expect(out("mail", "failed", { reason: "bad_address" })).toBe("not sent: their address doesn’t work");
    expect(out("mail", "unknown")).toBe(
      "may not have arrived: the connection dropped at 9:02 AM, partway through sending",
    );
    expect(
      describeSent({ kind: "mail", at: NOW, message: null, reason: "they unsubscribed" }, "UTC").words,
    ).toBe("not sent: they unsubscribed");
  });
});
