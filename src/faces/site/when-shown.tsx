import { createElement, type ReactNode } from "react";
import type { PartName } from "#platform/http/static/slots.ts";

/**
 * A part of a prerendered page that only some installations show (SITE_FILE): the server leaves its
 * content or removes it. Never nest it.
 */
export function When({ part, children }: { part: PartName; children: ReactNode }) {
  return createElement(`if-${part}`, null, children);
}
