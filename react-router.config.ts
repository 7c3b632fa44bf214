import type { Config } from "@react-router/dev/config";
import { prerendered } from "./src/prerendered.ts";

export default {
  appDirectory: "src",
  ssr: true,
  prerender: prerendered,
} satisfies Config;
