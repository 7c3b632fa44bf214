import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { LeadType } from "../drip/schema.ts";
import { OBJECTIONS } from "../playbook/schema.ts";
import { type FollowUp, readFollowUp } from "./follow-up-file.ts";
import { type ObjectionsFile, readObjections } from "./objections-file.ts";
import { ObjectionSearch } from "./understand-objection.ts";

export const FOLDER = path.resolve("content/follow-ups");

const stages = new Map<string, FollowUp | undefined>();
const objections = new Map<string, ObjectionsFile>();

/** A file of the library; undefined if there is none. */
function readFile(name: string): string | undefined {
  const file = path.join(FOLDER, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * The follow-up of a trade for a stage, read when it's first asked for.
 * @param trade the folder's name, as in playbooks and guides
 * @returns undefined if none is written yet
 * @throws Error naming the file and what is wrong with it
 */
export function followUpOf(trade: string, stage: LeadType): FollowUp | undefined {
  const id = `${trade}/${stage}`;
  if (!stages.has(id)) {
    const source = readFile(`${id}.md`);
    stages.set(id, source === undefined ? undefined : readFollowUp(source, id));
  }
  return stages.get(id);
}

/**
 * The answers of a trade to objections, read when they're first asked for.
 * @throws Error naming the file and what is wrong with it
 */
export function objectionsOf(trade: string): ObjectionsFile {
  const known = objections.get(trade);
  if (known) return known;
  const read = readObjections(readFileSync(path.join(FOLDER, trade, "objections.md"), "utf8"), trade);
  objections.set(trade, read);
  return read;
}

let search: ObjectionSearch | undefined;

/** The search over what people say, read once. */
export const objectionSearch = (): ObjectionSearch =>
  (search ??= new ObjectionSearch(
    z
      .partialRecord(z.enum(OBJECTIONS), z.array(z.string().min(1)))
      .parse(JSON.parse(readFile("what-people-say.json") ?? "{}")),
  ));
