import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  // The server bundle is the whole product: web, background work and the operator's commands share one module graph, so one pool and one clock.
  environments: { ssr: { build: { rolldownOptions: { input: "./src/main.ts" }, sourcemap: true } } },
  worker: { format: "es" },
});
