import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { useLabels } from "#trade/fieldwork/public.tsx";
import { type Card, CARD, cardOf } from "./card.ts";
import { NEEDS, needsId, needsOf } from "./needs.ts";

export interface ShownCard {
  readonly record: ShownRecord;
  readonly card: Card;
}

/** The cards on this device; undefined until loaded. */
export function useCards(): readonly ShownCard[] | undefined {
  return useRecords(CARD, null)?.flatMap((record) => {
    const card = cardOf(record.id, record.values);
    return card ? [{ record, card }] : [];
  });
}

/** Which tasks need which card. */
export function useNeeds() {
  const { account } = useStore().who;
  return needsOf(useRecord(NEEDS, needsId(account))?.values ?? {});
}

/** Today where the business is, "2026-11-29". @param zone IANA, null for the device’s */
export const todayAt = (zone: string | null): string =>
  dateAt(Date.now(), zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whether this person changes a card, as the server decides it. */
export function useMayChange({ record, card }: ShownCard): boolean {
  const { isManager } = useLabels();
  const { user } = useStore().who;
  return isManager || card.holder.user === user || firstWritten(record.fields)?.author === user;
}
