import { dayWords } from "#platform/time/format.ts";
import { SHEET_LANGUAGE_LABELS, type SheetLanguage, type SheetType, TYPE_LABELS } from "./sheet.ts";

/** "November 20, 2026", or "" without a day. */
export const dayOrBlank = (date: string | null): string =>
  date === null ? "" : dayWords(Temporal.PlainDate.from(date));

/** "SDS, Acme Chemical, English, revised November 20, 2026, 12 pages" */
export function describeSheet({
  type,
  maker,
  language,
  revisedOn,
  pages,
}: {
  readonly type: SheetType;
  readonly maker: string;
  readonly language: SheetLanguage;
  readonly revisedOn: string | null;
  readonly pages: number;
}): string {
  return [
    ...[TYPE_LABELS[type], maker, SHEET_LANGUAGE_LABELS[language]],
    revisedOn === null ? "" : `revised ${dayOrBlank(revisedOn)}`,
    pages === 1 ? "1 page" : `${pages} pages`,
  ]
    .filter(Boolean)
    .join(", ");
}
