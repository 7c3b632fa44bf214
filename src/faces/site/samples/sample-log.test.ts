import { expect, it } from "vitest";
import { sampleLog, samplePhotoLog } from "./sample-log.ts";

it("the day that articles show was read when it was over, by the clocks of its job, and its people bear names", () => {
  for (const { data, createdAt } of [sampleLog(), samplePhotoLog()]) {
    const said = JSON.stringify(data);
    expect(said).not.toMatch(/@\w/);
    // Weather read in the evening would add an "as of" line, which the picture has no room for.
    expect(said).not.toContain("as of");
    expect(createdAt.toString()).toBe("2026-06-19T13:10:00Z");
  }
  expect(JSON.stringify(sampleLog().data)).toContain("Submitted by Marcus Bell, Jun 18, 2026, 5:04 PM.");
});
