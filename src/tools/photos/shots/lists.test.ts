import { describe, expect, it } from "vitest";
import { refuseShots } from "../rules/shots.ts";
import { shotLists } from "./lists.ts";

describe("the shot lists of content/shot-lists", () => {
  it("are for at least twenty kinds of jobs", () => {
    expect(shotLists.length).toBeGreaterThanOrEqual(20);
    expect(new Set(shotLists.map(({ title }) => title)).size).toBe(shotLists.length);
  });

  it.each(shotLists.map((list) => [list.key, list] as const))("%s can be used as it is", (_, list) => {
    expect(list.key).toMatch(/^[a-z-]+$/);
    expect(refuseShots(list.shots)).toBeNull();
    expect(list.shots.length).toBeGreaterThanOrEqual(8);
    expect(new Set(list.shots).size).toBe(list.shots.length);
    // A shot is a phrase on an outline, not a sentence.
    expect(list.shots.filter((shot) => /[.!?]$/.test(shot) || !/^[A-Z]/.test(shot))).toEqual([]);
  });
});
