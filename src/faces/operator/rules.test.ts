import { describe, expect, test } from "vitest";
import { backTo, everyDay, everyHour, invitationState, pageOf, replyLink, searchOf } from "./rules.ts";

const at = (text: string) => Temporal.Instant.from(text);

describe("the link that answers a message", () => {
  const parts = (link: string) => {
    const url = new URL(link);
    return {
      to: decodeURIComponent(url.pathname),
      query: new URLSearchParams(url.search.replaceAll("+", "%2B")),
    };
  };

  test("carries address, subject and the words quoted, whatever is in them", () => {
    const message = '50% + tax?\n\nIt\'s "ok" & <b>#1</b>\nbcc=evil@x.test&body=no';
    const link = replyLink({ name: "Dana & Söhne", email: "dana+roof@client.test", message }, "Plumbline");
    const { to, query } = parts(link);
    expect(to).toBe("dana+roof@client.test");
    expect(query.get("subject")).toBe("Your message to Plumbline");
    expect(query.get("body")).toContain(
      '> 50% + tax?\r\n> \r\n> It\'s "ok" & <b>#1</b>\r\n> bcc=evil@x.test&body=no\r\n',
    );
    expect([...query.keys()]).toEqual(["subject", "body"]);
  });

  test.each(["a@b.test?bcc=c@d.test", "a@b.test,c@d.test", "a@b.test\r\nBcc: c@d.test"])(
    "of the address %j reaches nobody else",
    (email) => {
      const link = replyLink({ name: "x", email, message: "y" }, "Plumbline");
      expect(new URL(link).searchParams.has("bcc")).toBe(false);
      expect(new URL(link).pathname).not.toMatch(/[,\r\n]/);
    },
  );

  test("stays short enough for a mail program, and cuts no character in two", () => {
    const link = replyLink({ name: "x", email: "a@b.test", message: `a${"🪜".repeat(3000)}` }, "Plumbline");
    expect(link.length).toBeLessThan(16_000);
    expect(decodeURIComponent(link)).toContain("🪜 [...]");
  });
});

test("an invitation is open for 90 days, and accepted for good", () => {
  const invitedAt = at("2026-01-01T00:00:00Z");
  expect(invitationState({ invitedAt, acceptedAt: null }, at("2026-03-31T23:59:59Z"))).toBe("open");
  expect(invitationState({ invitedAt, acceptedAt: null }, at("2026-04-01T00:00:00Z"))).toBe("expired");
  expect(
    invitationState({ invitedAt, acceptedAt: at("2026-01-02T00:00:00Z") }, at("2027-01-01T00:00:00Z")),
  ).toBe("accepted");
});

test.each([
  [null, 1],
  ["3", 3],
  ["0", 1],
  ["-1", 1],
  ["1e9", 1],
  ["99999999999", 1],
  ["2; drop table", 1],
])("page %j is page %i", (text, page) =>
  expect(pageOf(text, 20)).toEqual({ page, limit: 20, offset: (page - 1) * 20 }),
);

test("a form leads back to its page, however it was posted", () => {
  const back = (url: string) => backTo("/operator/messages", `http://localhost${url}`, "done 1");
  expect(back("/operator/messages?shelf=done&page=2")).toBe(
    "/operator/messages?shelf=done&page=2&did=done+1",
  );
  expect(back("/operator/messages.data?shelf=done&_routes=x&index&did=reopened+2")).toBe(
    "/operator/messages?shelf=done&did=done+1",
  );
});

test("what is searched for holds nothing that the database refuses", () => {
  expect(searchOf(" a\0b\ud800 ")).toBe("ab\ufffd");
  expect(searchOf("x".repeat(1000))).toHaveLength(100);
  expect(searchOf(null)).toBe("");
});

test("every day of a stretch is there, across the end of a year", () => {
  const days = everyDay(new Map([["2026-12-31", 4]]), 3, Temporal.PlainDate.from("2027-01-01"));
  expect(days).toEqual([
    { day: "2026-12-30", count: 0 },
    { day: "2026-12-31", count: 4 },
    { day: "2027-01-01", count: 0 },
  ]);
});

test("every hour of a day is there, the one under way last", () => {
  const hours = everyHour(new Map([["2026-11-20 00", 7]]), at("2026-11-20T09:30:00Z"));
  expect(hours).toHaveLength(24);
  expect([hours[0], hours.at(-1)!.hour]).toEqual([{ hour: "2026-11-19 10", count: 0 }, "2026-11-20 09"]);
  expect(hours.find((one) => one.count === 7)?.hour).toBe("2026-11-20 00");
});
