import { zoneOf } from "#ground/businesses/public.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { byUrgency, type Card, nameKey, stateOf, titleOf } from "./card.ts";
import type { CardFilters } from "./filters.ts";
import { cardsOf } from "./stored.server.ts";

/** A card in the office’s list. */
export interface CardRow {
  readonly id: string;
  readonly card: Card;
  readonly title: string;
}

/** The cards that filters find, the first to expire at the top, and how many there are in all. */
export async function rowsOf(
  ctx: AccountContext,
  { words, state, type }: CardFilters,
): Promise<{ readonly rows: readonly CardRow[]; readonly total: number; readonly today: string }> {
  const today = ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();
  const all = (await cardsOf(ctx)).map(({ card }) => card);
  const asked = foldedWords(words);
  const found = all.filter((card) => {
    const text = nameKey(`${card.holder.name} ${titleOf(card)} ${card.issuer}`);
    return (
      (type === null || card.type === type) &&
      (state === null || stateOf(card, today) === state) &&
      asked.every((word) => text.includes(word))
    );
  });
  return {
    rows: found.toSorted(byUrgency).map((card) => ({ id: card.id, card, title: titleOf(card) })),
    ...{ total: all.length, today },
  };
}
