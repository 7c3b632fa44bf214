import { expect, it } from "vitest";
import { describeNotice, noticeOf } from "./notice.ts";

const DENVER = "America/Denver";

it("counts calendar days where the job is, from the day after it was known", () => {
  // 11:30 PM on Nov 13 in Denver is Nov 14 in UTC.
  const notice = noticeOf("2026-11-14T06:30:00Z", 21, DENVER, "2026-11-28")!;
  expect(notice).toEqual({ by: "2026-12-04", left: 6 });
  expect(describeNotice(notice)).toBe("Notice due by Fri, Dec 4");
});

it("is due on its last day, and late after it", () => {
  expect(noticeOf("2026-11-20T18:00:00Z", 7, DENVER, "2026-11-27")?.left).toBe(0);
  const late = noticeOf("2026-11-20T18:00:00Z", 7, DENVER, "2026-11-28")!;
  expect(late.left).toBe(-1);
  expect(describeNotice(late)).toBe("Notice was due on Fri, Nov 27: late");
});

it("goes over a change of clocks, a holiday, and the end of a year by days", () => {
  expect(noticeOf("2026-10-31T12:00:00Z", 3, DENVER, "2026-10-31")?.by).toBe("2026-11-03");
  expect(noticeOf("2026-12-24T18:00:00Z", 10, DENVER, "2026-12-24")?.by).toBe("2027-01-03");
});

it("is nothing without days or a moment", () => {
  expect(noticeOf(null, 7, DENVER, "2026-11-27")).toBeNull();
  expect(noticeOf("soon", 7, DENVER, "2026-11-27")).toBeNull();
  expect(noticeOf("2026-11-20T18:00:00Z", null, DENVER, "2026-11-27")).toBeNull();
});
