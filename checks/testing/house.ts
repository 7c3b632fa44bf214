import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FLOORS, ROOMS } from "../floors.ts";

/** The TypeScript files under `folder`, as paths from `root`, with their text. */
export function sourcesIn(root: string, folder: string): { file: string; text: string }[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    // A newcomer who ran the audit before the tests has its packages here.
    if (entry.name === "node_modules") return [];
    if (entry.isDirectory()) return sourcesIn(root, file);
    return /\.tsx?$/.test(entry.name) ? [{ file, text: readFileSync(path.join(root, file), "utf8") }] : [];
  });
}

const IMPORT =
  /(?:^|[;}\s])(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? "");
}

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file) || file.includes("/testing/");

const foldersIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      )
    : [];

/** The map that a room's file needs a line in. */
const MAPS = {
  "routes.ts": "src/routes.ts",
  "tables.server.ts": "src/app/tables.ts",
  "tasks.server.ts": "src/app/worker.ts",
};
/** A tool's tables and tasks are in its `tool.server.ts`, and its `routes.ts` is found by its path. */
const MAPS_OF_TOOLS = {
  "tool.tsx": "src/app/tools.ts",
  "tool.server.ts": "src/app/tools.server.ts",
};

/** What a room is missing: a line in checks/floors.ts and in each map it needs, and a README. */
export function unregistered(root: string): string[] {
  const rooms = Object.keys(FLOORS).flatMap((floor) =>
    foldersIn(path.join(root, "src", floor)).map((name) => ({
      floor,
      name,
      folder: path.join(root, "src", floor, name),
    })),
  );
  return rooms.flatMap(({ floor, name, folder }) => {
    const found: string[] = [];
    const has = (file: string) => existsSync(path.join(folder, file));
    if (!ROOMS.some((room) => room.floor === floor && room.name === name))
      found.push(`${floor}/${name} has no line in checks/floors.ts`);
    if (!has("README.md")) found.push(`${floor}/${name} has no README.md`);
    const maps = floor === "tools" ? MAPS_OF_TOOLS : MAPS;
    for (const [own, map] of Object.entries(maps)) {
      if (floor === "tools" && !has(own)) found.push(`${floor}/${name} has no ${own}`);
      else if (!has(own)) continue;
      const lines = existsSync(path.join(root, map))
        ? importsOf(readFileSync(path.join(root, map), "utf8"))
        : [];
      if (!lines.some((line) => line.endsWith(`${floor}/${name}/${own}`)))
        found.push(`${floor}/${name} has no line in ${map}`);
    }
    return found;
  });
}

/** The room that a file's relative imports must stay in. */
const roomOf = (file: string) => /^src\/((?:faces|tools|trade|ground)\/[^/]+|platform|ui)\//.exec(file)?.[0];

/** Relative imports that leave their room. */
export function climbing(root: string): string[] {
  return sourcesIn(root, "src").flatMap(({ file, text }) => {
    const room = roomOf(file);
    if (!room) return [];
    return importsOf(text)
      .filter((target) => target.startsWith(".") && !target.startsWith("./+types/"))
      .map((target) => path.posix.join(path.posix.dirname(file), target))
      .filter((target) => !target.startsWith(room))
      .map((target) => `${file} climbs to ${target}`);
  });
}

/** Folders and files with catch-all names. */
export function nameless(root: string): string[] {
  const folders = readdirSync(path.join(root, "src"), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isDirectory() &&
        ["utils", "util", "lib", "helpers", "common", "shared", "misc"].includes(entry.name),
    )
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const barrels = sourcesIn(root, "src")
    .filter(
      ({ file, text }) => /\/index\.tsx?$/.test(file) || (isOnlyPassedOn(text) && !MAY_PASS_ON.test(file)),
    )
    .map(({ file }) => `${file} is a barrel`);
  return [...folders.map((folder) => `${folder} has no name of its own`), ...barrels];
}

const MAY_PASS_ON =
  /^src\/app\/(main|tables)\.ts$|^src\/(?:faces|tools|trade|ground)\/[^/]+\/public\.(ts|server\.ts|tsx)$/;

/** Whether a file contains only `export … from`. */
function isOnlyPassedOn(text: string): boolean {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").trim();
  const rest = code
    .replaceAll(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+["'][^"']+["'];?/g, "")
    .trim();
  return code !== "" && rest === "";
}

/** Line limits for files, for test files, and for the files of a tool, which the next tool is copied from. */
const [LONGEST, LONGEST_TEST, LONGEST_OF_TOOL] = [360, 550, 300];

/** Files over the limit that don't say `// Long because …` near their top, which a tool's can't. */
export function tooLong(root: string): string[] {
  return sourcesIn(root, "src")
    .map(({ file, text }) => ({
      file,
      lines: text.split("\n").length - 1,
      isExcused: /^\W*Long because \S/m.test(text.slice(0, 2000)),
    }))
    .filter(({ file, lines, isExcused }) =>
      file.startsWith("src/tools/") && !isTest(file)
        ? lines > LONGEST_OF_TOOL
        : lines > (isTest(file) ? LONGEST_TEST : LONGEST) && !isExcused,
    )
    .map(({ file, lines }) => `${file} has ${lines} lines`);
}

/** Maximum width of a comment in columns; oxfmt handles the code. */
const WIDEST = 110;

/** Comments wider than that. */
export function tooWide(root: string): string[] {
  return ["src", "bench", "e2e", "checks", "audit"]
    .flatMap((folder) => sourcesIn(root, folder))
    .flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, at) =>
          line.length > WIDEST &&
          /^\s*(?:\/\/|\*|\/\*|\{\/\*)/.test(line) &&
          !/oxlint-disable|https?:\/\//.test(line)
            ? [`${file}:${at + 1} has ${line.length} columns`]
            : [],
        ),
    );
}

/** SQL in a screen, and business rules that read the database's clock. */
export function misplacedSql(root: string): string[] {
  return Object.keys(FLOORS)
    .flatMap((floor) => sourcesIn(root, `src/${floor}`))
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, text }) => {
      const found: string[] = [];
      if (
        file.endsWith(".tsx") &&
        importsOf(text).some((target) => /^drizzle-orm|tables\.server\.ts$/.test(target))
      )
        found.push(`${file} is a screen with SQL`);
      const templates = text.replaceAll(/\$\{[^}]*\}/g, "").match(/`[^`]*`/g) ?? [];
      const clock = /\b(now|clock_timestamp|statement_timestamp)\(\)|\bcurrent_(timestamp|date)\b/i;
      if (/\.defaultNow\(/.test(text) || templates.some((template) => clock.test(template)))
        found.push(`${file} reads the database's clock`);
      return found;
    });
}

/** The end of the block whose opening brace is just before `start`. */
function blockEnd(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < text.length; at++) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
  return at;
}

/**
 * Screens that catch what `inAccount` throws. By then it is a response that replaces the whole page, so the
 * reason for refusing the form is lost; `actInAccount` throws the refusal itself.
 */
export function refusalsLost(root: string): string[] {
  return Object.keys(FLOORS)
    .flatMap((floor) => sourcesIn(root, `src/${floor}`))
    .filter(({ file }) => file.endsWith(".tsx") && !isTest(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\btry \{/g)]
        .map(({ index, 0: opening }) => ({
          index,
          block: text.slice(index, blockEnd(text, index + opening.length)),
        }))
        .filter(({ block }) => /\binAccount\(/.test(block))
        .map(
          ({ index }) =>
            `${file}:${text.slice(0, index).split("\n").length} catches inAccount: use actInAccount`,
        ),
    );
}

const NOT_OURS = new Set(["node_modules", "build", "data", ".git", ".react-router", ".cache", "coverage"]);

/** Every file of the repository whose name matches `ending`, as paths from `root`. */
function filesIn(root: string, folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(root, file, ending);
    return ending.test(entry.name) ? [file] : [];
  });
}

/**
 * Mentions of Markdown documents that the repository doesn't have: links by their path, other mentions by the
 * document's name.
 */
export function deadReferences(root: string): string[] {
  const files = filesIn(root, "", /\.(md|tsx?|mjs|css|typ)$/);
  const names = new Set(
    files.filter((file) => file.endsWith(".md")).map((file) => path.posix.basename(file)),
  );
  return files.flatMap((file) => {
    if (isTest(file) || file.startsWith("THIRD_PARTY")) return [];
    const text = readFileSync(path.join(root, file), "utf8");
    const links = file.endsWith(".md")
      ? [...text.matchAll(/\]\((?!https?:|mailto:|\/|#)([^)\s#]+)(?:#[^)]*)?\)/g)]
          .map((match) => match[1] ?? "")
          .filter((link) => !existsSync(path.join(root, path.posix.dirname(file), link)))
      : [];
    // Links, and addresses on the web, which need no "https:".
    const here = text.replaceAll(/\]\([^)]*\)|(?<![\w./-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/[^\s"]*/g, "");
    const mentions = [...here.matchAll(/(?<![\w.-])([\w-]+\.md)\b(?!\.\w)/g)]
      .map((match) => match[1] ?? "")
      .filter((name) => !names.has(name));
    return [...new Set([...links, ...mentions])].map((name) => `${file} refers to ${name}`);
  });
}
