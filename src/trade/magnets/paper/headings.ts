import type { MagnetText } from "#ground/writing/public.server.ts";
import { plainLine } from "./whole-guide.ts";

/** As many as a page can list without scrolling on a phone. */
const MOST = 6;

/** The headings of a guide's parts, in its order: what a reader finds inside. */
export function headingsOf(text: MagnetText): string[] {
  const parts = text.version === 1 ? [...text.sections, text.checklist] : text.sections;
  return parts.flatMap(({ heading }) => plainLine(heading).trim() || []).slice(0, MOST);
}
