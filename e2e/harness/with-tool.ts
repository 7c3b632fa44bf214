import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { tempFolder } from "./product.ts";

const run = promisify(execFile);
const PROJECT = path.resolve(import.meta.dirname, "../..");
/** What the build and the bootstrap read. */
const COPIED = [
  "bootstrap",
  "content",
  "migrations",
  "public",
  "src",
  "drizzle.config.ts",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** The lines that wire the small tool, in the files that ARCHITECTURE.md ("How to add a tool") names. */
const LINES: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  "src/app/tools.ts": [
    ["tools: readonly Tool[] = [", "tools: readonly Tool[] = [deliveriesTool, "],
    ["", 'import { deliveriesTool } from "#tools/deliveries/tool.tsx";\n'],
  ],
  "src/app/tools.server.ts": [
    ["serverTools: readonly ServerTool[] = [", "serverTools: readonly ServerTool[] = [deliveriesOnServer, "],
    ["", 'import { deliveriesOnServer } from "#tools/deliveries/tool.server.ts";\n'],
  ],
  "src/ground/businesses/tools.ts": [
    ['["logs", ', '["logs", "deliveries", '],
    [
      "readonly FieldTool[] = [",
      `readonly FieldTool[] = [{ word: "deliveries", name: "Deliveries", page: "/features",
        source: "product-deliveries", opens: "/account/deliveries", built: true },`,
    ],
  ],
};

/**
 * What the copy's build leaves out, because no tool changes it and the project's own build proves it: drawn
 * pictures, files packed as small as possible, and source maps. They take half of a build.
 */
const LEFT_OUT: readonly (readonly [before: string, after: string])[] = [
  ["pictures(), ", ""],
  [", packed()]", "]"],
  ["sourcemap: true", "sourcemap: false"],
];

/**
 * Copies the project, puts the small tool (`checks/testing/tool`) into it as a developer would, and builds
 * it. The project and its build don't change.
 * @returns the copy's folder, which the caller removes
 */
export async function buildWithTool(): Promise<string> {
  const root = await tempFolder("with-tool");
  await Promise.all(
    COPIED.map((name) => cp(path.join(PROJECT, name), path.join(root, name), { recursive: true })),
  );
  await symlink(path.join(PROJECT, "node_modules"), path.join(root, "node_modules"));
  const tool = path.join(root, "src/tools/deliveries");
  await mkdir(tool);
  await cp(path.join(PROJECT, "checks/testing/tool"), tool, { recursive: true });
  for (const [file, changes] of Object.entries({ ...LINES, "vite.config.ts": LEFT_OUT })) {
    let text = await readFile(path.join(root, file), "utf8");
    for (const [before, after] of changes) {
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      text = before === "" ? after + text : text.replace(before, after);
    }
    await writeFile(path.join(root, file), text);
  }
  await inCopy(root, "node_modules/drizzle-kit/bin.cjs", "generate", "--name=deliveries");
  await inCopy(root, "node_modules/@react-router/dev/dist/cli/index.js", "build");
  return root;
}

const inCopy = (root: string, script: string, ...args: string[]) =>
  run(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    maxBuffer: 64 * 2 ** 20,
  });
