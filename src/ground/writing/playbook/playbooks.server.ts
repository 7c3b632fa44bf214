import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Playbook, playbookSchema } from "./schema.ts";

let loaded: readonly Playbook[] | undefined;

/**
 * Every playbook in content/playbooks, checked, read once.
 * @throws Error that names the file and the part of it that is wrong
 */
export function playbooks(): readonly Playbook[] {
  return (loaded ??= readPlaybooks(path.resolve("content/playbooks")));
}

/** Reads and checks the playbooks of a folder, by name. */
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
