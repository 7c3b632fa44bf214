import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const FOLDER = "src/ground/evidence/verifier";
const NAME = "virtual:evidence-verifier";

/**
 * Builds the page that checks an export: one file with everything it needs, so that it opens from a disk
 * without network requests.
 */
async function buildVerifier(root: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, FOLDER, "page.ts"),
        output: { format: "iife", entryFileNames: "verify.js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [script, ...others] = built.output;
  if (others.length > 0 || script.imports.length > 0)
    throw new Error("the verifier's script must be one file");
  const [page, css] = await Promise.all(
    ["page.html", "page.css"].map((name) => readFile(path.join(root, FOLDER, name), "utf8")),
  );
  // A closing tag inside the script would end it early.
  const code = script.code.replaceAll("</script", "<\\/script");
  const hash = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  return (
    page!
      .replace("%SCRIPT%", () => hash(code))
      .replace("%STYLE%", () => hash(css!))
      // Without surrounding whitespace: the hashes cover exactly the text between the tags.
      .replace(/<style>\s*%CSS%\s*<\/style>/, () => `<style>${css!}</style>`)
      .replace(/<script>\s*%JS%\s*<\/script>/, () => `<script>${code}</script>`)
  );
}

/**
 * Provides that page to the server as text: `import page from "virtual:evidence-verifier"`. Built on first
 * import.
 */
export function verifier(): Plugin {
  let root = "";
  let page: Promise<string> | undefined;
  return {
    name: "plumbline:verifier",
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined;
      page ??= buildVerifier(root);
      return `export default ${JSON.stringify(await page)};`;
    },
  };
}
