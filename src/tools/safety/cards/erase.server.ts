import { lockFirst } from "#ground/evidence/public.server.ts";
import { listPeople } from "#ground/businesses/public.server.ts";
import { forgetMedia, jobsOfPhotos } from "#ground/media/public.server.ts";
import {
  allRecordsOfKind,
  findStoredRecords,
  forgetRecords,
  shownFields,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { readText } from "#ground/sync/public.ts";
import { shotsOf } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { SIGN, signOf } from "../rules/talk.ts";
import { CARD_PAPER, nameKey, paperId, titleOf } from "./card.ts";
import { cardsOf, type StoredCard } from "./stored.server.ts";

/** Whose cards: a user’s, or of nobody with an account, those with a name. */
export type Whose = { readonly user: string } | { readonly name: string };

/** A card as it can be told from others of the same name. */
export interface PersonCard {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  readonly issuer: string;
  readonly expires: string | null;
  readonly isRemoved: boolean;
  /** Whether it is surely this person’s: it was added for their account. */
  readonly isOwn: boolean;
}

/** What is known of somebody. */
export interface PersonData {
  readonly name: string;
  /** Of their account, if they are in the business. */
  readonly email: string | null;
  /** Their own first, then those that only have their name. */
  readonly cards: readonly PersonCard[];
  /** People with an account and this name, whose cards are apart. */
  readonly namesakes: readonly { readonly user: string; readonly name: string; readonly email: string }[];
  /** How many signatures on talks and orientations have their name. They stay. */
  readonly signatures: number;
}

interface Found {
  readonly own: readonly StoredCard[];
  /** Of nobody with an account: one name can be several people’s. */
  readonly byName: readonly StoredCard[];
  /** Ids of other users whose cards have this name. */
  readonly others: readonly string[];
  readonly keys: ReadonlySet<string>;
}

/** The cards that can be somebody’s, removed ones too. @param account their name there */
async function findCards(ctx: AccountContext, whose: Whose, account: string | null): Promise<Found> {
  const cards = await cardsOf(ctx, { withRemoved: true });
  const own = "user" in whose ? cards.filter(({ card }) => card.holder.user === whose.user) : [];
  const names = "name" in whose ? [whose.name] : own.map(({ card }) => card.holder.name);
  const keys = new Set([...names, ...(account ? [account] : [])].map(nameKey));
  const named = cards.filter(({ card }) => keys.has(nameKey(card.holder.name)) && !own.some(isSame(card.id)));
  return {
    ...{ own, keys, byName: named.filter(({ card }) => card.holder.user === null) },
    others: [...new Set(named.flatMap(({ card }) => card.holder.user ?? []))],
  };
}

const isSame =
  (id: string) =>
  ({ card }: StoredCard): boolean =>
    card.id === id;

/** People of the business: a device could write any id into a card. */
const accountOf = async (ctx: AccountContext, whose: Whose) =>
  "user" in whose ? (await listPeople(ctx)).find(({ userId }) => userId === whose.user) : undefined;

/** What the cards and signatures of a business say of somebody; null for a user without cards. */
export async function dataOfPerson(ctx: AccountContext, whose: Whose): Promise<PersonData | null> {
  const account = await accountOf(ctx, whose);
  const { own, byName, others, keys } = await findCards(ctx, whose, account?.name ?? null);
  const listed = [...own, ...byName];
  if ("user" in whose && own.length === 0) return null;
  const papers = await findStoredRecords(
    ctx,
    listed.map(({ card }) => paperId(card.id)),
  );
  const numbers = new Map(papers.map(({ id, fields }) => [id, readText(shownFields(fields)["number"])]));
  const [signs, people] = [await allRecordsOfKind(ctx, SIGN, {}), await listPeople(ctx)];
  return {
    name: listed[0]?.card.holder.name ?? ("name" in whose ? whose.name : ""),
    email: account?.email ?? null,
    cards: listed.map(({ card, record }, at) => ({
      ...{ id: card.id, title: titleOf(card), number: numbers.get(paperId(card.id)) ?? "" },
      ...{ issuer: card.issuer, expires: card.expires, isOwn: at < own.length },
      isRemoved: shownFields(record.fields)["removed"] === true,
    })),
    namesakes: others.map((user) => {
      const person = people.find(({ userId }) => userId === user);
      return { user, name: person?.name ?? "", email: person?.email ?? "no longer in the business" };
    }),
    signatures: signs.filter(({ id, fields }) => keys.has(nameKey(signOf(id, shownFields(fields)).name)))
      .length,
  };
}

/**
 * Erases cards of somebody with everything that was ever written of them. Signatures stay: they are the
 * business’s record of training.
 * @param chosen ids; those that can’t be theirs stay
 * @returns keys of files to delete after the commit (`removeFiles`)
 */
export async function eraseCards(
  ctx: AccountContext,
  whose: Whose,
  chosen: ReadonlySet<string>,
): Promise<string[]> {
  await lockFirst(ctx);
  const account = await accountOf(ctx, whose);
  const { own, byName } = await findCards(ctx, whose, account?.name ?? null);
  const cards = [...own, ...byName].filter(({ card }) => chosen.has(card.id));
  const papers = await findStoredRecords(
    ctx,
    cards.map(({ card }) => paperId(card.id)),
  );
  const records = [...cards.map(({ record }) => record), ...papers];
  // While the fields are there, because the kinds read them; devices delete what is removed.
  for (const record of records) await writeAsProduct(ctx, record, { removed: true });
  const hashes = await forgetRecords(
    ctx,
    records.map(({ id }) => id),
  );
  // Photos of a job, or of a card that stays: one photo can show two cards.
  const kept = new Set([
    ...(await jobsOfPhotos(ctx, hashes)).map(({ sha256 }) => sha256),
    ...(await allRecordsOfKind(ctx, CARD_PAPER, {})).flatMap(({ fields }) =>
      shotsOf(shownFields(fields)).map(({ sha256 }) => sha256),
    ),
  ]);
  return forgetMedia(
    ctx,
    hashes.filter((sha256) => !kept.has(sha256)),
  );
}
