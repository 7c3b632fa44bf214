import type { Config } from "@react-router/dev/config";
import { articles } from "./src/faces/site/articles/articles.server.ts";
import { prerendered, prerenderedFiles } from "./src/app/pages/prerendered.ts";

export default {
  appDirectory: "src",
  ssr: true,
  prerender: [...prerendered, ...prerenderedFiles, ...articles().map(({ path }) => path)],
  // Where the account's routes are found is one file that browsers keep. Telling each page of the few it
  // links to took a fifth of the time to make it.
  routeDiscovery: { mode: "initial" },
  // The server has its own check (same-origin.server.ts), against PUBLIC_URL. The framework compares with the
  // address it was reached at, which behind a proxy that ends TLS is another one: every form would be
  // refused.
  allowedActionOrigins: ["**"],
} satisfies Config;
