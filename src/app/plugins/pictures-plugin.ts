import path from "node:path";
import type { Plugin, UserConfig } from "vite";
import { missingPictures } from "#faces/site/pictures/missing-pictures.ts";

/**
 * Draws the pictures of the site: into the client's build, and on request while developing. After the pages
 * are rendered, a picture that one of them shows and nobody made fails the build. Stands after the plugin of
 * the router, so that its check comes last.
 */
export function pictures(): Plugin {
  // Fonts and the renderer of documents are loaded only where pictures are drawn: this file is read for every
  // command of Vite.
  const draw = async () => (await import("#faces/site/pictures/draw-pictures.ts")).drawPictures();
  let root = "";
  return {
    name: "plumbline:pictures",
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [address, source] of await draw())
        this.emitFile({ type: "asset", fileName: address.slice(1), source });
    },
    config: {
      order: "post",
      handler: ({ builder: { buildApp } = {} }): UserConfig => ({
        builder: {
          async buildApp(builder) {
            await buildApp?.(builder);
            const missing = missingPictures(
              path.resolve(root, builder.environments["client"]?.config.build.outDir ?? "build/client"),
            );
            if (missing.length) throw new Error(missing.join("\n"));
          },
        },
      }),
    },
    configureServer(server) {
      let drawn: ReturnType<typeof draw> | undefined;
      server.middlewares.use((request, response, next) => {
        const address = request.url?.split("?")[0] ?? "";
        if (!/^\/images\/.+\.png$/.test(address)) return next();
        (drawn ??= draw()).then((all) => {
          const bytes = all.get(address);
          if (bytes)
            response.writeHead(200, { "Content-Type": "image/png", "Cache-Control": "no-store" }).end(bytes);
          else next();
        }, next);
      });
    },
  };
}
