import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { ISSUE, type Issue, issueOf } from "#trade/issues/public.ts";
import { ANSWER, answerOf, type Given, NOT_GIVEN } from "../rules/answers.ts";
import { type Answers, isAsked, type Points, pointsOf, type Row } from "../rules/run.ts";

/** An item that is asked, with its answer. */
export interface Marked {
  readonly row: Row;
  readonly number: string;
  readonly given: Given;
  readonly record: JobRecord | undefined;
  /** What it counts in the score; null for nothing. */
  readonly points: Points | null;
  /** Issues that it began. */
  readonly issues: readonly Issue[];
}

/** The items that are asked, with their answers; numbered without instructions. */
export function markedOf(records: readonly JobRecord[], run: string, rows: readonly Row[]): Marked[] {
  const byItem = new Map(
    records.flatMap((record) => {
      if (record.kind !== ANSWER) return [];
      const given = answerOf(shownFields(record.fields));
      return given.run === run ? [[given.item, { record, given }] as const] : [];
    }),
  );
  const answers: Answers = new Map([...byItem].map(([item, { given }]) => [item, given]));
  const issues = Map.groupBy(
    records.flatMap(({ kind, fields }) => (kind === ISSUE ? [issueOf(shownFields(fields))] : [])),
    ({ from }) => from?.record,
  );
  let count = 0;
  return rows
    .filter((row) => isAsked(row, answers))
    .map((row) => ({
      row,
      number: row.item.kind === "note" ? "" : String(++count),
      given: byItem.get(row.key)?.given ?? NOT_GIVEN,
      record: byItem.get(row.key)?.record,
      points: pointsOf(row, answers),
      issues: issues.get(byItem.get(row.key)?.record.id ?? "") ?? [],
    }));
}

/** "Each room, Bath 1". */
export const headingOf = ({ section, unit }: Row): string =>
  [section.title, unit?.name].filter(Boolean).join(", ");
