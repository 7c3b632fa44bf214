import { lockFirst } from "#ground/evidence/public.server.ts";
import { forgetMedia, jobsOfPhotos } from "#ground/media/public.server.ts";
import {
  allRecordsOfKind,
  findStoredRecords,
  forgetRecords,
  shownFields,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { SIGN, signOf } from "../rules/talk.ts";
import { nameKey, paperId, titleOf } from "./card.ts";
import { cardsOf, type StoredCard } from "./stored.server.ts";

/** What is known of somebody by their name. */
export interface PersonData {
  readonly name: string;
  /** Titles of their cards, which go with their numbers and photos. */
  readonly cards: readonly string[];
  /** How many signatures on talks and orientations there are, which stay. */
  readonly signatures: number;
}

/** Removed ones too. */
const cardsWithName = async (ctx: AccountContext, name: string): Promise<StoredCard[]> =>
  (await cardsOf(ctx, { withRemoved: true })).filter(
    ({ card }) => nameKey(card.holder.name) === nameKey(name),
  );

/** What the cards and signatures of a business say of somebody. @param name as on a card or a list */
export async function dataOfPerson(ctx: AccountContext, name: string): Promise<PersonData> {
  const key = nameKey(name);
  const cards = await cardsWithName(ctx, name);
  const signs = await allRecordsOfKind(ctx, SIGN, {});
  return {
    name: cards[0]?.card.holder.name ?? name,
    cards: cards.map(({ card }) => titleOf(card)),
    signatures: signs.filter(({ id, fields }) => nameKey(signOf(id, shownFields(fields)).name) === key)
      .length,
  };
}

/**
 * Erases somebody’s cards with everything that was ever written of them. Signatures stay: they are the
 * business’s record of training.
 * @returns keys of files to delete after the commit (`removeFiles`)
 */
export async function erasePerson(ctx: AccountContext, name: string): Promise<string[]> {
  await lockFirst(ctx);
  const own = await cardsWithName(ctx, name);
  const papers = await findStoredRecords(
    ctx,
    own.map(({ card }) => paperId(card.id)),
  );
  const records = [...own.map(({ record }) => record), ...papers];
  // While the fields are there, because the kinds read them; devices delete what is removed.
  for (const record of records) await writeAsProduct(ctx, record, { removed: true });
  const hashes = await forgetRecords(
    ctx,
    records.map(({ id }) => id),
  );
  const elsewhere = new Set((await jobsOfPhotos(ctx, hashes)).map(({ sha256 }) => sha256));
  return forgetMedia(
    ctx,
    hashes.filter((sha256) => !elsewhere.has(sha256)),
  );
}
