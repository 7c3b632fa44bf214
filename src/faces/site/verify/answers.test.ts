import { describe, expect, it } from "vitest";
import { answerOf, type Found, hashIn } from "./answers.ts";

const HASH = "a1".repeat(32);
const at = (text: string) => Temporal.Instant.from(text);
const found: Found = {
  business: null,
  receivedAt: at("2026-10-03T14:14:05Z"),
  takenAt: null,
  takenLocal: null,
  number: 12,
  at: at("2026-10-03T14:14:06Z"),
  capturedAt: at("2026-10-03T13:10:00Z"),
  seal: null,
};
const factsOf = (one: Found) => Object.fromEntries(answerOf(HASH, [one]).records[0]!);

describe("hashIn", () => {
  it.each([
    HASH,
    HASH.toUpperCase(),
    `  ${HASH}\n`,
    `${HASH}  photo.jpg`,
    `sha256:${HASH}`,
    `SHA256 (photo.jpg) = ${HASH}`,
  ])("finds the hash in %j", (text) => expect(hashIn(text)).toBe(HASH));

  it.each(["", "photo.jpg", HASH.slice(1), `${HASH}a`, `${HASH}${HASH}`, "g".repeat(64), "%00"])(
    "finds none in %j",
    (text) => expect(hashIn(text)).toBeUndefined(),
  );
});

describe("answerOf", () => {
  it("names no business unless it is public", () => {
    expect(factsOf(found)["Recorded by"]).toBe("A business on this site");
    expect(factsOf({ ...found, business: "Summit Deck" })["Recorded by"]).toBe("Summit Deck");
  });

  it("says whose clock each time is by", () => {
    const facts = factsOf({ ...found, takenLocal: "2026-10-03T07:09:58" });
    expect(facts["File reached us"]).toBe("October 3, 2026 at 2:14:05 PM UTC, by our server’s clock");
    expect(facts["In the job’s history"]).toBe(
      "Entry 12, written October 3, 2026 at 2:14:06 PM UTC, by our server’s clock",
    );
    expect(facts["The device’s clock said"]).toBe("October 3, 2026 at 1:10:00 PM UTC");
    expect(facts["The camera’s clock said"]).toBe("October 3, 2026 at 7:09:58 AM, without a time zone");
    expect(factsOf({ ...found, capturedAt: null })).not.toHaveProperty(["The device’s clock said"]);
    expect(factsOf({ ...found, takenLocal: "nonsense" })["The camera’s clock said"]).toMatch(/^Nothing/);
  });

  it("says whether it is locked, and by which key", () => {
    expect(factsOf(found)["Locked"]).toMatch(/^Not yet/);
    const seal = { number: 14, at: at("2026-10-04T08:00:00Z"), key: "c0ffee" };
    expect(factsOf({ ...found, seal })["Locked"]).toBe(
      "Yes, October 4, 2026 at 8:00:00 AM UTC, up to entry 14, signed with the key c0ffee",
    );
  });

  it("doesn’t call an unknown file a fake", () => {
    const { kind, says, records } = answerOf(HASH, []);
    expect({ kind, records }).toEqual({ kind: "unknown", records: [] });
    expect(says.join(" ")).toContain("doesn’t make it a fake");
    expect(says.join(" ")).toContain("messaging app");
  });
});
