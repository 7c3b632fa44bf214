import { stamp } from "#trade/fieldwork/public.ts";
import type { ShapeAsk } from "#trade/jobs/public.server.ts";
import { titleOf } from "#trade/issues/public.ts";
import { formatAnswer } from "../rules/answers.ts";
import { percentOf, type Points, progressOf } from "../rules/run.ts";
import type { Marked } from "./marked.server.ts";

const NAMES = [
  ...["No.", "Section", "Room or unit", "Item", "Code", "Answer", "Failed"],
  ...["Note", "Issues", "Photos", "By", "At"],
];
const SCORED = ["Weight", "Points"];

/**
 * The items of a checklist for spreadsheets. If its items have weights, there are columns for them, and the
 * last row has the score.
 * @param total of all items; null without a score
 */
export function tableOf(
  asked: readonly Marked[],
  total: Points | null,
  { zone, nameOf }: Pick<ShapeAsk, "zone" | "nameOf">,
): string[][] {
  const rows = asked.map(({ row, number, given, record, points, issues }) => {
    const value = record?.fields["answer"]?.values[0];
    return [
      ...[number, row.section.title, row.unit?.name ?? "", row.item.text, row.item.code ?? ""],
      row.item.kind === "photos" ? "" : (formatAnswer(row.item, given.value) ?? ""),
      progressOf(row, given) === "failed" ? "Yes" : "",
      ...[given.note ?? "", issues.map(titleOf).join("; "), String(given.shots.length)],
      value ? nameOf(value.author) : "",
      value ? stamp(value.at, zone) : "",
      ...(total ? [String(row.item.weight ?? ""), String(points?.earned ?? "")] : []),
    ];
  });
  if (!total) return [NAMES, ...rows];
  const last = NAMES.map((name) =>
    name === "Item" ? "Score" : name === "Answer" ? `${percentOf(total)}%` : "",
  );
  return [
    [...NAMES, ...SCORED],
    ...rows,
    [...last, String(roundPoints(total.possible)), String(roundPoints(total.earned))],
  ];
}

/** Sums of fractions without the noise of binary numbers. */
const roundPoints = (points: number): number => Math.round(points * 1_000) / 1_000;
