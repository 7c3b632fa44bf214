import { z } from "zod";
import {
  type Command,
  defineKind,
  type Refusal,
  REMOVED,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { isManager, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { MOST_QUANTITY, MOST_RATE } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { KIT, LONGEST, MOST_KIT_LINES, MOST_ON_SHELF, RAISE, SHELF } from "./rules.ts";

const words = (most: number) => z.string().trim().max(most);
const cents = z.int().min(0).max(MOST_CENTS);
const sold = {
  text: words(LONGEST.text).min(1),
  unit: words(LONGEST.unit),
  cents,
  cost: cents.nullable(),
  isTaxable: z.boolean(),
};

/** What devices may write of the price book. Called once per process, from `src/app/record-kinds.ts`. */
export function definePrices(): void {
  // What the business charges and pays is no matter of a guest's.
  const common = { scope: "account", notForGuests: "all" } as const;
  defineKind({
    ...common,
    kind: SHELF,
    fields: {
      "items.*": z
        .strictObject({
          ...sold,
          category: words(LONGEST.category),
          pricedOn: z.iso.date(),
          pricedAt: z.int().min(0),
        })
        .nullable(),
      "used.*": z.iso.date().nullable(),
    },
    mayWrite: refuseShelf,
  });
  defineKind({
    ...common,
    kind: KIT,
    fields: {
      name: words(LONGEST.kit).min(1),
      lines: z
        .array(z.strictObject({ ...sold, quantity: z.int().min(1).max(MOST_QUANTITY) }))
        .min(1)
        .max(MOST_KIT_LINES),
    },
    mayWrite: refuseOthers,
  });
  defineKind({
    ...common,
    kind: RAISE,
    fields: {
      raise: z.strictObject({
        category: words(LONGEST.category).min(1).nullable(),
        rate: z.int().min(1).max(MOST_RATE),
        from: z.iso.date(),
        at: z.int().min(0),
      }),
    },
    mayWrite: refuseOthers,
  });
}

// Nobody is acting when the product itself writes.
const refuseOthers = (ctx: AccountContext): Refusal | null =>
  ctx.user === null || isManager(ctx)
    ? null
    : refuse("forbidden", "Only owners and managers change the price book.");

function refuseShelf(ctx: AccountContext, { sets }: Command, before: StoredRecord | null): Refusal | null {
  if (Object.hasOwn(sets, REMOVED))
    return refuse("invalid", "Items of the price book are removed one by one.");
  const items = (fields: object) => Object.keys(fields).filter((name) => name.startsWith("items."));
  if (new Set([...items(before?.fields ?? {}), ...items(sets)]).size > MOST_ON_SHELF)
    return refuse("invalid", "There’s no room for more items here. Add it again.");
  // Everyone who writes an estimate notes when an item was used.
  return items(sets).length === 0 && before ? null : refuseOthers(ctx);
}
