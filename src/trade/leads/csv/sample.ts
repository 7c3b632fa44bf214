import type { Columns } from "./columns.ts";
import type { FileRow } from "./read-file.server.ts";
import type { Mapping } from "./mapping.ts";
import { YES } from "./opt-outs.ts";
import type { ReadRows } from "./people.server.ts";
import type { ImportPreviewData, ShownRow } from "./sample-rows.ts";

const MOST_ROWS = 20;
const MOST_VALUES = 8;
const MOST_KNOWN_VALUES = 200;
const MOST_CHARACTERS = 60;

/** Collects the preview of an import while its rows are counted. */
export function collectPreview(columns: Columns): {
  take(rows: readonly FileRow[], read: ReadRows): void;
  end(): ImportPreviewData;
} {
  const wrong: ShownRow[] = [];
  const optedOut: ShownRow[] = [];
  const questions = new Map<number | "file", Set<string>>();
  const consentCounts = new Map<string, number>();
  const { consent } = columns.mapping;
  return {
    take(rows, read) {
      for (const one of read.wrong)
        if (wrong.length < MOST_ROWS) wrong.push(rowOf(one, columns.mapping, one.isTaken));
      for (const one of read.optedOut) {
        if (optedOut.length < MOST_ROWS) optedOut.push(rowOf(one, columns.mapping, false));
        if (!one.asks) continue;
        const values = questions.get(one.asks.at) ?? new Set();
        if (values.size < MOST_VALUES && one.asks.value) values.add(one.asks.value);
        questions.set(one.asks.at, values);
      }
      if (consent === undefined) return;
      for (const { cells } of rows) {
        const value = (cells[consent] ?? "").trim().slice(0, MOST_CHARACTERS).toWellFormed();
        if (consentCounts.has(value) || consentCounts.size < MOST_KNOWN_VALUES)
          consentCounts.set(value, (consentCounts.get(value) ?? 0) + 1);
      }
    },
    end: () => ({
      wrong,
      optedOut,
      questions: [...questions].map(([at, values]) => ({
        at,
        header: at === "file" ? "" : (columns.headers[at] ?? ""),
        values: [...values],
      })),
      consent: [...consentCounts]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MOST_VALUES)
        .map(([value, many]) => ({ value, many, isTaken: YES.test(value) })),
    }),
  };
}

function rowOf(
  { row, problem }: { row: FileRow; problem: string },
  mapping: Mapping,
  isTaken: boolean,
): ShownRow {
  return {
    line: row.line,
    who: describePerson(row.cells, mapping),
    problem: problem.replaceAll("\0", ""),
    isTaken,
  };
}

/** A row's name and address, even if it can't become a lead. */
export function describePerson(cells: readonly string[], { name, first, last, email }: Mapping): string {
  const cell = (at: number | undefined) =>
    at === undefined ? "" : (cells[at] ?? "").replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  const named = cell(name) || `${cell(first)} ${cell(last)}`.trim();
  return ([named, cell(email)].filter(Boolean).join(", ") || cells.filter(Boolean).join(", "))
    .slice(0, 120)
    .toWellFormed();
}
