import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { courses, readCourses } from "./courses.server.ts";
import { LEAD_TYPES } from "./schema.ts";
import { TONES } from "../playbook/schema.ts";
import { openingOf } from "../text/sentences.ts";

test("days increase, and a call about the objection follows the email that answers it", () => {
  for (const leadType of LEAD_TYPES) {
    const { emails, scripts } = courses()[leadType];
    for (const days of [emails, scripts].map((list) => list.map(({ day }) => day)))
      expect(days).toEqual([...new Set(days)].toSorted((a, b) => a - b));
    const answered = emails.find(({ use }) => use === "objection")!.day;
    for (const { day } of scripts.slice(1)) expect(day, leadType).toBeGreaterThan(answered);
  }
});

test("no two emails or scripts of a course start alike, in any tone", () => {
  for (const { emails, scripts } of Object.values(courses()))
    for (const tone of TONES)
      for (const list of [emails, scripts]) {
        const begun = list.flatMap(({ openings }) =>
          openings[tone].map((opening) => openingOf(opening.replace("{{first_name}}", ""))),
        );
        expect(new Set(begun).size, begun.join(" | ")).toBe(begun.length);
      }
});

test("names an invalid course and its invalid part", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "courses-"));
  await cp(path.resolve("content/courses"), folder, { recursive: true });
  const file = path.join(folder, "demo.json");
  const demo = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...demo, otherwise: "shout" }));
  expect(() => readCourses(folder)).toThrow(/demo\.json can't be used.*otherwise/);
  await writeFile(file, JSON.stringify({ ...demo, leadType: "cold" }));
  expect(() => readCourses(folder)).toThrow(/demo\.json can't be used.*leadType/);
});
