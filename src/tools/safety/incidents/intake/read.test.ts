import { describe, expect, it } from "vitest";
import { MOST_WITNESSES } from "../stored/injury.ts";
import { readInjury, readWhat, readWhen } from "./read.ts";

const CHICAGO = "America/Chicago";
/** 1 AM on the night in which the clocks of Chicago go back. */
const NOW = Date.parse("2026-11-01T06:00:00Z");

function filled(fields: Record<string, string>): FormData {
  const form = new FormData();
  const usual = { name: "Luis Ortega", what: "Fell from the ladder.", date: "2026-10-31", time: "23:50" };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) form.set(name, value);
  return form;
}
const whenOf = (date: string, time: string, now = NOW) => readWhen(filled({ date, time }), CHICAGO, now);

describe("when it happened", () => {
  it("is the day and the time on the wall where the job is", () => {
    expect(whenOf("2026-10-31", "23:50")).toEqual({
      when: { date: "2026-10-31", time: "23:50", zone: CHICAGO },
    });
    expect(whenOf("2026-10-31", "")).toMatchObject({ when: { time: null } });
    expect(whenOf("2024-02-29", "00:00")).toMatchObject({ when: { date: "2024-02-29", time: "00:00" } });
  });

  it("is refused beside the field that is wrong", () => {
    expect(whenOf("2026-02-29", "10:00")).toHaveProperty("faults.date");
    expect(whenOf("", "10:00")).toHaveProperty("faults.date");
    expect(whenOf("2026-10-31", "24:00")).toHaveProperty("faults.time");
    // It is still Sunday, November 1 there.
    expect(whenOf("2026-11-02", "00:30")).toHaveProperty("faults.date");
    expect(whenOf("2026-11-01", "03:00")).toHaveProperty("faults.time");
  });
});

describe("a report of a near miss", () => {
  const read = (fields: Record<string, string>) => readWhat(filled(fields), CHICAGO, NOW);

  it("has what, when and where, and says everything that is missing at once", () => {
    expect(read({ where: " North side ", done: "" })).toEqual({
      changes: {
        when: { date: "2026-10-31", time: "23:50", zone: CHICAGO },
        ...{ what: "Fell from the ladder.", where: "North side", done: null },
      },
    });
    expect(read({ what: " ", time: "25:00" })).toEqual({
      faults: { what: "Say what happened, in a sentence.", time: expect.any(String) as string },
    });
  });
});

describe("a report of an injury", () => {
  const read = (fields: Record<string, string> = {}) => readInjury(filled(fields), CHICAGO, NOW);

  it("starts the clocks to OSHA from the phone", () => {
    expect(read({ "severe.death": "yes", "parts.face": "on" })).toEqual({
      changes: expect.objectContaining({
        "severe.death": { outcomeAt: "2026-11-01T04:50:00Z", knownAt: "2026-11-01T06:00:00.000Z" },
        "parts.face": true,
        person: { name: "Luis Ortega", title: "" },
        where: null,
      }) as unknown,
    });
  });

  it("says everything that is missing at once", () => {
    expect(read({ name: " ", what: "", date: "", "witness-1-says": "I saw it" })).toEqual({
      faults: {
        name: expect.any(String) as string,
        what: expect.any(String) as string,
        date: expect.any(String) as string,
        "witness-1-name": expect.any(String) as string,
      },
    });
  });

  it("fits into one command with every witness and their signatures", () => {
    const stroke = Array.from({ length: 4_000 }, (_, at) => [(at * 1.37) % 300, (at * 0.71) % 100, at * 8]);
    const drawing = JSON.stringify({ width: 300, height: 100, strokes: [stroke] });
    const witnesses = Array.from({ length: MOST_WITNESSES }, (_, at) => [
      [`witness-${at + 1}-name`, "Ana Paz"],
      [`witness-${at + 1}-says`, "é".repeat(1_000)],
      [`witness-${at + 1}-drawing`, drawing],
    ]).flat();
    const found = read({ ...Object.fromEntries(witnesses), what: "é".repeat(2_000) });
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(60 * 1024);
    expect(Object.keys((found as { changes: object }).changes)).toContain(`witnesses.${MOST_WITNESSES}`);
  });
});
