import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { LeadType } from "../drip/schema.ts";
import { OBJECTIONS, type ObjectionKind } from "../trades/schema.ts";
import { type FollowUp, readFollowUp } from "./follow-up-file.ts";
import {
  type CloserObjection,
  type ObjectionsFile,
  readCloserObjections,
  readObjections,
} from "./objections-file.ts";
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
 * @param trade the folder's name, as in trades and guides
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

let kinds: ObjectionSearch<ObjectionKind> | undefined;

/** What kind of objection somebody's words are; "other" if that isn't clear. */
export function kindOf(typed: string): ObjectionKind {
  kinds ??= new ObjectionSearch(
    z
      .partialRecord(z.enum(OBJECTIONS), z.array(z.string().min(1)))
      .parse(JSON.parse(readFileSync(path.join(FOLDER, "what-people-say.json"), "utf8"))),
  );
  return kinds.understand(typed) ?? "other";
}

let closer: ReadonlyMap<string, CloserObjection> | undefined;
let closerSearch: ObjectionSearch<string> | undefined;

/** Answers to what people say more closely than a kind, by name; read once. */
export const closerObjections = (): ReadonlyMap<string, CloserObjection> =>
  (closer ??= readCloserObjections(readFileSync(path.join(FOLDER, "closer-objections.md"), "utf8")));

/** Fewer words name a kind, which the trade has its own answer to: "too expensive." */
const LEAST_WORDS = 4;

/**
 * The closer objection that somebody's words are; undefined if they are none, or one of another kind than all
 * of them together say.
 */
export function closerObjection(typed: string): CloserObjection | undefined {
  if (typed.split(/\s+/).length < LEAST_WORDS) return undefined;
  closerSearch ??= new ObjectionSearch(
    z
      .record(z.string(), z.array(z.string().min(1)))
      .parse(JSON.parse(readFileSync(path.join(FOLDER, "what-exactly.json"), "utf8"))),
  );
  const found = closerObjections().get(closerSearch.understand(typed) ?? "");
  const kind = kindOf(typed);
  return found && (found.kind === kind || kind === "other") ? found : undefined;
}
