import { describe, expect, it } from "vitest";
import { fieldsOfPeople, personKey, signOf, standingOf } from "../rules/talk.ts";
import { baseOf, describePlan, isPlanSigned, planOf, planTitle, versionOfRevision } from "./plan.ts";

const ID = "plan";
const line = (en: string) => ({ en, es: "" });
const text = (control: string) => ({
  title: line("Roof"),
  steps: [{ step: line("Climb"), hazards: [{ hazard: line("Fall"), controls: [line(control)] }] }],
  sources: [],
});
const revision = (control: string, at: string, base: readonly string[] = [], why = "") => {
  const version = versionOfRevision(text(control), base);
  return { version, field: { [`revisions.${version}`]: { text: text(control), at, base, why } } };
};
const first = revision("Tie in", "2026-11-30T13:00:00Z");
const wind = revision("Net", "2026-11-30T15:00:00Z", [first.version], "Wind");
const rain = revision("Stop", "2026-11-30T16:00:00Z", [first.version], "Rain");
const values = {
  date: "2026-11-30",
  leader: "Dana",
  ...fieldsOfPeople(ID, [{ name: "Luis" }, { name: "Ana" }]),
};
const sign = (name: string, version: string) =>
  signOf(`${name} ${version}`, {
    ...{ talk: ID, person: personKey(ID, name), name, version, at: "2026-11-30T13:30:00Z" },
  });

describe("a plan", () => {
  it("says what its last change says", () => {
    const plan = planOf({ ...values, ...wind.field, ...first.field });
    expect(plan.revisions.map(({ version }) => version)).toEqual([first.version, wind.version]);
    expect(plan).toMatchObject({ version: wind.version, others: [], finishedAt: null });
    expect(planTitle(plan)).toBe("Roof");
    expect(planOf({}).current).toBeNull();
  });

  it("is signed again after a change", () => {
    const before = planOf({ ...values, ...first.field });
    const signs = [sign("Luis", first.version), sign("Ana", first.version)];
    expect(describePlan(before, standingOf(ID, before, signs))).toBe("All 2 signed");
    const after = planOf({ ...values, ...first.field, ...wind.field });
    const standing = standingOf(ID, after, signs);
    expect(standing).toMatchObject({ signed: 0 });
    expect(standing.waiting).toHaveLength(2);
    expect(standing.rows[0]!.outdated).toHaveLength(1);
    expect(describePlan(after, standing)).toBe("0 of 2 signed the change");
    const again = standingOf(ID, after, [...signs, sign("Luis", wind.version), sign("Ana", wind.version)]);
    expect(isPlanSigned(again)).toBe(true);
  });

  it("isn’t signed by those who signed the same words before they came back", () => {
    const back = revision("Tie in", "2026-11-30T17:00:00Z", [wind.version], "Calm again");
    const plan = planOf({ ...values, ...first.field, ...wind.field, ...back.field });
    expect(back.version).not.toBe(first.version);
    expect(standingOf(ID, plan, [sign("Luis", first.version)])).toMatchObject({ signed: 0 });
  });

  it("shows both changes of two phones without a signal, until somebody joins them", () => {
    const both = planOf({ ...values, ...first.field, ...rain.field, ...wind.field });
    expect(both.version).toBe(rain.version);
    expect(both.others.map(({ version }) => version)).toEqual([wind.version]);
    const joined = revision("Net and stop", "2026-11-30T15:30:00Z", baseOf(both), "Both");
    const plan = planOf({ ...values, ...first.field, ...rain.field, ...wind.field, ...joined.field });
    expect(plan).toMatchObject({ version: joined.version, others: [] });
  });
});
