import type { ProofStep } from "./business.ts";
import type { Kill, World } from "./world.ts";

/** What kills hit at one point of the process. */
export interface Edge {
  readonly of: "capture" | ProofStep["by"];
  readonly name: string;
  /** Number of submissions, steps or messages hit there. */
  found: number;
  /** Kills that hit something there. */
  readonly kills: Set<Kill>;
}

const ON_ITS_WAY = [
  "a due step, before its message was made",
  "a message, before it was claimed",
  "claimed",
  "committing stored, before all of it arrived",
  "all of it arrived, before it was accepted",
  "accepted, before the reply was said",
  "after the reply, before sent was stored",
] as const;
const CAPTURES = ["a capture, before its commit", "a capture, committed, before its 303"] as const;
/** Possible difference between two processes' clocks on one machine, rounding included. */
const CLOCKS_MS = 5;
type Name = (typeof CAPTURES)[number] | `${ProofStep["by"]}: ${(typeof ON_ITS_WAY)[number]}`;

/**
 * Where the kills landed, to check that every point was hit: from the database's record of state changes, the
 * witnesses' logs, and the responses that people didn't get.
 */
export function findEdges(world: World): Edge[] {
  const edges = new Map<Name, Edge>();
  const add = (of: Edge["of"], name: Name) => edges.set(name, { of, name, found: 0, kills: new Set<Kill>() });
  for (const name of CAPTURES) add("capture", name);
  for (const by of new Set(world.steps.map((step) => step.by)))
    for (const point of ON_ITS_WAY) add(by, `${by}: ${point}`);
  const note = (name: Name, kill: Kill | undefined) => {
    const edge = edges.get(name)!;
    if (!kill) return;
    edge.found++;
    edge.kills.add(kill);
  };
  const { kills, stored, people, events } = world;
  /** The last kill within a period. */
  const between = (from: number, to: number) => kills.findLast((kill) => kill.to >= from && kill.from <= to);

  const leadAt = new Map(stored.leads.map(({ email, at }) => [email, at]));
  for (const { email, submissions } of people)
    for (const { from, to, answer } of submissions.flatMap(({ attempts }) => attempts)) {
      const kill = between(from, to);
      if (answer !== "broken" || !kill) continue;
      // A lead's time is its transaction's start, which lies within the attempt that made it.
      const at = leadAt.get(email) ?? Number.POSITIVE_INFINITY;
      if (at > to) note("a capture, before its commit", kill);
      else if (at >= from) note("a capture, committed, before its 303", kill);
    }

  for (const { step, due, decided } of stored.steps) {
    const way = world.steps[step]?.by;
    if (decided !== null && way)
      note(`${way}: a due step, before its message was made`, between(due, decided));
  }

  const messages = new Map(stored.messages.map((message) => [message.id, message]));
  const said = Map.groupBy(events, ({ messageId }) => messageId);
  for (const moves of Map.groupBy(stored.moves, ({ message }) => message).values())
    moves.forEach((move, index) => {
      const before = moves[index - 1];
      const message = messages.get(move.message);
      if (!message) return;
      const { by, messageId } = message;
      if (move.now === "claimed" && before?.was === null)
        note(`${by}: a message, before it was claimed`, between(before.at, move.at));
      if (!move.freed || !before) return;
      const kill = between(before.at, move.at);
      if (move.was === "claimed") return note(`${by}: claimed`, kill);
      // If a text was tried before, earlier events don't count for this attempt.
      const seen = new Set(
        said.get(messageId)?.flatMap(({ at, event }) => (at >= before.at - CLOCKS_MS ? [event] : [])),
      );
      if (seen.has("replied")) note(`${by}: after the reply, before sent was stored`, kill);
      else if (seen.has("accepted")) note(`${by}: accepted, before the reply was said`, kill);
      else if (seen.has("dot")) note(`${by}: all of it arrived, before it was accepted`, kill);
      else note(`${by}: committing stored, before all of it arrived`, kill);
    });
  return [...edges.values()];
}
