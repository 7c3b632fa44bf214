import { describe, expect, it } from "vitest";
import { plainOf } from "#platform/mail/compose/layout.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { newId } from "#platform/db/ids.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { dayToAnnounce, goingOutToday, headsUpMail, isLinkOpen, situationOf } from "./heads-up.ts";
import { headsUpToken, readHeadsUpToken } from "./token.server.ts";
import type { LedgerLine } from "../status/ledger.server.ts";
import { outcomeOf } from "../status/outcome.ts";
import type { Step } from "../plan/planner.ts";

const DENVER = "America/Denver";
const instant = (clock: string, zone = DENVER) =>
  Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).toInstant();
const day = Temporal.PlainDate.from;
const mail = (unit: "hours" | "days" = "days"): Step => ({
  kind: "mail",
  delay: { amount: 2, unit },
  subject: "s",
  body: "b",
});

describe("dayToAnnounce", () => {
  it.each([
    ["2026-11-23T00:00", null],
    ["2026-11-23T07:29:59.999", null],
    ["2026-11-23T07:30", "2026-11-23"],
    ["2026-11-23T23:59", "2026-11-23"],
  ])("at %s returns %s", (clock, expected) => {
    expect(dayToAnnounce(instant(clock), DENVER, null)?.day.toString() ?? null).toBe(expected);
  });

  it("returns nothing for an announced day, and then the next day", () => {
    expect(dayToAnnounce(instant("2026-11-23T12:00"), DENVER, day("2026-11-23"))).toBeUndefined();
    expect(dayToAnnounce(instant("2026-11-24T07:30"), DENVER, day("2026-11-23"))?.day.toString()).toBe(
      "2026-11-24",
    );
  });

  it("ends each day when the next one begins, even across clock changes", () => {
    // 2026-11-01 has 25 hours in Denver. In Havana 2026-03-08 starts at 1 a.m.
    expect(
      dayToAnnounce(instant("2026-11-01T08:00"), DENVER, null)!.ends.equals(instant("2026-11-02T00:00")),
    ).toBe(true);
    expect(
      dayToAnnounce(instant("2026-03-07T08:00", "America/Havana"), "America/Havana", null)!.ends.toString(),
    ).toBe("2026-03-08T05:00:00Z");
  });
});

describe("what goes out today", () => {
  const now = instant("2026-11-23T07:30");
  const today = dayToAnnounce(now, DENVER, null)!;
  const going = (planned: { step: Step; dueAt: Temporal.Instant }[], at = now) =>
    goingOutToday(planned, at, today, calendarOf({ zone: DENVER })).map(({ goesAt }) =>
      goesAt.toZonedDateTimeISO(DENVER).toPlainDateTime().toString({ smallestUnit: "minute" }),
    );

  it("lists emails due before midnight by time", () => {
    const due = ["2026-11-23T16:00", "2026-11-23T09:00", "2026-11-24T00:00", "2026-11-25T09:00"];
    expect(going(due.map((clock) => ({ step: mail(), dueAt: instant(clock) })))).toEqual([
      "2026-11-23T09:00",
      "2026-11-23T16:00",
    ]);
  });

  it("lists delayed emails at their new time, without those that go this moment", () => {
    const late = { step: mail(), dueAt: instant("2026-11-20T09:00") };
    expect(going([late])).toEqual(["2026-11-23T09:00"]);
    expect(going([late], instant("2026-11-23T10:00"))).toEqual([]);
    expect(going([{ step: mail("hours"), dueAt: instant("2026-11-23T03:00") }])).toEqual([
      "2026-11-23T09:00",
    ]);
    expect(going([{ step: mail("hours"), dueAt: instant("2026-11-23T07:00") }])).toEqual([]);
    // After hours it goes tomorrow.
    expect(going([late], instant("2026-11-23T18:00"))).toEqual([]);
  });
});

describe("a link", () => {
  it("works for at least seven days and less than nine, in every zone", () => {
    for (const zone of ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"]) {
      const sent = instant("2026-11-23T07:30", zone);
      expect(isLinkOpen(day("2026-11-23"), sent.add({ hours: 7 * 24 })), zone).toBe(true);
      expect(isLinkOpen(day("2026-11-23"), sent.add({ hours: 9 * 24 })), zone).toBe(false);
    }
  });

  it("contains its data, and is rejected unless signed with our secret", () => {
    useSecret("one secret that is long enough for it");
    const link = { accountId: newId(), enrolmentId: newId(), step: 7, day: day("2026-11-23") };
    const token = headsUpToken(link);
    const { day: read, ...rest } = readHeadsUpToken(token)!;
    expect({ ...rest, day: read.toString() }).toEqual({ ...link, day: "2026-11-23" });
    useSecret("another secret that is long enough too");
    expect(readHeadsUpToken(token)).toBeUndefined();
  });
});

describe("headsUpMail", () => {
  const line = (at: number) => ({
    name: `Person ${at}`,
    subject: `Subject ${at}`,
    link: `https://p.test/h/${at}`,
    goesAt: instant("2026-11-23T09:00").add({ minutes: at }),
  });
  const words = { brand: "Plumbline", business: "Ridge & Beam", publicUrl: "https://p.test", zone: DENVER };

  it("names thirty people and counts the others", () => {
    const { subject, text, html } = headsUpMail({
      ...words,
      lines: [line(0), ...Array.from({ length: 31 }, (_, at) => line(at + 1))],
    });
    expect(subject).toBe("Today: 32 follow-ups go out from 9:00 AM");
    for (const form of [text, plainOf(html)]) {
      expect(form).toContain("Person 29, 9:29 AM");
      expect(form).not.toContain("Person 30");
      expect(form).toContain("And 2 more.");
      expect(form).toContain("https://p.test/account/leads");
    }
    expect(html).toContain('href="https://p.test/h/3?do=hold"');
  });

  it("uses the singular for one", () => {
    const { subject, text } = headsUpMail({ ...words, lines: [line(5)] });
    expect(subject).toBe("Today: 1 follow-up goes out at 9:05 AM");
    expect(text).toContain("Today Ridge & Beam follows up with one person.");
    expect(text).not.toContain("more.");
  });
});

describe("situationOf", () => {
  const open = { repliedAt: null, unsubscribedAt: null };
  const at = instant("2026-11-23T09:00");
  const line = (state: LedgerLine["state"], message: string | null = null, kind: Step["kind"] = "mail") => ({
    kind,
    state,
    message: message === null ? null : ({ state: message } as LedgerLine["message"]),
  });

  it.each([
    ["planned", [line("handed", "sent"), line("waiting")]],
    ["planned", [line("handed", "queued")]],
    ["held", [line("handed", "sent"), line("held")]],
    ["over", [line("handed", "sent"), line("not_sent")]],
    ["over", [line("handed", "committing")]],
    ["over", [line("waiting", null, "gift")]],
  ] as const)("returns %s", (situation, lines) => {
    expect(situationOf(open, lines)).toBe(situation);
    expect(situationOf({ ...open, repliedAt: at }, lines)).toBe("replied");
    expect(situationOf({ repliedAt: at, unsubscribedAt: at }, lines)).toBe("unsubscribed");
  });

  it("describes a paused step on the lead's page, due or not", () => {
    const held: LedgerLine = {
      enrolmentId: "e",
      step: 1,
      subject: "s",
      kind: "mail",
      say: null,
      dueAt: at,
      state: "held",
      reason: null,
      decidedAt: null,
      doneAt: null,
      wish: null,
      message: null,
    };
    for (const now of [at.subtract({ hours: 1 }), at.add({ hours: 1 })])
      expect(outcomeOf(held, now, true)).toEqual({
        state: "stopped",
        label: "on hold",
        at,
        explanation: "On hold. It goes out when you resume.",
      });
  });
});
