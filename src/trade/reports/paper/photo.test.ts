import { expect, it } from "vitest";
import { type ReportPhoto, shownPhoto } from "./photo.ts";

const SAID = {
  sha256: "a",
  number: 1,
  caption: "",
  at: Temporal.Instant.from("2026-11-25T20:00:00Z"),
  by: "",
  zone: "America/Denver",
};
const PHOTO: ReportPhoto = { path: "", aspect: 1, isVideo: false, takenAt: null, position: null };
const taken = (rest: Partial<ReportPhoto>) => shownPhoto({ ...PHOTO, ...rest }, SAID).taken;

it("prints the camera's time, in the job's time zone with a remark if the camera has none", () => {
  const at = Temporal.Instant.from("2019-10-20T16:34:30Z");
  expect(taken({ takenAt: at, takenLocal: "2019-10-20T18:34:30" })).toMatch(/10:34 AM MDT$/);
  expect(taken({ takenLocal: "2019-10-20T18:34:30" })).toMatch(
    /2019.*6:34 PM MDT \(camera time, time zone assumed\)$/,
  );
  expect(taken({})).toMatch(/2026.*1:00 PM MST$/);
  expect(taken({ isIncomplete: true })).toMatch(/^Incomplete: the bottom is missing/);
});
