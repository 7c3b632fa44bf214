import { shell } from "virtual:field-shell";
import { brand } from "../config/brand.ts";

/** The HTML document of every field screen, the same for everyone: their data is on their device. */
export function fieldDocument(): Response {
  return new Response(shell.replaceAll("__BRAND__", brand), {
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
