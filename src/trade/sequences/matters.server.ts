import type { AccountContext } from "#platform/db/scope.server.ts";
import type { MatterFills } from "./message/placeholders.ts";
import { nameMatterEvent } from "./plan/matter-events.ts";

/** What a tool's follow-ups are about. Declared by `defineFollowUps` of the tool. */
export interface Matter {
  /** What starts one, and its label after “When someone”: "is sent an estimate". */
  readonly events: Readonly<Record<string, string>>;
  /** Why the reader gets these emails, in a sentence. */
  reason(business: string): string;
  /**
   * What emails say of one matter.
   * @returns null if follow-up after this event isn't wanted or is pointless by now; undefined for no matter
   * of this tool
   */
  find(ctx: AccountContext, id: string, event: string): Promise<Omit<MatterFills, "link"> | null | undefined>;
  /** Makes a link for one reader: a full address. Called only when an email with `{{link}}` is sent. */
  makeLink(ctx: AccountContext, id: string, lead: { id: string; email: string | null }): Promise<string>;
}

const matters = new Map<string, Matter>();

/** Registers what a tool's follow-ups are about. Call once per process. */
export function defineMatter(matter: Matter): void {
  for (const [what, label] of Object.entries(matter.events)) {
    matters.set(what, matter);
    nameMatterEvent(what, label);
  }
}

/** The matter that an event is about; undefined for an event of no tool. */
export const matterOf = (what: string): Matter | undefined => matters.get(what);
