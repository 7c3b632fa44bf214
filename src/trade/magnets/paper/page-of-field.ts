import type { Fields } from "#ground/writing/public.tsx";

/**
 * Estimates the page of a field: the cover is first, and the checklist, if there is one, last but one.
 * 0 means unknown.
 */
export function pageOfField(field: string, pages: number, fields: Fields): number {
  const sections = new Set(Object.keys(fields).flatMap((name) => /^sections\.(\d+)\./.exec(name)?.[1] ?? []))
    .size;
  const [key = "", at = "0"] = field.split(".");
  const isWhole = Object.hasOwn(fields, "sections.0.letter");
  const within = (page: number) => Math.min(pages, Math.max(1, page));
  switch (key) {
    case "title":
    case "promise":
    case "readers":
      return 1;
    case "opening":
      return within(2);
    case "sections":
      return isWhole
        ? within(2 + Math.floor((Number(at) * Math.max(1, pages - 1)) / Math.max(1, sections)))
        : within(3 + Math.floor((Number(at) * Math.max(1, pages - 4)) / Math.max(1, sections)));
    case "checklist":
      return within(pages - 1);
    case "about":
    case "nextStep":
    case "sources":
      return pages;
    default:
      return 0;
  }
}
