import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { FLOORS, mayUse, ROOMS, withMap } from "../floors.ts";
import { circles } from "../testing/circles.ts";
import {
  climbing,
  deadReferences,
  misplacedSql,
  nameless,
  refusalsLost,
  sourcesIn,
  tooLong,
  tooWide,
  unregistered,
} from "../testing/house.ts";

const ROOT = path.resolve();
const planted = mkdtempSync(path.join(tmpdir(), "plumbline-house-"));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** Writes a small project with the given files to a folder of its own; the real tree is never touched. */
function house(name: string, files: Readonly<Record<string, string>>): string {
  const root = path.join(planted, name);
  for (const folder of [...Object.keys(FLOORS), "platform", "ui"].map((floor) => `src/${floor}`))
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

it("sources are the TypeScript files of every folder except node_modules", () => {
  const root = house("sources", {
    "audit/run.ts": "run\n",
    "audit/pages/page.tsx": "page\n",
    "audit/pages/notes.md": "notes\n",
    "audit/node_modules/tool/tool.ts": "tool\n",
    "audit/pages/node_modules/other.ts": "other\n",
  });
  expect(sourcesIn(root, "audit").toSorted((a, b) => a.file.localeCompare(b.file))).toEqual([
    { file: "audit/pages/page.tsx", text: "page\n" },
    { file: "audit/run.ts", text: "run\n" },
  ]);
  expect(sourcesIn(root, "attic")).toEqual([]);
});

describe("the house", () => {
  it("has every room on its maps", () => {
    expect(unregistered(ROOT)).toEqual([]);
    const files = {
      "src/trade/jobs/routes.ts": "",
      "src/trade/attic/README.md": "",
      "src/trade/attic/tables.server.ts": "",
    };
    const tool = { "src/tools/logs/README.md": "", "src/tools/logs/tool.tsx": "" };
    const root = house("unregistered", {
      ...files,
      ...tool,
      "src/routes.ts": 'import site from "./faces/site/routes.ts";\n',
      "src/app/tables.ts": "",
    });
    expect(unregistered(root).filter((one) => one.startsWith("tools/"))).toEqual([
      "tools/logs has no line in src/app/tools.ts",
      "tools/logs has no tool.server.ts",
      "tools/logs has no line in src/app/tools.server.ts",
    ]);
    expect(unregistered(root)).toHaveLength(7);
  });

  it("is drawn in ARCHITECTURE.md as checks/floors.ts has it", () => {
    const text = readFileSync("ARCHITECTURE.md", "utf8");
    // If this fails: npm run map
    expect(text).toBe(withMap(text));
    expect(withMap(text.replace("| `ground` |", "| `cellar` |"))).toBe(text);
  });

  it("refers to no document that isn't here", () => {
    expect(deadReferences(ROOT)).toEqual([]);
    const root = house("references", {
      "docs/here.md": "See [there](there.md), [again](../src/ui/README.md) and [this](here.md#top).\n",
      "src/ui/README.md": "The rest is in `here.md`.\n",
      "src/ui/a.ts": "// See lost.md.\n",
    });
    expect(deadReferences(root)).toEqual([
      "docs/here.md refers to there.md",
      "src/ui/a.ts refers to lost.md",
    ]);
  });

  it("has rooms nobody climbs out of", () => {
    expect(climbing(ROOT)).toEqual([]);
    const root = house("climbing", {
      "src/trade/leads/page.tsx":
        'import { a } from "../shares/data.server.ts";\nimport { b } from "./ui/form.tsx";\n',
      "src/trade/leads/ui/form.tsx":
        'import { c } from "../rules.ts";\nexport * from "../../shares/rules.ts";\n',
      "src/platform/db/scope.ts":
        'const d = await import("../../routes.ts");\nimport { e } from "../time/clock.ts";\n',
    });
    expect(climbing(root)).toHaveLength(3);
  });

  it("has no files that import each other in a circle", () => {
    expect(circles(ROOT)).toEqual([]);
    const root = house("circles", {
      "src/trade/leads/a.ts": 'import type { B } from "./b.ts";\n',
      "src/trade/leads/b.ts":
        'import { c } from "#trade/leads/c.ts";\nconst late = () => import("./d.ts");\n',
      "src/trade/leads/c.ts": 'import "./e.ts";\nexport * from "./a.ts";\n',
      "src/trade/leads/d.ts": 'import { b } from "./b.ts";\n',
      "src/trade/leads/e.ts": "export {};\n",
    });
    expect(circles(root)).toEqual(["src/trade/leads/a.ts ↔ src/trade/leads/b.ts ↔ src/trade/leads/c.ts"]);
  });

  it("has no folder without a name of its own and no barrel", () => {
    expect(nameless(ROOT)).toEqual([]);
    const root = house("nameless", {
      "src/platform/utils/dates.ts": "export const a = 1;\n",
      "src/ui/index.ts": "export const a = 1;\n",
      "src/ui/all.ts": '// Everything.\nexport { a } from "./a.ts";\nexport * from "./b.ts";\n',
      "src/trade/leads/public.server.ts": 'export { a } from "./data.server.ts";\n',
    });
    expect(nameless(root)).toHaveLength(3);
  });

  it("has no comment wider than the page", () => {
    expect(tooWide(ROOT)).toEqual([]);
    const wide = `// ${"a ".repeat(60)}\n`;
    expect(tooWide(house("wide", { "src/ui/a.ts": `${wide}const a = 1;\n` }))).toEqual([
      "src/ui/a.ts:1 has 123 columns",
    ]);
  });

  it("has no long file without a reason", () => {
    expect(tooLong(ROOT)).toEqual([]);
    const long = "const a = 1;\n".repeat(361);
    expect(
      tooLong(
        house("long", { "src/long.ts": long, "src/data.ts": `// Long because it is a table.\n${long}` }),
      ),
    ).toEqual(["src/long.ts has 361 lines"]);
  });

  it("has no SQL in a screen and no business rule that reads the database's clock", () => {
    expect(misplacedSql(ROOT)).toEqual([]);
    const root = house("sql", {
      "src/trade/leads/list.tsx": 'import { eq } from "drizzle-orm";\n',
      "src/trade/leads/data.server.ts": "const a = sql`select * from leads where due < now()`;\n",
      "src/trade/leads/fine.server.ts": "const a = sql`select * from leads where due < ${now()}`;\n",
    });
    expect(misplacedSql(root)).toHaveLength(2);
  });

  it("has no screen that loses why a form was refused", () => {
    expect(refusalsLost(ROOT)).toEqual([]);
    const screen = (name: string) =>
      `export const action = async (args) => {\n  try {\n    return await ${name}(args, "work.write", act);\n  } catch (e) {}\n};\n`;
    const root = house("refusals", {
      "src/trade/leads/lost.tsx": screen("inAccount"),
      "src/trade/leads/shown.tsx": screen("actInAccount"),
    });
    expect(refusalsLost(root)).toEqual(["src/trade/leads/lost.tsx:2 catches inAccount: use actInAccount"]);
  });
});

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

/** The linter's findings in a small project as `file rule`, for planted files only. */
function lint(name: string, files: Readonly<Record<string, string>>): Set<string> {
  const root = house(name, files);
  mkdirSync(path.join(root, "checks"), { recursive: true });
  for (const file of ["oxlint.config.ts", "checks/floors.ts", "package.json", "tsconfig.json"])
    copyFileSync(file, path.join(root, file));
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.resolve("node_modules/oxlint/bin/oxlint"), "--format=json", "src"],
    {
      cwd: root,
      encoding: "utf8",
      // Thousands of planted imports.
      maxBuffer: 32 * 1024 * 1024,
    },
  );
  if (!stdout.startsWith("{")) throw new Error(`the linter did not run: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return new Set(diagnostics.map(({ filename, code }) => `${filename} ${/\((.*)\)/.exec(code)?.[1]}`));
}

const IMPORTS = "no-restricted-imports";
/** What a room may offer: pure rules, to the server, to screens. */
const PUBLIC = ["public.ts", "public.server.ts", "public.tsx"];

describe("the linter", () => {
  it("knows every arrow between rooms, and no other", () => {
    const files: Record<string, string> = {};
    const wanted = new Set<string>();
    for (const from of ROOMS) {
      const room = `src/${from.floor}/${from.name}`;
      for (const own of [...PUBLIC, "data.server.ts"]) files[`${room}/${own}`] = "export const a = 1;\n";
      for (const to of ROOMS) {
        for (const offer of PUBLIC) {
          const text = `import "#${to.floor}/${to.name}/${offer}";\n`;
          const file = `${room}/uses-${to.name}-${offer}`;
          files[file] = text;
          if (!mayUse(from.name, to.name)) wanted.add(`${file} ${IMPORTS}`);
          const rule = `${room}/${to.name}-${offer.replaceAll(".", "-")}/rules.ts`;
          files[rule] = text;
          if (!mayUse(from.name, to.name) || offer !== "public.ts") wanted.add(`${rule} ${IMPORTS}`);
        }
        const inner = `${room}/reaches-into-${to.name}.ts`;
        files[inner] = `import "#${to.floor}/${to.name}/data.server.ts";\n`;
        wanted.add(`${inner} ${IMPORTS}`);
      }
    }
    expect(lint("arrows", files)).toEqual(wanted);
  });

  it("keeps floors, rules and vendors apart", () => {
    const bad: Record<string, string> = {
      "src/platform/db/a.ts": "#trade/leads/public.server.ts",
      "src/platform/db/b.ts": "#ui/button.tsx",
      "src/platform/db/c.ts": "../../trade/leads/public.server.ts",
      "src/ui/a.tsx": "#platform/time/clock.ts",
      "src/ui/b.tsx": "#trade/leads/public.tsx",
      "src/ui/c.tsx": "zod",
      "src/trade/leads/a.ts": "../../routes.ts",
      "src/trade/leads/rules.ts": "react",
      "src/trade/jobs/rules.ts": "#platform/db/scope.server.ts",
      "src/tools/logs/rules.ts": "./data.server.ts",
      "src/tools/photos/rules.ts": "#trade/jobs/public.server.ts",
      "src/trade/fieldwork/public.ts": "./photos/shutter.tsx",
      "src/trade/leads/leads.test.ts": "#ground/shares/shares.server.ts",
    };
    const vendors = [
      "nodemailer",
      "pg",
      "pg-boss",
      "better-auth",
      "better-auth/crypto",
      "hono",
      "@hono/node-server",
      "@myriaddreamin/typst-ts-node-compiler",
    ];
    for (const [index, vendor] of vendors.entries())
      bad[`src/trade/leads/vendor-${index}.server.ts`] = vendor;
    const good: Record<string, string> = {
      "src/platform/db/d.ts": "../time/clock.ts",
      "src/platform/db/e.ts": "pg",
      "src/ui/d.tsx": "#ui/button.tsx",
      "src/trade/leads/b.ts": "drizzle-orm/pg-core",
      "src/trade/leads/c.ts": "#platform/db/scope.server.ts",
      "src/trade/leads/d.ts": "node:fs/promises",
      "src/trade/leads/ui/a.tsx": "../rules.ts",
      "src/tools/changes/rules.ts": "#platform/time/zones.ts",
      "src/tools/logs/day/rules.ts": "#trade/fieldwork/public.ts",
      "src/trade/leads/b.test.ts": "pg",
      "src/app/worker.ts": "#trade/leads/tasks.server.ts",
    };
    const files = Object.entries({ ...bad, ...good }).map(([file, target]) => [
      file,
      `import "${target}";\n`,
    ]);
    expect(lint("floors", Object.fromEntries(files) as Record<string, string>)).toEqual(
      new Set(Object.keys(bad).map((file) => `${file} ${IMPORTS}`)),
    );
  });

  it("catches what is wrong in a file", () => {
    const bad: Record<string, readonly [rule: string, text: string]> = {
      "src/a.ts": ["no-floating-promises", "async function a() {}\na();\n"],
      "src/b.ts": [
        "no-misused-promises",
        'export const b = (s: EventTarget) => s.addEventListener("x", async () => {});\n',
      ],
      "src/c.ts": ["no-explicit-any", "export const c = (x: any) => typeof x;\n"],
      "src/d.ts": ["no-console", 'console.log("d");\n'],
      "src/e.ts": ["no-process-env", "export const e = process.env;\n"],
      "src/badName.ts": ["filename-case", "export const f = 1;\n"],
      "src/ui/g.ts": ["no-barrel-file", 'export * from "./h.ts";\n'],
      "src/cycle-a.ts": ["no-cycle", 'import { i } from "./cycle-b.ts";\nexport const h = () => i;\n'],
      "src/platform/db/cycle.ts": [
        "no-cycle",
        'import { k } from "#platform/time/cycle.ts";\nexport const j = () => k;\n',
      ],
      "src/j.tsx": [
        "rules-of-hooks",
        'import { useId } from "react";\nexport const J = (p: { a: boolean }) => (p.a ? useId() : "");\n',
      ],
      "src/k.tsx": ["alt-text", 'export const K = () => <img src="k.png" />;\n'],
      "src/l.ts": ["no-unsafe-call", "export const l = (text: string) => JSON.parse(text)();\n"],
      "src/m.ts": [
        "switch-exhaustiveness-check",
        'export function m(x: "a" | "b") {\n  switch (x) {\n    case "a":\n      return 1;\n  }\n  return 0;\n}\n',
      ],
      "src/trade/leads/rules.ts": ["no-restricted-globals", "export const n = () => new Date();\n"],
      "src/trade/jobs/rules.ts": [
        "no-restricted-properties",
        "export const o = () => Temporal.Now.instant();\n",
      ],
      "src/p.tsx": ["no-danger", 'export const P = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;\n'],
    };
    const files = Object.fromEntries(Object.entries(bad).map(([file, [, text]]) => [file, text]));
    files["src/ui/h.ts"] = "export const h = 1;\n";
    files["src/cycle-b.ts"] = 'import { h } from "./cycle-a.ts";\nexport const i = () => h;\n';
    files["src/platform/time/cycle.ts"] =
      'import { j } from "#platform/db/cycle.ts";\nexport const k = () => j;\n';
    files["src/platform/config/settings.ts"] = "export const q = process.env;\n";
    const caught = lint("rules", files);
    for (const [file, [rule]] of Object.entries(bad))
      expect(caught, `${rule} in ${file}`).toContain(`${file} ${rule}`);
    expect(caught).not.toContain("src/platform/config/settings.ts no-process-env");
  });
});

interface ProductionPackage {
  readonly name: string;
  readonly licence: string;
}

const COPYLEFT = /\b(?:[AL]?GPL|MPL|EPL|CDDL|EUPL|OSL|CPAL|SSPL|BUSL|CC-BY-(?:SA|NC))\b/i;

/**
 * Whether a license expression requires a copyleft license. `A OR B` is a choice; a missing license is
 * refused.
 */
function isRefused(licence: string): boolean {
  const choices = licence.split(/\s+OR\s+/i);
  return !licence || /^UNLICEN[CS]ED$/i.test(licence) || choices.every((choice) => COPYLEFT.test(choice));
}

describe("what is delivered", () => {
  it("is private and nobody else's to license", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({
      private: true,
      license: "UNLICENSED",
    });
  });

  it("holds no copyleft package", async () => {
    const { productionPackages } = (await import(
      pathToFileURL(path.resolve("bootstrap/notices.mjs")).href
    )) as {
      productionPackages(root: string): ProductionPackage[];
    };
    const packages = productionPackages(ROOT);
    expect(packages.length).toBeGreaterThan(50);
    // Linked at run time and replaceable, as its license requires (docs/decisions/0013).
    const linked = (name: string) => name.startsWith("@img/sharp-") || name === "libheif-js";
    // Asks for the source of its own files alone, which are used as published (docs/decisions/0056).
    const isOfFiles = (name: string) => name === "ical.js";
    // Its license is in its readme, not in its package.json.
    const isMit = (name: string) => name === "combine-errors";
    expect(
      packages.filter(
        ({ name, licence }) => isRefused(licence) && !linked(name) && !isOfFiles(name) && !isMit(name),
      ),
    ).toEqual([]);
    expect(
      ["GPL-3.0-or-later", "LGPL-2.1", "(MPL-2.0 AND MIT)", "AGPL-3.0 OR GPL-3.0", ""].map(isRefused),
    ).not.toContain(false);
    expect(["MIT", "(MIT OR GPL-3.0)", "Apache-2.0", "OFL-1.1", "0BSD"].map(isRefused)).not.toContain(true);
  });

  it("comes with the notices of its parts", () => {
    expect(() =>
      execFileSync(process.execPath, ["bootstrap/notices.mjs", "--check"], { stdio: "pipe" }),
    ).not.toThrow();
  });
});
