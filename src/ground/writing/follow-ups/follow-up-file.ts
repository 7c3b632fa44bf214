import { z } from "zod";
import type { Block, ListItem } from "#platform/markdown/blocks.ts";
import { LEAD_TYPES, type LeadType } from "../drip/schema.ts";
import { OBJECTIONS, TONES, type Tone } from "../trades/schema.ts";
import {
  type Asks,
  GOALS,
  type Part,
  type Refuse,
  lineOf,
  quoted,
  readAsks,
  readParts,
  refuseIn,
  sourcesSchema,
  takeKey,
  textOf,
} from "./read-parts.ts";

// content/follow-ups/{trade}/{stage}.md: the emails and calls for leads of one stage, written as one text.

const headSchema = z
  .strictObject({
    /** Our noun for the job, which fits after "for": "the roof". */
    work: z.string().trim().min(1),
    goals: z.array(z.enum(GOALS)).min(1).optional(),
    goal: z.array(z.enum(GOALS)).min(1).optional(),
    otherwise: z.enum(GOALS),
    /** The objection that is answered when none was given; none without it. */
    objection: z.enum(OBJECTIONS).optional(),
    sources: sourcesSchema,
  })
  .transform(({ goal, goals = goal ?? [], ...head }) => ({ ...head, goals }))
  .refine(({ goals, otherwise }) => goals.includes(otherwise), "goals: must have otherwise among them");

export interface FollowUpEmail {
  readonly kind: "email";
  readonly day: number;
  /** The first, and those of further versions. */
  readonly subjects: readonly string[];
  /** First paragraphs, several for further versions; empty without any. */
  readonly openings: Readonly<Record<Tone, readonly string[]>>;
  readonly paragraphs: readonly string[];
  readonly asks: Asks;
}

/** Where the email about the objection goes. */
export interface ObjectionPlace {
  readonly kind: "objection";
  readonly day: number;
  readonly asks: Asks;
}

/** What to say if the lead says something. `objection` is where the answer to the lead's own one goes. */
export type Branch =
  | "objection"
  | { readonly cue: string; readonly say: string }
  | { readonly cue: string; readonly asks: Asks };

export interface FollowUpCall {
  readonly kind: "call" | "voicemail";
  readonly day: number;
  readonly title: string;
  readonly when: string;
  readonly opening: string;
  readonly branches: readonly Branch[];
}

/** What to send and say to leads of one stage. */
export interface FollowUp extends z.output<typeof headSchema> {
  /** "roofer/cold". */
  readonly id: string;
  readonly stage: LeadType;
  readonly emails: readonly (FollowUpEmail | ObjectionPlace)[];
  readonly calls: readonly FollowUpCall[];
}

const HEADING = /^(?<kind>Email|Objection|Call|Voicemail), day (?<day>\d{1,2})(?:: (?<title>.+))?$/;

/**
 * Reads the follow-up of a stage.
 * @param id "roofer/cold"
 * @throws Error that names the file and what is wrong with it
 */
export function readFollowUp(source: string, id: string): FollowUp {
  const file = `content/follow-ups/${id}.md`;
  const refuse = refuseIn(file);
  const stage =
    LEAD_TYPES.find((one) => one === id.split("/")[1]) ??
    refuse(`A stage is one of ${LEAD_TYPES.join(", ")}.`);
  const { head, parts } = readParts(source, { file, schema: headSchema, refuse });
  const read = parts.map((part) => readPart(part, (why) => refuse(`“${part.heading}”: ${why}`)));
  const emails = read.filter((part) => "asks" in part);
  const calls = read.filter((part) => "branches" in part);
  const count = (kind: string) => read.filter((part) => part.kind === kind).length;
  if (count("email") < 3 || count("email") > 4 || count("objection") !== 1)
    refuse("It has three or four emails and one place for the objection.");
  if (calls.length < 2 || calls.length > 3 || count("call") < 1)
    refuse("It has two or three calls and voicemails, and at least one call.");
  for (const list of [emails, calls])
    if (list.some(({ day }, at) => day <= (list[at - 1]?.day ?? -1))) refuse("Days go up.");
  if (emails[0]!.day !== 0) refuse("The first email goes out on day 0.");
  const last = emails.at(-1)!;
  for (const email of [emails[0]!, last])
    if (email.kind !== "email" || TONES.some((tone) => email.openings[tone].length === 0))
      refuse(`The first and the last email open in ${TONES.join(", ")}.`);
  for (const asks of read.flatMap(asksIn))
    if (head.goals.some((goal) => asks[goal] === undefined) || Object.keys(asks).length !== head.goals.length)
      refuse(`An ask is for each of ${head.goals.join(", ")}: ${JSON.stringify(asks)}`);
  return { ...head, id, stage, emails, calls };
}

const asksIn = (part: FollowUpEmail | ObjectionPlace | FollowUpCall): Asks[] =>
  "asks" in part
    ? [part.asks]
    : part.branches.flatMap((branch) => (typeof branch === "object" && "asks" in branch ? branch.asks : []));

function readPart({ heading, blocks }: Part, refuse: Refuse): FollowUpEmail | ObjectionPlace | FollowUpCall {
  const found = HEADING.exec(heading)?.groups;
  if (!found) return refuse("A heading says Email, Objection, Call or Voicemail, then “, day 3: Title”.");
  const { kind, day: typed, title = "" } = found;
  const day = Number(typed);
  if (kind === "Objection") {
    if (title !== "") refuse("The objection brings its own subject.");
    return { kind: "objection", day, asks: readAsks(itemsOf(blocks), refuse) };
  }
  if (title === "") refuse("It has no title.");
  return kind === "Email"
    ? readEmail(blocks, { day, title }, refuse)
    : readCall(blocks, { kind, day, title }, refuse);
}

const itemsOf = (blocks: readonly Block[]): ListItem[] =>
  blocks.flatMap((block) => (block.kind === "list" ? block.items : []));

function readEmail(
  blocks: readonly Block[],
  { day, title }: { day: number; title: string },
  refuse: Refuse,
): FollowUpEmail {
  const { values, rest } = takeKey(blocks, "also", refuse);
  const openings = Object.fromEntries(TONES.map((tone): [Tone, string[]] => [tone, []])) as Record<
    Tone,
    string[]
  >;
  const paragraphs: string[] = [];
  for (const block of rest) {
    if (block.kind === "list") continue;
    const words = textOf(block, refuse);
    const [mark, name] = /^\{tone ([a-z]+)\}\s*/.exec(words) ?? ["", undefined];
    if (name === undefined) paragraphs.push(words);
    else if (paragraphs.length > 0) refuse(`Paragraphs for a tone come first: ${words}`);
    else
      openings[TONES.find((one) => one === name) ?? refuse(`No tone is called ${name}.`)].push(
        words.slice(mark.length),
      );
  }
  const given = TONES.filter((tone) => openings[tone].length > 0);
  if (given.length > 0 && given.length < TONES.length)
    refuse(`It opens in ${TONES.join(", ")}, or in none of them.`);
  if (paragraphs.length === 0) refuse("It has no text.");
  return {
    kind: "email",
    day,
    subjects: [title, ...values],
    openings,
    paragraphs,
    asks: readAsks(itemsOf(rest), refuse),
  };
}

function readCall(
  blocks: readonly Block[],
  { kind, ...head }: { kind: string | undefined; day: number; title: string },
  refuse: Refuse,
): FollowUpCall {
  const { values, rest } = takeKey(blocks, "when", refuse);
  const [when] = values;
  if (when === undefined || values.length > 1) return refuse("It needs one line “when:”.");
  const said = rest.flatMap((block) => (block.kind === "quote" ? quoted(block, refuse) : []));
  const [opening] = said;
  if (opening === undefined || said.length > 1) return refuse("It needs what to say first, once, after >.");
  for (const block of rest)
    if (block.kind !== "quote" && block.kind !== "list") refuse(`What is said comes after > or in a point.`);
  const branches = itemsOf(rest).flatMap((item) => readBranch(item, refuse));
  const closings = branches.filter((branch) => typeof branch === "object" && "asks" in branch);
  if (kind === "Call" && (closings.length !== 1 || closings[0] !== branches.at(-1)))
    refuse("A call ends with “To close:” and an ask for each goal.");
  if (kind === "Voicemail" && branches.length > closings.length) refuse("A voicemail has no branches.");
  return {
    ...head,
    kind: kind === "Call" ? "call" : "voicemail",
    // Screens and files end it with a period.
    when: when.replace(/\.$/, ""),
    opening,
    branches,
  };
}

/** A point of a call, and the points below it, which answer what the lead says next. */
function readBranch(item: ListItem, refuse: Refuse): Branch[] {
  const line = lineOf(item, refuse);
  if (line === "{objection}") return ["objection"];
  const below = itemsOf(item.blocks);
  if (line.endsWith(":")) return [{ cue: line.slice(0, -1), asks: readAsks(below, refuse) }];
  // A colon inside a quote belongs to what the lead says.
  const [, cue, say] = /^((?:“[^”]*”|[^“:])+): (.+)$/.exec(line) ?? [];
  if (cue === undefined || say === undefined) return refuse(`A point says when, then what: ${line}`);
  return [{ cue, say }, ...below.flatMap((inner) => readBranch(inner, refuse))];
}
