import { allRecordsOfKind, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Card, CARD, cardOf } from "./card.ts";

export interface StoredCard {
  readonly record: StoredRecord;
  readonly card: Card;
}

/** The cards of a business, without removed ones unless they are asked for. */
export async function cardsOf(ctx: AccountContext, { withRemoved = false } = {}): Promise<StoredCard[]> {
  return (await allRecordsOfKind(ctx, CARD, {})).flatMap((record) => {
    const values = shownFields(record.fields);
    const card = values["removed"] === true && !withRemoved ? null : cardOf(record.id, values);
    return card ? [{ record, card }] : [];
  });
}
