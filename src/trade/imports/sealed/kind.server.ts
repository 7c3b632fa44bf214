import { z } from "zod";
import { seal } from "#ground/evidence/public.server.ts";
import { defineKind, REMOVED, shownFields } from "#ground/sync/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isManager, refuse } from "#trade/fieldwork/public.server.ts";
import { LONGEST } from "./sealed.ts";

const line = (most: number) => z.string().trim().min(1).max(most);

/**
 * Defines a kind for what was recorded in another product, such as its daily logs. Only an import
 * writes it, and
 * nothing of it changes afterward: owners and managers may only remove it and bring it back.
 */
export function defineImported(kind: string): void {
  defineKind({
    kind,
    scope: "job",
    fields: {
      program: line(LONGEST.program).nullable(),
      date: z.iso.date(),
      title: line(LONGEST.title),
      by: line(LONGEST.by).nullable(),
      text: z.string().max(LONGEST.text),
      paper: z
        .strictObject({
          name: line(LONGEST.fileName),
          sha256: z.string().regex(/^[0-9a-f]{64}$/),
          bytes: z.int().min(1),
        })
        .nullable(),
    },
    notForGuests: "all",
    mayWrite(ctx, { sets }, before) {
      if (ctx.user !== null && !isManager(ctx))
        return refuse("forbidden", "Only owners and managers import records from other products.");
      const was = before ? shownFields(before.fields) : {};
      const changed = Object.entries(sets).some(
        ([field, value]) =>
          before !== null && field !== REMOVED && canonicalJson(was[field] ?? null) !== canonicalJson(value),
      );
      return changed ? refuse("conflict", "A record from another product doesn’t change.") : null;
    },
  });
}

/** Seals the history of jobs that imported records were added to, so that they can’t change unnoticed. */
export async function sealImported(
  ctx: AccountContext,
  jobs: ReadonlySet<string>,
  program: string | null,
): Promise<void> {
  for (const job of jobs) await seal(ctx, job, `Imported${program === null ? "" : ` from ${program}`}`);
}
