import { z } from "zod";
import { OBJECTIONS, type ObjectionKind } from "../trades/schema.ts";
import {
  type Asks,
  type Part,
  type Refuse,
  type Sources,
  quoted,
  readAsks,
  readParts,
  refuseIn,
  sourcesSchema,
  takeKey,
  textOf,
} from "./read-parts.ts";

// content/follow-ups/{trade}/objections.md: an email and words for the phone for each objection.

/** An answer to one objection. */
export interface ObjectionAnswer {
  /** In a lead's words: "It’s too expensive". */
  readonly said: string;
  /** Undefined if there is only something to say on the phone. */
  readonly email:
    | { readonly subject: string; readonly paragraphs: readonly string[]; readonly asks: Asks }
    | undefined;
  /** What is said on the phone, and in further calls if they come back to it. */
  readonly scripts: readonly [string, ...string[]];
}

export interface ObjectionsFile {
  /** "roofer". */
  readonly trade: string;
  readonly sources: Sources;
  readonly answers: Readonly<Record<ObjectionKind, ObjectionAnswer>>;
}

const headSchema = z.strictObject({ sources: sourcesSchema });

/**
 * Reads the objections of a trade.
 * @throws Error that names the file and what is wrong with it
 */
export function readObjections(source: string, trade: string): ObjectionsFile {
  const file = `content/follow-ups/${trade}/objections.md`;
  const refuse = refuseIn(file);
  const { head, parts } = readParts(source, { file, schema: headSchema, refuse });
  const answers: Partial<Record<ObjectionKind, ObjectionAnswer>> = {};
  for (const part of parts) {
    const [, name = "", said = ""] = /^([a-z]+): (.+)$/.exec(part.heading) ?? [];
    const kind =
      OBJECTIONS.find((one) => one === name) ?? refuse(`No objection is called “${part.heading}”.`);
    if (answers[kind]) refuse(`It has ${kind} twice.`);
    answers[kind] = readAnswer(part, said, (why) => refuse(`“${part.heading}”: ${why}`));
  }
  const missing = OBJECTIONS.filter((kind) => !answers[kind]);
  if (missing.length > 0) refuse(`It doesn’t answer ${missing.join(", ")}.`);
  return { trade, sources: head.sources, answers: answers as Record<ObjectionKind, ObjectionAnswer> };
}

/** What somebody said more closely than its kind, such as "rival-relative", and the answer to that. */
export interface CloserObjection extends ObjectionAnswer {
  readonly name: string;
  readonly kind: ObjectionKind;
}

/**
 * Reads content/follow-ups/closer-objections.md: answers for any trade, by name. A name begins with its kind.
 * @throws Error that names the file and what is wrong with it
 */
export function readCloserObjections(source: string): ReadonlyMap<string, CloserObjection> {
  const file = "content/follow-ups/closer-objections.md";
  const refuse = refuseIn(file);
  const { parts } = readParts(source, { file, schema: headSchema, refuse });
  const closer = new Map<string, CloserObjection>();
  for (const part of parts) {
    const [, name = "", prefix = "", said = ""] = /^(([a-z]+)-[a-z-]+): (.+)$/.exec(part.heading) ?? [];
    const kind =
      OBJECTIONS.find((one) => one === prefix) ??
      refuse(`“${part.heading}” doesn’t begin with an objection, as in “rival-relative: …”.`);
    if (closer.has(name)) refuse(`It has ${name} twice.`);
    const answer = readAnswer(part, said, (why) => refuse(`“${part.heading}”: ${why}`));
    closer.set(name, { ...answer, name, kind });
  }
  return closer;
}

function readAnswer({ blocks }: Part, said: string, refuse: Refuse): ObjectionAnswer {
  const { values, rest } = takeKey(blocks, "subject", refuse);
  const [script, ...further] = rest.flatMap((block) => (block.kind === "quote" ? quoted(block, refuse) : []));
  if (script === undefined) return refuse("It needs what to say on the phone, after >.");
  const paragraphs = rest.flatMap((block) =>
    block.kind === "quote" || block.kind === "list" ? [] : textOf(block, refuse),
  );
  const asks = readAsks(
    rest.flatMap((block) => (block.kind === "list" ? block.items : [])),
    refuse,
  );
  const [subject] = values;
  if ((subject === undefined) !== (paragraphs.length === 0) || values.length > 1)
    return refuse("An email has one line “subject:” and a text.");
  return {
    said,
    scripts: [script, ...further],
    email: subject === undefined ? undefined : { subject, paragraphs, asks },
  };
}
