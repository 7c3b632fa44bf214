import type { AccountContext } from "#platform/db/scope.server.ts";
import type { DraftText } from "./draft.ts";

type FindDraft = (ctx: AccountContext, id: string) => Promise<DraftText | null>;

let find: FindDraft = () => Promise.resolve(null);

/** Registers where texts come from that are drafts before anyone edits them: what the drip maker wrote. */
export function registerDraftSource(source: FindDraft): void {
  find = source;
}

/** A text that nobody has edited yet, under its own id; null if there is none. */
export const unsavedDraft: FindDraft = (ctx, id) => find(ctx, id);
