import type { Teller } from "#features/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** Somebody who may be sent a report. */
export interface Client {
  readonly name: string;
  readonly address: string;
  /** The lead that they are; null for one who is only written on the job. */
  readonly leadId: string | null;
}

/** Finds a lead's name and address; nothing for one without, or who is gone. */
type FindLead = (ctx: AccountContext, leadId: string) => Promise<{ readonly name: string; readonly address: string } | null>;

const tellers = new Map<string, Teller>();
let findLead: FindLead = async () => null;

/** Says what reports tell, and whom they may go to. Called once per process, from `src/reported.ts`. */
export function defineReports(all: readonly Teller[], find: FindLead): void {
  tellers.clear();
  for (const teller of all) tellers.set(teller.kind, teller);
  findLead = find;
}

/** What a kind of record tells; undefined for one that tells nothing. */
export const tellerOf = (kind: string): Teller | undefined => tellers.get(kind);

/** The name and address of a lead. */
export const leadToMail: FindLead = (ctx, leadId) => findLead(ctx, leadId);
