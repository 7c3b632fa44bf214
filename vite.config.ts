import { randomBytes } from "node:crypto";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { BROWSERS } from "./src/app/plugins/browsers.ts";
import { embed } from "./src/app/plugins/embed-plugin.ts";
import { field } from "./src/app/plugins/field-plugin.ts";
import { library } from "./src/app/plugins/library-plugin.ts";
import { packed } from "./src/app/plugins/packed-plugin.ts";
import { pictures } from "./src/app/plugins/pictures-plugin.ts";
import { verifier } from "./src/app/plugins/verifier-plugin.ts";

// Packages of many small modules that every start needs: finding and reading each by itself took most of the
// time of a start, and two thirds of the memory it used. Those that are CommonJS, or that a start does not
// need, stay where npm put them; so does what others outside the bundle (bench/bare-screens.ts) share with
// it, and pg-boss, whose own packages npm may put out of reach.
const BUNDLED = [
  "@better-auth/core",
  "@better-auth/drizzle-adapter",
  "@better-auth/kysely-adapter",
  "@better-auth/telemetry",
  "@better-auth/utils",
  "@better-fetch/fetch",
  "@hono/node-server",
  "@noble/ciphers",
  "@noble/hashes",
  "better-auth",
  "better-call",
  "cookie-es",
  "defu",
  "drizzle-orm",
  "hono",
  "jose",
  "kysely",
  "postal-mime",
  "rou3",
  "zod",
];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pictures(), embed(), verifier(), field(), library(), packed()],
  build: { assetsInlineLimit: 0, target: BROWSERS },
  // The server bundle is the whole product: web, background work and the operator's commands share one module
  // graph, so one pool and one clock.
  environments: {
    ssr: {
      // The mark of this build's slots (src/platform/http/static/slots.ts). The server's only: what browsers are
      // sent never holds it.
      define: { __SLOT_MARK__: JSON.stringify(randomBytes(12).toString("hex")) },
      resolve: command === "build" ? { noExternal: BUNDLED } : {},
      build: {
        target: "node26",
        rolldownOptions: {
          input: "./src/app/main.ts",
          // Their name is in the path of each of their stack frames, as it is outside a bundle: what is ours
          // is told by that (queue.server.ts).
          output: { codeSplitting: { groups: [{ name: "node_modules", test: /[\\/]node_modules[\\/]/ }] } },
        },
        sourcemap: true,
      },
    },
  },
  worker: { format: "es" },
}));
