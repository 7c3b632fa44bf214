import { z } from "zod";
import { defineKind } from "#ground/sync/public.server.ts";
import { isManager, refuse } from "#trade/fieldwork/public.server.ts";
import { LONGEST_WORDS, ORIENTATION, orientationId } from "./orientation.ts";

const words = z.string().trim().min(1).max(LONGEST_WORDS).nullable();

/** What devices may write of the words for new people. An orientation itself is a talk. */
export function defineOrientations(): void {
  defineKind({
    kind: ORIENTATION,
    scope: "account",
    notForGuests: "all",
    fields: { en: words, es: words },
    mayWrite: (ctx, { record, sets }) =>
      !isManager(ctx)
        ? refuse("forbidden", "Only owners and managers change the words for new people.")
        : record !== orientationId(ctx.account.id) || sets["removed"] === true
          ? refuse("invalid", "A business has one text for new people.")
          : null,
  });
}
