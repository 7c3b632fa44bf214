import { FIELD_TOOLS, type ToolWord } from "#ground/businesses/public.server.ts";
import {
  findPlaces,
  isWaitlistSource,
  WAITLIST_SOURCES,
  waitlistInOrder,
  type WaitlistRow,
  type WaitlistSource,
} from "#faces/site/public.server.ts";
import type { Context } from "#platform/db/scope.server.ts";
import { invitationsOf, invite, type Invitee, toolOfWord } from "./invitations.server.ts";
import { invitationState } from "../rules.ts";

/** The most people that one button press invites. */
export const MOST_AT_ONCE = 500;
const PIECE = 500;

const GENERAL: WaitlistSource = "generic-cta";

/** The label of a waitlist: its tool, or the general one. */
export const listName = (source: string): string =>
  FIELD_TOOLS.find((tool) => tool.source === source)?.name ?? "General list";

/** Every waitlist, the general one last. */
export const LISTS: readonly { readonly value: WaitlistSource; readonly label: string }[] =
  WAITLIST_SOURCES.toSorted((a, b) => Number(a === GENERAL) - Number(b === GENERAL)).map((value) => ({
    value,
    label: listName(value),
  }));

/** The tool that a list is for; for the general list, the operator's choice. */
function toolOf(source: string, chosen: string | undefined): ToolWord | undefined {
  return FIELD_TOOLS.find((tool) => tool.source === source)?.word ?? toolOfWord(chosen ?? "")?.word;
}

/** The invitation state of a waitlist entry. */
export interface Standing {
  readonly tool: string;
  readonly name: string;
  readonly invitedAt: Temporal.Instant;
  readonly state: "open" | "accepted" | "expired";
}

/**
 * The invitation state of each entry, in the same order; undefined for people not invited. In the general
 * list any tool counts.
 */
export async function statusesOf(
  ctx: Context,
  entries: readonly WaitlistRow[],
): Promise<(Standing | undefined)[]> {
  const found = await invitationsOf(
    ctx,
    entries.map((entry) => entry.email),
  );
  return entries.map((entry) => {
    const tool = toolOf(entry.source, undefined);
    const row = found.find((one) => one.email === entry.email && (tool === undefined || one.tool === tool));
    return (
      row && {
        tool: row.tool,
        name: toolOfWord(row.tool)?.name ?? row.tool,
        invitedAt: row.invitedAt,
        state: invitationState(row, ctx.now),
      }
    );
  });
}

export type Invited =
  | { readonly ok: true; readonly people: readonly Invitee[] }
  | { readonly ok: false; readonly missing: "tool" };

/**
 * Invites the people of these entries, in the transaction of `ctx`. Skips entries that don't exist,
 * whatever the form says.
 */
export async function inviteChosen(
  ctx: Context,
  places: readonly { readonly email: string; readonly source: string }[],
  chosen: string | undefined,
): Promise<Invited> {
  const known = await findPlaces(ctx, places.slice(0, MOST_AT_ONCE));
  const people = known.map((entry) => ({ email: entry.email, tool: toolOf(entry.source, chosen) }));
  if (people.some((one) => one.tool === undefined)) return { ok: false, missing: "tool" };
  return { ok: true, people: await invite(ctx, people as Invitee[]) };
}

/**
 * Invites the next people of a list who have no invitation to its tool: oldest first, none suspected of
 * spam.
 */
export async function inviteNext(
  ctx: Context,
  source: WaitlistSource,
  many: number,
  chosen: string | undefined,
): Promise<Invited> {
  const tool = toolOf(source, chosen);
  if (!tool) return { ok: false, missing: "tool" };
  const people: Invitee[] = [];
  let last: WaitlistRow | undefined;
  while (people.length < many) {
    const piece = await waitlistInOrder(ctx, { source }, last, PIECE);
    if (!piece.length) break;
    last = piece.at(-1);
    const free = piece.filter((entry) => entry.heldBecause === null).map(({ email }) => ({ email, tool }));
    const asked = await invitationsOf(
      ctx,
      free.map(({ email }) => email),
    );
    const invited = new Set(asked.filter((one) => one.tool === tool).map((one) => one.email));
    const next = free.filter(({ email }) => !invited.has(email)).slice(0, many - people.length);
    // With two operators at once, people invited meanwhile aren't counted, and the next in line are invited
    // instead.
    people.push(...(await invite(ctx, next)));
  }
  return { ok: true, people };
}

/** Parses entries from a form: the list, a space, the address. Skips anything else. */
export function placesOf(values: readonly string[]): { email: string; source: string }[] {
  return values.flatMap((value) => {
    const space = value.indexOf(" ");
    const source = value.slice(0, space);
    return space > 0 && isWaitlistSource(source) && !value.includes("\0")
      ? [{ source, email: value.slice(space + 1).toWellFormed() }]
      : [];
  });
}

/**
 * The waitlist as rows of a spreadsheet, headings first. `read` loads each batch in a transaction of its own,
 * so that a slow client blocks nothing.
 */
export async function* waitlistRows(
  read: (
    after: WaitlistRow | undefined,
  ) => Promise<{ entries: WaitlistRow[]; standings: (Standing | undefined)[] }>,
): AsyncGenerator<string[][]> {
  yield [["email", "list", "source", "joined", "held", "state", "invited", "tool"]];
  let last: WaitlistRow | undefined;
  for (;;) {
    const { entries, standings } = await read(last);
    if (!entries.length) return;
    last = entries.at(-1);
    yield entries.map((entry, at) => {
      const standing = standings[at];
      return [
        entry.email,
        listName(entry.source),
        entry.source,
        entry.joinedAt.toString(),
        entry.heldBecause ?? "",
        standing
          ? { open: "invited", accepted: "joined", expired: "invitation ran out" }[standing.state]
          : "waiting",
        standing?.invitedAt.toString() ?? "",
        standing?.name ?? "",
      ];
    });
  }
}
