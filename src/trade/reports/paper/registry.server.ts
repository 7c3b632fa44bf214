import type { ReportShape, Describer } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { EVERYTHING, formatPeriod } from "../rules.ts";

/** Someone to email a report to. */
export interface Client {
  readonly name: string;
  readonly address: string;
  /** Null for a client who is only typed on the job. */
  readonly leadId: string | null;
}

/** Finds a lead's name and address; null if there is none or the lead is gone. */
type FindLead = (
  ctx: AccountContext,
  leadId: string,
) => Promise<{ readonly name: string; readonly address: string } | null>;

const describers = new Map<string, Describer>();
let shapes: readonly ReportShape[] = [];
let findLead: FindLead = async () => null;

/**
 * Registers describers, report shapes, and a function that finds leads. Called once per process, from
 * `src/app/report-lines.ts`.
 */
export function defineReports(
  all: readonly Describer[],
  find: FindLead,
  own: readonly ReportShape[] = [],
): void {
  describers.clear();
  for (const describer of all) describers.set(describer.kind, describer);
  shapes = own;
  findLead = find;
}

/** The describer of a kind of record; undefined if it isn't reported. */
export const describerOf = (kind: string): Describer | undefined => describers.get(kind);

/** All shapes except the report of everything. */
export const allShapes = (): readonly ReportShape[] => shapes;

/** The shape with a name; undefined for the report of everything. */
export const shapeOf = (name: string): ReportShape | undefined => shapes.find((shape) => shape.name === name);

/** A report's label by its shape. */
export const labelOf = (shape: string): string => shapeOf(shape)?.label ?? "Report";

/** A report's title in the list: `Nov 20, 2026`, or `Daily log, Nov 20, 2026`. */
export const titleOf = (shape: string, from: string, to: string): string =>
  shape === EVERYTHING ? formatPeriod(from, to) : `${labelOf(shape)}, ${formatPeriod(from, to)}`;

export const leadToMail: FindLead = (ctx, leadId) => findLead(ctx, leadId);
