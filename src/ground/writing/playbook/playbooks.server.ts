import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Playbook, playbookSchema } from "./schema.ts";

let loaded: readonly Playbook[] | undefined;

/**
 * All playbooks in content/playbooks, validated and read once.
 * @throws Error naming the file and the invalid part
 */
export function playbooks(): readonly Playbook[] {
  return (loaded ??= readPlaybooks(path.resolve("content/playbooks")));
}

/** Reads and validates the playbooks in a folder, by name. */
export function readPlaybooks(folder: string): Playbook[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => {
      const result = playbookSchema.safeParse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
      if (result.success) return result.data;
      const problems = result.error.issues
        .map(({ path: at, message }) => `${at.join(".")}: ${message}`)
        .join("; ");
      throw new Error(`content/playbooks/${name} can't be used. ${problems}`);
    });
}
