import path from "node:path";
import type { Plugin, UserConfig } from "vite";
import { missingPictures } from "#faces/site/pictures/missing-pictures.ts";

/**
 * Draws the site's pictures: into the client's build, and on request during development. After the pages
 * are rendered, the build fails if one of them shows a picture that was not made. Must come after the
 * router's plugin so that its check runs last.
 */
export function pictures(): Plugin {
  // Fonts and the document renderer load only when pictures are drawn, because every Vite command reads
  // this file.
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
        if (!/^\/images\/.+\.(?:png|jpg)$/.test(address)) return next();
        (drawn ??= draw()).then((all) => {
          const bytes = all.get(address);
          if (bytes)
            response
              .writeHead(200, {
                "Content-Type": address.endsWith(".jpg") ? "image/jpeg" : "image/png",
                "Cache-Control": "no-store",
              })
              .end(bytes);
          else next();
        }, next);
      });
    },
  };
}
