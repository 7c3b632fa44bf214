import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { loader } from "./security-txt.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:20:00Z"));
});
afterAll(() => test.drop());

it("says where to report a hole, until a day within the year", async () => {
  const answer = loader();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe(
    [
      "Contact: http://localhost:3000/contact",
      "Expires: 2027-05-19T17:00:00Z",
      "Preferred-Languages: en",
      "Canonical: http://localhost:3000/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});
