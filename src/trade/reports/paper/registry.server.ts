import type { ReportShape, Describer } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { EVERYTHING, formatPeriod } from "../rules.ts";

/** Somebody who may be sent a report. */
export interface Client {
  readonly name: string;
  readonly address: string;
  /** The lead that they are; null for one who is only written on the job. */
  readonly leadId: string | null;
}

/** Finds a lead's name and address; nothing for one without, or who is gone. */
type FindLead = (
  ctx: AccountContext,
  leadId: string,
) => Promise<{ readonly name: string; readonly address: string } | null>;

const tellers = new Map<string, Describer>();
let shapes: readonly ReportShape[] = [];
let findLead: FindLead = async () => null;

/**
 * Says what reports tell, in which shapes of their own, and whom they may go to. Called once per process,
 * from `src/app/report-lines.ts`.
 */
export function defineReports(
  all: readonly Describer[],
  find: FindLead,
  own: readonly ReportShape[] = [],
): void {
  tellers.clear();
  for (const teller of all) tellers.set(teller.kind, teller);
  shapes = own;
  findLead = find;
}

/** What a kind of record tells; undefined for one that tells nothing. */
export const describerOf = (kind: string): Describer | undefined => tellers.get(kind);

/** Shapes of reports there are besides the one that tells everything. */
export const allShapes = (): readonly ReportShape[] => shapes;

/** The shape of a name; undefined for one that tells everything. */
export const shapeOf = (name: string): ReportShape | undefined => shapes.find((shape) => shape.name === name);

/** What a report of a shape is called. */
export const labelOf = (shape: string): string => shapeOf(shape)?.label ?? "Report";

/** What tells a report from the others of its job: `Nov 20, 2026`, or `Daily log, Nov 20, 2026`. */
export const titleOf = (shape: string, from: string, to: string): string =>
  shape === EVERYTHING ? formatPeriod(from, to) : `${labelOf(shape)}, ${formatPeriod(from, to)}`;

/** The name and address of a lead. */
export const leadToMail: FindLead = (ctx, leadId) => findLead(ctx, leadId);
