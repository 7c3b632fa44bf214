import type { Kill, World } from "./world.ts";

/** What kills found at one point of the way. */
export interface Edge {
  readonly name: string;
  /** Things found there: submissions, steps or messages. */
  found: number;
  /** Kills that found something there. */
  readonly kills: Set<Kill>;
}

const NAMES = [
  "a capture, before its commit",
  "a capture, committed, before its 303",
  "a due step, before its message was made",
  "a message, before it was claimed",
  "claimed",
  "committing stored, before the dot arrived",
  "after the dot, before it was accepted",
  "accepted, before the reply was said",
  "after the reply, before sent was stored",
] as const;

/**
 * Shows where the kills landed, so that one sees that no edge was missed: read from the database's notes of every move, the mail
 * server's log of every conversation and the answers that people did not get.
 */
export function findEdges(world: World): Edge[] {
  const edges = new Map<string, Edge>(NAMES.map((name) => [name, { name, found: 0, kills: new Set<Kill>() }]));
  const note = (name: (typeof NAMES)[number], kill: Kill | undefined) => {
    const edge = edges.get(name)!;
    if (!kill) return;
    edge.found++;
    edge.kills.add(kill);
  };
  const { kills, stored, people, events } = world;
  /** The last kill in a stretch of time. */
  const between = (from: number, to: number) => kills.findLast((kill) => kill.to >= from && kill.from <= to);

  const leadAt = new Map(stored.leads.map(({ email, at }) => [email, at]));
  for (const { email, submissions } of people)
    for (const { from, to, answer } of submissions.flatMap(({ attempts }) => attempts)) {
      const kill = between(from, to);
      if (answer !== "broken" || !kill) continue;
      // The lead's time is when its transaction began, which is within the attempt that made it.
      const at = leadAt.get(email) ?? Number.POSITIVE_INFINITY;
      if (at > to) note("a capture, before its commit", kill);
      else if (at >= from) note("a capture, committed, before its 303", kill);
    }

  for (const { due, decided } of stored.steps) if (decided !== null) note("a due step, before its message was made", between(due, decided));

  const ids = new Map(stored.messages.map(({ id, messageId }) => [id, messageId]));
  const said = Map.groupBy(events, ({ messageId }) => messageId);
  for (const moves of Map.groupBy(stored.moves, ({ message }) => message).values())
    moves.forEach((move, index) => {
      const before = moves[index - 1];
      if (move.now === "claimed" && before?.was === null) note("a message, before it was claimed", between(before.at, move.at));
      if (!move.freed || !before) return;
      const kill = between(before.at, move.at);
      if (move.was === "claimed") return note("claimed", kill);
      const seen = new Set(said.get(ids.get(move.message) ?? "")?.map(({ event }) => event));
      if (seen.has("replied")) note("after the reply, before sent was stored", kill);
      else if (seen.has("accepted")) note("accepted, before the reply was said", kill);
      else if (seen.has("dot")) note("after the dot, before it was accepted", kill);
      else note("committing stored, before the dot arrived", kill);
    });
  return [...edges.values()];
}
