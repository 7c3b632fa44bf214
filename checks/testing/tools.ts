import path from "node:path";
import { getTableName } from "drizzle-orm";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import type { Tool } from "#trade/jobs/public.tsx";
import { sourcesIn } from "./house.ts";

/** Kinds of rooms below that were a tool's once: devices in the field hold them under its word. */
const OF_OTHER_ROOMS = ["logs.weather", "logs.plan"];
/** What follow-ups wait for a lead to do: deeds, which are called as the tool's own events are. */
const ALSO_DEEDS = ["estimate.viewed", "estimate.approved"];

/** What the rest of the house must not say: a tool's folder, addresses, kinds, tables, tasks, API names. */
export function namesOf(tool: Tool, server: ServerTool): RegExp {
  const { word } = tool;
  const names = [
    ...tool.labels.flatMap(({ kind }) => (OF_OTHER_ROOMS.includes(kind) ? [] : [kind])),
    ...server.tables.map(({ table }) => getTableName(table)),
    ...(server.tasks ?? []).map(({ name }) => name),
    ...Object.keys(server.api?.scopes ?? {}),
    ...Object.keys(server.api?.events ?? {}).filter((name) => !ALSO_DEEDS.includes(name)),
    `tools/${word}`,
    `account/${word}`,
    `:jobId/${word}`,
    `}/${word}`,
    `word === "${word}"`,
  ];
  const isOfRoom = (name: string) => server.brings?.some((room) => /^[._]/.test(name.replace(room, "")));
  const own = names.filter((name) => !isOfRoom(name));
  const parts = own.map((name) => (/^\w/.test(name) ? "(?<![\\w-])" : "") + RegExp.escape(name));
  return new RegExp(`(?:${parts.join("|")})(?![\\w-])`);
}

/** Files outside a tool's folder that name it, tests and the two lists apart. */
export function mentions(root: string, word: string, names: RegExp): string[] {
  return sourcesIn(root, "src")
    .filter(({ file }) => !file.startsWith(`src/tools/${word}/`) && !/\.test\.tsx?$/.test(file))
    .filter(({ text }) => names.test(text))
    .map(({ file }) => file);
}

/** An import that remains once types are stripped, static or dynamic. */
const IMPORT =
  /(?:^|\n)(?:import|export)\s(?!type\s)(?:[^"'`;]*?\sfrom\s)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

function importsIn(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2]!;
    if (target.startsWith("#")) return `src/${target.slice(1)}`;
    return target.startsWith(".") ? path.posix.join(path.posix.dirname(file), target) : target;
  });
}

/** Files and packages that `from` brings along, by static and dynamic imports. */
export function broughtBy(root: string, from: string): string[] {
  const sources = new Map(sourcesIn(root, "src").map(({ file, text }) => [file, text]));
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const target of importsIn(file, sources.get(file) ?? "")) follow(target);
  };
  follow(from);
  return [...found];
}
