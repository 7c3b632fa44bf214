// The one table of the house: which floor each room is on, and which rooms of the same floor may use one
// another. oxlint.config.ts makes the import rules from it, checks/house/house.test.ts proves them, and `npm
// run map` draws the table and the picture in ARCHITECTURE.md from it.

import { readdirSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../src/tools");

/** A tool knows no other tool, so its folder says all there is to say of its room. */
const tools: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .toSorted();

/**
 * The floors that hold features, from top to bottom. A room may use the public files of every room on a lower
 * floor.
 */
export const FLOORS = {
  faces: ["site", "field", "today", "inbox", "pipeline", "operator", "api"],
  tools,
  trade: [
    "leads",
    "magnets",
    "drips",
    "sequences",
    "jobs",
    "fieldwork",
    "reports",
    "weather",
    "takeoff",
    "prices",
    "lines",
    "law",
    "visits",
    "inspections",
    "issues",
    "places",
    "plans",
    "closeouts",
    "imports",
  ],
  ground: [
    "identity",
    "businesses",
    "writing",
    "events",
    "media",
    "sync",
    "evidence",
    "shares",
    "signatures",
    "due",
    "papers",
    "worklist",
    "notifications",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What each floor is for, in the words of ARCHITECTURE.md. */
const PURPOSE: Readonly<Record<Floor, string>> = {
  faces:
    "what people see: the public site, the account's first pages, the field app, the operator's console, the API",
  tools: "the field tools, one room each; a tool knows no other tool",
  trade:
    "what an owner works with: people, guides, follow-ups, jobs, what every field tool shares, reports, weather, quantities, prices, lines of a price, what the law wants, visits that clients book, checklists and inspections, issues to fix, the places of a job and its plans, what a client keeps of a job, moving in from other products",
  ground:
    "what every business stands on: people and rights, events, files, offline records, history, links, signatures, what is due, papers, lists over all jobs, what people are notified of",
};

/**
 * Rooms of one floor that may use each other: `from` may import the public files of each room in its list.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  operator: ["site"],
  magnets: ["leads"],
  drips: ["sequences"],
  sequences: ["leads"],
  jobs: ["fieldwork"],
  reports: ["jobs"],
  weather: ["jobs", "fieldwork"],
  prices: ["fieldwork"],
  lines: ["fieldwork", "prices", "takeoff"],
  visits: ["leads", "sequences"],
  inspections: ["jobs", "fieldwork", "issues", "places"],
  issues: ["jobs", "fieldwork", "leads", "places", "plans"],
  places: ["jobs", "fieldwork"],
  plans: ["jobs", "fieldwork", "places"],
  closeouts: ["jobs", "fieldwork", "reports", "sequences", "leads", "magnets"],
  imports: ["jobs", "fieldwork", "leads"],
  businesses: ["identity"],
  shares: ["identity", "businesses", "events"],
  media: ["identity", "businesses"],
  evidence: ["identity", "businesses", "events", "media"],
  sync: ["identity", "businesses"],
  due: ["businesses"],
  signatures: ["identity", "businesses", "events", "shares", "evidence", "notifications"],
  papers: ["businesses", "events", "shares", "evidence", "signatures", "notifications"],
  worklist: ["identity", "businesses", "sync"],
  notifications: ["identity", "businesses", "events"],
};

export type Floor = keyof typeof FLOORS;

const floorNames = Object.keys(FLOORS) as Floor[];

/** Every room, from the top floor to the bottom. */
export const ROOMS: readonly { readonly floor: Floor; readonly name: string }[] = floorNames.flatMap(
  (floor) => FLOORS[floor].map((name) => ({ floor, name })),
);

/** The floor of a room, or undefined when no room has this name. */
const floorOf = (room: string): Floor | undefined => ROOMS.find(({ name }) => name === room)?.floor;

/** Whether `from` may import the public files of `to`. */
export function mayUse(from: string, to: string): boolean {
  const [upper, lower] = [floorOf(from), floorOf(to)];
  if (!upper || !lower) return false;
  return floorNames.indexOf(upper) < floorNames.indexOf(lower) || (ARROWS[from] ?? []).includes(to);
}

/**
 * The public files that `from` may import, as import patterns such as `#ground/events/public.server.ts`.
 * @param offers `public.ts` is pure, `public.tsx` is for screens, `public.server.ts` for the server
 */
export function allowedImports(from: string, offers = "{ts,server.ts,tsx}"): string[] {
  return floorNames.flatMap((floor) => {
    const rooms = FLOORS[floor].filter((room) => mayUse(from, room));
    if (rooms.length === 0) return [];
    return [`#${floor}/${rooms.length > 1 ? `{${rooms.join(",")}}` : rooms[0]}/public.${offers}`];
  });
}

/** The table in ARCHITECTURE.md. */
function floorsTable(): string {
  const rows = floorNames.map((floor, index) => {
    const below = floorNames.slice(index + 1);
    const beside = FLOORS[floor].flatMap((room) =>
      (ARROWS[room] ?? []).length > 0 ? [`${room} → ${ARROWS[room]?.join(", ")}`] : [],
    );
    const uses = [below.length > 0 ? below.join(", ") : "platform and ui only", ...beside].join("; ");
    return `| \`${floor}\` | ${FLOORS[floor].join(", ")} | ${PURPOSE[floor]} | ${uses} |`;
  });
  return ["| Floor | Rooms | What it is for | May use |", "|---|---|---|---|", ...rows].join("\n");
}

/**
 * The picture in ARCHITECTURE.md, as a Mermaid diagram: floors as boxes, and the arrows between rooms of one
 * floor.
 */
function floorsPicture(): string {
  const box = (floor: Floor) =>
    [`  subgraph ${floor}`, ...FLOORS[floor].map((room) => `    ${room}`), "  end"].join("\n");
  const arrows = Object.entries(ARROWS).flatMap(([from, targets]) =>
    targets.map((to) => `  ${from} --> ${to}`),
  );
  return [
    "```mermaid",
    "flowchart TB",
    "  app[app: processes and maps]",
    ...floorNames.map(box),
    "  platform[platform: database, mail, texts, files, queue, PDF, …]",
    "  ui[ui: the design system]",
    `  app ==> ${floorNames.join(" ==> ")}`,
    "  ground ==> platform & ui",
    ...arrows,
    "```",
  ].join("\n");
}

/**
 * ARCHITECTURE.md with its table and picture as this file has them: each is between two comments that name
 * it.
 */
export function withMap(text: string): string {
  return between(between(text, "floors", floorsTable()), "map", floorsPicture());
}

function between(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`ARCHITECTURE.md has no ${begin} … ${end}.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}
