import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  type Command,
  defineKind,
  findStoredRecord,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { firstWritten, refusePhotoNames, shotsOf } from "#trade/fieldwork/public.ts";
import { isManager, photoValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import {
  CARD,
  CARD_PAPER,
  cardOf,
  faultOfDates,
  LONGEST,
  MOST_PHOTOS,
  OTHER_PERSON,
  paperId,
  TYPES,
} from "./card.ts";
import { LONGEST_WORDS, MOST_NEEDS, NEEDS, needsId, needsOf } from "./needs.ts";

const words = (most: number) => z.string().trim().max(most);
const date = z.iso.date().nullable();

/** What devices may write of cards, and of which tasks need them. Guests neither see nor write any. */
export function defineCards(): void {
  defineKind({
    kind: CARD,
    scope: "account",
    notForGuests: "all",
    fields: {
      holder: z.strictObject({ name: words(LONGEST.name).min(1), user: z.uuid().nullable() }),
      type: z.enum(TYPES),
      title: words(LONGEST.title).nullable(),
      issuer: words(LONGEST.issuer).nullable(),
      dates: z.strictObject({ issued: date, expires: date }),
    },
    mayWrite: (ctx, { sets }, before) => refuseCard(ctx, sets, before),
  });
  defineKind({
    kind: CARD_PAPER,
    scope: "account",
    notForGuests: "all",
    isPrivate: true,
    subject: "holder",
    fields: {
      card: z.uuid(),
      /** The user whose card it is. */
      holder: z.uuid().nullable(),
      number: words(LONGEST.number).nullable(),
      "photos.*": photoValue.nullable(),
    },
    mayWrite: refusePaper,
  });
  defineKind({
    kind: NEEDS,
    scope: "account",
    notForGuests: "all",
    fields: {
      "needs.*": z.strictObject({ words: words(LONGEST_WORDS).min(1), type: z.enum(TYPES) }).nullable(),
    },
    mayWrite(ctx, { record, sets }, before) {
      if (actingRole(ctx) !== "owner")
        return refuse("forbidden", "Only the owner says which tasks need which card.");
      if (record !== needsId(ctx.account.id) || sets["removed"] === true)
        return refuse("invalid", "A business has one list of tasks that need a card.");
      return needsOf({ ...(before && shownFields(before.fields)), ...sets }).length > MOST_NEEDS
        ? refuse("invalid", `The list has ${MOST_NEEDS} tasks at most.`)
        : null;
    },
  });
}

/** Owners and managers change every card; others their own, and those that they added. */
function mayChange(ctx: AccountContext, before: StoredRecord): boolean {
  const me = ctx.user?.id ?? null;
  const card = cardOf(before.id, shownFields(before.fields));
  return (
    isManager(ctx) || me === null || firstWritten(before.fields)?.author === me || card?.holder.user === me
  );
}

function refuseCard(ctx: AccountContext, sets: Command["sets"], before: StoredRecord | null): Refusal | null {
  if (before && !mayChange(ctx, before))
    return refuse("forbidden", "Owners and managers change this card, or the person who added it.");
  const was = before && shownFields(before.fields);
  const card = cardOf("", { ...was, ...sets });
  const { user } = (was && cardOf("", was)?.holder) ?? { user: null };
  if (card && user !== null && card.holder.user !== user) return refuse("conflict", OTHER_PERSON);
  if (!card) return refuse("invalid", "Say whose card this is.");
  const fault = faultOfDates(card, null);
  return fault && refuse("invalid", fault.why);
}

async function refusePaper(
  ctx: AccountContext,
  { sets, record }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const values = { ...(before && shownFields(before.fields)), ...sets };
  const of = typeof values["card"] === "string" ? values["card"] : "";
  const card = await findStoredRecord(ctx, of);
  if (card?.kind !== CARD || record !== paperId(of))
    return refuse("not_found", "The card that this belongs to isn’t there.");
  if (!mayChange(ctx, card))
    return refuse("forbidden", "Owners and managers change this card, or the person who added it.");
  const { user } = cardOf(of, shownFields(card.fields))?.holder ?? { user: null };
  if ((values["holder"] ?? null) !== user)
    return refuse("invalid", "The card belongs to someone else now. Open it again.");
  if (shotsOf(values).length > MOST_PHOTOS)
    return refuse("invalid", `A card has ${MOST_PHOTOS} photos at most.`);
  return refusePhotoNames(sets);
}
