import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { packLibrary } from "#ground/writing/public.server.ts";

const NAME = "library.json";
const ROOM = "src/ground/writing/public.server.ts";

/** Saves the guides and their indexes beside the server's code (ground/writing/guides/library.server.ts). */
export function library(): Plugin {
  let root = "";
  return {
    name: "plumbline:library",
    sharedDuringBuild: true,
    apply: "build",
    config: () => ({
      environments: { ssr: { define: { __LIBRARY__: JSON.stringify(`build/server/${NAME}`) } } },
    }),
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      if (this.environment.name !== "ssr") return;
      // By its path: Vite would bundle what it sees imported into its own configuration.
      const room = (await import(pathToFileURL(path.join(root, ROOM)).href)) as {
        readonly packLibrary: typeof packLibrary;
      };
      this.emitFile({ type: "asset", fileName: NAME, source: room.packLibrary() });
    },
  };
}
