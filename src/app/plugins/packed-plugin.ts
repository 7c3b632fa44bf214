import path from "node:path";
import type { Plugin, UserConfig } from "vite";
import { packFolder } from "#platform/http/static/packed.server.ts";

/** Compresses the static files once everything is built and rendered. Must be the last plugin. */
export function packed(): Plugin {
  let root = "";
  return {
    name: "plumbline:packed",
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
    },
    config: {
      order: "post",
      handler: ({ builder: { buildApp } = {} }): UserConfig => ({
        builder: {
          async buildApp(builder) {
            await buildApp?.(builder);
            await packFolder(
              path.resolve(root, builder.environments["client"]?.config.build.outDir ?? "build/client"),
            );
          },
        },
      }),
    },
  };
}
