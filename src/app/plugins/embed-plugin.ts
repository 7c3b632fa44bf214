import path from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const ENTRY = "src/trade/leads/embed/embed.ts";

/**
 * Builds `/embed.js`, one classic script for other sites. It has a build of its own so that it never
 * shares a chunk with our pages.
 */
export async function buildEmbed(root: string): Promise<string> {
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
        input: path.join(root, ENTRY),
        output: { format: "iife", entryFileNames: "embed.js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [script, ...others] = built.output;
  if (others.length > 0 || script.imports.length > 0) throw new Error("embed.js must be one file");
  return script.code;
}

/** Adds `/embed.js` to the client's build, and serves it during development. */
export function embed(): Plugin {
  let root = "";
  return {
    name: "plumbline:embed",
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      if (this.environment.name === "client")
        this.emitFile({ type: "asset", fileName: "embed.js", source: await buildEmbed(root) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split("?")[0] !== "/embed.js") return next();
        buildEmbed(root).then(
          (script) =>
            response
              .writeHead(200, {
                "Content-Type": "text/javascript; charset=utf-8",
                "Cache-Control": "no-store",
              })
              .end(script),
          next,
        );
      });
    },
  };
}
