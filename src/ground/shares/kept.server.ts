import { actingRole, may } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";

const kept = new Map<string, number>();

/**
 * Keeps the links of a kind for those who have them, because what they say there counts as long as they can
 * take it back. Only owners and managers close, reopen or copy them; each works for as many days, and none
 * gets a passcode afterwards. Called once per process.
 */
export const defineKeptLinks = (kind: string, days: number): void => void kept.set(kind, days);

export const isKept = (kind: string): boolean => kept.has(kind);

/** How many days a link works, whatever was chosen for it. */
export const daysOf = (kind: string, chosen: number): number => kept.get(kind) ?? chosen;

/** Whether who acts may act on links of a kind. Clients and the product itself may. */
export const mayTurn = (ctx: AccountContext, kind: string): boolean =>
  !isKept(kind) || ctx.member === null || may(actingRole(ctx), "business.change");

/** @throws AppError forbidden */
export function refuseTurn(ctx: AccountContext, kind: string): void {
  if (!mayTurn(ctx, kind))
    throw new AppError("forbidden", "Only owners and managers can change this link, or make another one.");
}
