import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A step of the house: what its features may import beside platform and ui. Public files only, and never upwards. */
const GROUND = ["identity", "businesses", "writing", "events", "media", "sync", "evidence", "shares", "signatures"];
const TOOLS = ["logs", "changes", "checklists", "photos", "estimates", "safety", "reports"];
const TRADE = ["leads", "magnets", "drips", "sequences", "jobs", ...TOOLS];
const FACES = ["site", "field", "today", "inbox", "pipeline", "operator", "api"];

/** Arrows between features of one step. A new one is also written in .oxlintrc.json; the tests compare the two. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  businesses: ["identity"],
  shares: ["identity", "businesses", "events"],
  media: ["identity", "businesses"],
  evidence: ["identity", "businesses", "events", "media"],
  sync: ["identity", "businesses"],
  signatures: ["identity", "businesses", "events", "shares", "evidence"],
  magnets: ["leads"],
  sequences: ["leads"],
  ...Object.fromEntries(TOOLS.map((tool) => [tool, ["jobs"]])),
  safety: ["jobs", "checklists"],
  operator: ["site"],
};

/** Every feature there may be, in the order of the steps. */
export const FEATURES: readonly string[] = [...GROUND, ...TRADE, ...FACES];

/** Whether `from` may import the public files of `to`. */
export function mayUse(from: string, to: string): boolean {
  const below = FACES.includes(from) ? [...GROUND, ...TRADE] : TRADE.includes(from) ? GROUND : [];
  return below.includes(to) || (ARROWS[from] ?? []).includes(to);
}

/** The TypeScript files under `folder`, as paths from `root`, with their text. */
function sourcesIn(root: string, folder: string): { file: string; text: string }[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(root, file);
    return /\.tsx?$/.test(entry.name) ? [{ file, text: readFileSync(path.join(root, file), "utf8") }] : [];
  });
}

const IMPORT = /(?:^|[;}\s])(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? "");
}

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file) || file.includes("/testing/");

const featuresIn = (root: string) =>
  readdirSync(path.join(root, "src/features"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** A feature is found from the three maps of the house, has its ten lines of README, and stands on a step. */
export function unregistered(root: string): string[] {
  const maps = { "routes.ts": "src/routes.ts", "tables.server.ts": "src/app/tables.ts", "tasks.server.ts": "src/app/worker.ts" };
  return featuresIn(root).flatMap((feature) => {
    const found: string[] = [];
    const has = (name: string) => existsSync(path.join(root, "src/features", feature, name));
    if (!FEATURES.includes(feature)) found.push(`${feature} stands on no step: checks/testing/house.ts and .oxlintrc.json`);
    if (!has("README.md")) found.push(`${feature} has no README.md`);
    for (const [own, map] of Object.entries(maps)) {
      if (!has(own)) continue;
      const lines = existsSync(path.join(root, map)) ? importsOf(readFileSync(path.join(root, map), "utf8")) : [];
      if (!lines.some((line) => line.endsWith(`features/${feature}/${own}`))) found.push(`${feature} has no line in ${map}`);
    }
    return found;
  });
}

/** The room a file may not climb out of by a relative path. */
const roomOf = (file: string) => /^src\/(features\/[^/]+|platform|ui)\//.exec(file)?.[0];

/** Relative imports that leave their room; test support of platform may see the whole schema. */
export function climbing(root: string): string[] {
  return sourcesIn(root, "src").flatMap(({ file, text }) => {
    const room = roomOf(file);
    if (!room) return [];
    return importsOf(text)
      .filter((target) => target.startsWith(".") && !target.startsWith("./+types/"))
      .map((target) => path.posix.join(path.posix.dirname(file), target))
      .filter((target) => !target.startsWith(room))
      .filter((target) => !(file.startsWith("src/platform/") && isTest(file) && target === "src/app/schema.ts"))
      .map((target) => `${file} climbs to ${target}`);
  });
}

/** Folders and files that gather what has no name of its own. */
export function nameless(root: string): string[] {
  const folders = readdirSync(path.join(root, "src"), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory() && ["utils", "util", "lib", "helpers", "common", "shared", "misc"].includes(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const barrels = sourcesIn(root, "src")
    .filter(({ file, text }) => /\/index\.tsx?$/.test(file) || (isOnlyPassedOn(text) && !MAY_PASS_ON.test(file)))
    .map(({ file }) => `${file} is a barrel`);
  return [...folders.map((folder) => `${folder} has no name of its own`), ...barrels];
}

const MAY_PASS_ON = /^src\/(main|tables)\.ts$|^src\/features\/[^/]+\/public\.(server\.ts|tsx)$/;

/** Whether a file has nothing but `export … from`. */
function isOnlyPassedOn(text: string): boolean {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").trim();
  const rest = code.replaceAll(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+["'][^"']+["'];?/g, "").trim();
  return code !== "" && rest === "";
}

/** A long file says near its top why: `// Long because …`. */
export function tooLong(root: string): string[] {
  return sourcesIn(root, "src")
    .map(({ file, text }) => ({ file, lines: text.split("\n").length - 1, isExcused: /^\W*Long because \S/m.test(text.slice(0, 2000)) }))
    .filter(({ lines, isExcused }) => lines > 300 && !isExcused)
    .map(({ file, lines }) => `${file} has ${lines} lines`);
}

/** SQL in a screen, and business rules that read the database's clock. */
export function misplacedSql(root: string): string[] {
  return sourcesIn(root, "src/features")
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, text }) => {
      const found: string[] = [];
      if (file.endsWith(".tsx") && importsOf(text).some((target) => /^drizzle-orm|tables\.server\.ts$/.test(target)))
        found.push(`${file} is a screen with SQL`);
      const templates = text.replaceAll(/\$\{[^}]*\}/g, "").match(/`[^`]*`/g) ?? [];
      const clock = /\b(now|clock_timestamp|statement_timestamp)\(\)|\bcurrent_(timestamp|date)\b/i;
      if (/\.defaultNow\(/.test(text) || templates.some((template) => clock.test(template)))
        found.push(`${file} reads the database's clock`);
      return found;
    });
}

/** The end of the block that begins at `start`, just behind its opening brace. */
function blockEnd(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < text.length; at++) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
  return at;
}

/**
 * Screens that catch what `inAccount` throws. By then it is an answer that takes the place of the whole page, so why a form was refused is
 * lost: `actInAccount` throws the refusal itself.
 */
export function refusalsLost(root: string): string[] {
  return sourcesIn(root, "src/features")
    .filter(({ file }) => file.endsWith(".tsx") && !isTest(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\btry \{/g)]
        .map(({ index, 0: opening }) => ({ index, block: text.slice(index, blockEnd(text, index + opening.length)) }))
        .filter(({ block }) => /\binAccount\(/.test(block))
        .map(({ index }) => `${file}:${text.slice(0, index).split("\n").length} catches inAccount: use actInAccount`),
    );
}
