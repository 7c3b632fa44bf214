import type { ReportShape, Describer } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { EVERYTHING, formatPeriod } from "../rules.ts";

export interface Client {
  readonly name: string;
  readonly address: string;
  /** Null for a client only typed on the job. */
  readonly leadId: string | null;
}

/** Null without a name and address. */
type FindLead = (
  ctx: AccountContext,
  leadId: string,
) => Promise<{ readonly name: string; readonly address: string } | null>;

/** As `photosForOutside` of a tool. */
type ForOutside = (
  ctx: AccountContext,
  job: string,
  hashes: readonly string[],
) => Promise<ReadonlySet<string>>;

const describers = new Map<string, Describer>();
let shapes: readonly ReportShape[] = [];
let findLead: FindLead = async () => null;
let askTools: readonly ForOutside[] = [];

/** Called once per process, from `src/app/report-lines.ts`. */
export function defineReports(
  all: readonly Describer[],
  find: FindLead,
  own: readonly ReportShape[] = [],
  shown: readonly ForOutside[] = [],
): void {
  describers.clear();
  for (const describer of all) describers.set(describer.kind, describer);
  shapes = own;
  findLead = find;
  askTools = shown;
}

/** Which photos of a job people outside may see now: those that no tool leaves out. */
export const photosForOutside: ForOutside = async (ctx, job, hashes) => {
  let shown: ReadonlySet<string> = new Set(hashes);
  for (const ask of askTools) if (shown.size > 0) shown = shown.intersection(await ask(ctx, job, [...shown]));
  return shown;
};

/** Undefined if the kind isn't reported. */
export const describerOf = (kind: string): Describer | undefined => describers.get(kind);

export const allShapes = (): readonly ReportShape[] => shapes;

/** Undefined for the report of everything. */
export const shapeOf = (name: string): ReportShape | undefined => shapes.find((shape) => shape.name === name);

export const labelOf = (shape: string): string => shapeOf(shape)?.label ?? "Report";

/** `Nov 20, 2026`, or `Daily log, Nov 20, 2026`. */
export const titleOf = (shape: string, from: string, to: string): string =>
  shape === EVERYTHING ? formatPeriod(from, to) : `${labelOf(shape)}, ${formatPeriod(from, to)}`;

export const leadToMail: FindLead = (ctx, leadId) => findLead(ctx, leadId);
