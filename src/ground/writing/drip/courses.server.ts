import { readFileSync } from "node:fs";
import path from "node:path";
import { type Course, courseSchema } from "./course-schema.ts";
import { LEAD_TYPES, type LeadType } from "./schema.ts";

let loaded: Readonly<Record<LeadType, Course>> | undefined;

/**
 * All courses in content/courses by lead type, validated and read once.
 * @throws Error naming the file and the invalid part
 */
export function courses(): Readonly<Record<LeadType, Course>> {
  return (loaded ??= readCourses(path.resolve("content/courses")));
}

/** Reads and validates the courses in a folder. */
export function readCourses(folder: string): Record<LeadType, Course> {
  const entries = LEAD_TYPES.map((leadType) => {
    const result = courseSchema.safeParse(
      JSON.parse(readFileSync(path.join(folder, `${leadType}.json`), "utf8")),
    );
    if (result.success && result.data.leadType === leadType) return [leadType, result.data] as const;
    const problems =
      result.error?.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ") ??
      "leadType: not the file's";
    throw new Error(`content/courses/${leadType}.json can't be used. ${problems}`);
  });
  return Object.fromEntries(entries) as Record<LeadType, Course>;
}
