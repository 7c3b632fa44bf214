import type { z } from "zod";
import type { Json } from "#ground/sync/public.server.ts";
import { faultsOfPhotos, type KnownPhotos, photoSets } from "./photos.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Fault, Problem } from "#platform/api/problem.ts";
import { ONE, readQuantity, readRate } from "#platform/money/amounts.ts";
import { type Estimate, type Line, type LineValue, type Part, TEXT_NAMES } from "../rules/estimate.ts";
import type { EstimateChange } from "./shapes.ts";

type Change = z.output<typeof EstimateChange>;
type SentLine = NonNullable<Change["lines"]>[number];

const partOf = (amount: NonNullable<Change["discount"]>): Part =>
  amount.cents === undefined
    ? { by: "rate", rate: readRate(amount.percent ?? "") ?? 0 }
    : { by: "cents", cents: amount.cents };

/** Lines by id. One of an option that isn't there belongs to all, as in the totals. */
const linesById = ({ lines, options }: Estimate): Map<string, Line> =>
  new Map(
    lines.map((line) => [line.id, line.option > options.length ? { ...line, option: 0 } : line] as const),
  );

/** The fields of a record that a request sets. @throws Problem invalid, naming each fault */
export function setsOf(change: Change, before: Estimate, photos: KnownPhotos): Record<string, Json> {
  const faults = [...faultsOf(change, before), ...faultsOfPhotos(change.lines ?? [], photos)];
  if (faults.length > 0)
    throw new Problem("invalid", "Some of the body isn’t valid. Nothing was changed.", { errors: faults });
  const sets: Record<string, unknown> = {};
  for (const field of [...TEXT_NAMES, "validUntil", "showsPrices"] as const)
    if (change[field] !== undefined) sets[field] = change[field];
  for (const field of ["discount", "deposit"] as const) {
    const amount = change[field];
    if (amount !== undefined) sets[field] = amount && partOf(amount);
  }
  if (change.options) sets["options"] = change.options;
  if (change.taxes)
    sets["taxes"] = change.taxes.map(({ name, percent }) => ({ name, rate: readRate(percent) ?? 0 }));
  if (change.payments)
    sets["payments"] = change.payments.map(({ name, ...amount }) => ({ name, part: partOf(amount) }));
  if (change.lines) {
    const old = linesById(before);
    const lines = change.lines.map((line) => ({ ...line, id: line.id ?? newId() }));
    for (const [at, line] of lines.entries()) {
      const { id } = line;
      sets[`lines.${id}`] = valueOf(line, at + 1, old.get(id));
      old.delete(id);
    }
    for (const id of old.keys()) sets[`lines.${id}`] = null;
    Object.assign(sets, photoSets(lines, photos));
  }
  return sets as Record<string, Json>;
}

const valueOf = (line: SentLine, place: number, was: Line | undefined): LineValue => ({
  place,
  section: line.section ?? was?.section ?? "",
  text: line.text,
  quantity: (line.quantity === undefined ? was?.quantity : readQuantity(line.quantity)) ?? ONE,
  unit: line.unit ?? was?.unit ?? "",
  cents: line.unitCents ?? 0,
  ...(line.unitCents === null ? { needsPrice: true as const } : {}),
  cost: line.costCents === undefined ? (was?.cost ?? null) : line.costCents,
  isTaxable: line.isTaxable ?? was?.isTaxable ?? false,
  isOptional: line.isOptional ?? was?.isOptional ?? false,
  option: line.option ?? was?.option ?? 0,
});

/** What the schema can't see: ids of lines, and options that aren't there. */
function faultsOf({ lines, options }: Change, before: Estimate): Fault[] {
  const old = linesById(before);
  const most = (options ?? before.options).length;
  const faults: Fault[] = [];
  const given = new Set<string>();
  for (const [at, { id, option }] of (lines ?? []).entries()) {
    const was = id === undefined ? undefined : old.get(id);
    const fault = (field: string, detail: string) =>
      faults.push({ pointer: `#/lines/${at}/${field}`, detail });
    if (id !== undefined && !was) fault("id", "This estimate has no such line.");
    if (id !== undefined && given.has(id)) fault("id", "The same line is here twice.");
    if (id !== undefined) given.add(id);
    if ((option ?? was?.option ?? 0) > most) fault("option", "There’s no such option.");
  }
  if (!lines && [...old.values()].some(({ option }) => option > most))
    faults.push({
      pointer: "#/options",
      detail: "Some lines belong to an option that this removes. Send the lines too.",
    });
  return faults;
}
