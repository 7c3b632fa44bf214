import { randomBytes } from "node:crypto";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { embed } from "./src/embed-plugin.ts";
import { pictures } from "./src/pictures-plugin.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), pictures(), embed()],
  build: { assetsInlineLimit: 0 },
  // The server bundle is the whole product: web, background work and the operator's commands share one module graph, so one pool and one clock.
  environments: {
    ssr: {
      // The mark of this build's slots (src/platform/http/slots.ts). The server's only: what browsers are sent never holds it.
      define: { __SLOT_MARK__: JSON.stringify(randomBytes(12).toString("hex")) },
      build: { rolldownOptions: { input: "./src/main.ts" }, sourcemap: true },
    },
  },
  worker: { format: "es" },
});
