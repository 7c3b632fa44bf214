import { shell } from "virtual:field-shell";
import { brand } from "../config/brand.ts";

/** The document of every field screen. The same for everybody: what they see is on their device. */
export function fieldDocument(): Response {
  return new Response(shell.replaceAll("__BRAND__", brand), {
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
