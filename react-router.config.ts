import type { Config } from "@react-router/dev/config";
import { prerendered } from "./src/prerendered.ts";

export default {
  appDirectory: "src",
  ssr: true,
  prerender: prerendered,
  // The server has its own check (same-origin.server.ts), against PUBLIC_URL. The framework compares with the address it was reached
  // at, which behind a proxy that ends TLS is another one: every form would be refused.
  allowedActionOrigins: ["**"],
} satisfies Config;
