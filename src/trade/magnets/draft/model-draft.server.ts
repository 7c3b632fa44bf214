import { and, eq, gt, isNull } from "drizzle-orm";
import {
  createOffers,
  MAGNET_PARTS,
  type MagnetBrief,
  type MagnetText,
  type Offer,
  offerOf,
  type OfferStore,
  writeMagnetByModel,
} from "#ground/writing/public.server.ts";
import { type Context, withSystem } from "#platform/db/scope.server.ts";
import { isToken, tokenHash } from "#platform/db/tokens.server.ts";
import { makeDraft } from "./drafts.server.ts";
import { magnetsDrafts } from "../tables.server.ts";

const { tokenHash: hashColumn, modelState, modelText, modelNote, createdAt, text } = magnetsDrafts;

const store: OfferStore<MagnetText> = {
  async begin(hash) {
    const begun = await withSystem((ctx) =>
      ctx.db
        .update(magnetsDrafts)
        .set({ modelState: "writing" })
        .where(and(eq(hashColumn, hash), isNull(modelState)))
        .returning({ hash: hashColumn }),
    );
    return begun.length > 0;
  },
  async end(hash, result) {
    await withSystem((ctx) =>
      ctx.db
        .update(magnetsDrafts)
        .set(
          "text" in result
            ? { modelState: "ready", modelText: result.text }
            : { modelState: "failed", modelNote: result.note },
        )
        .where(and(eq(hashColumn, hash), eq(modelState, "writing"))),
    );
  },
  read: (hash) => withSystem(async (ctx) => (await findOther(ctx, hash))?.offer),
};

export const offers = createOffers<MagnetBrief, MagnetText>({
  name: "magnet",
  parts: MAGNET_PARTS,
  write: writeMagnetByModel,
  store,
});

/**
 * Writes a draft, and starts the model's version if there is a model.
 * @param mayAsk false if this visitor has used up their model requests
 * @param guide the id of the guide that the visitor chose instead of ours
 * @returns the token that opens it
 */
export async function beginDraft(
  brief: MagnetBrief,
  version: number,
  mayAsk: boolean,
  guide?: string,
): Promise<string> {
  const token = await makeDraft(brief, version, guide);
  await offers.begin(tokenHash(token), brief, version, mayAsk);
  return token;
}

/** The model's version of a draft, and the text that is not in use. */
export interface Other {
  readonly offer: Offer;
  readonly text: MagnetText | null;
}

async function findOther(ctx: Context, hash: string): Promise<Other | undefined> {
  const [row] = await ctx.db
    .select({ state: modelState, note: modelNote, begun: createdAt, text: modelText })
    .from(magnetsDrafts)
    .where(and(eq(hashColumn, hash), gt(magnetsDrafts.expiresAt, ctx.now)));
  return row && { offer: offerOf(row, ctx.now), text: row.text };
}

/** Loads the other text of a token's draft. */
export async function otherOf(token: string): Promise<Other> {
  const other = isToken(token) ? await withSystem((ctx) => findOther(ctx, tokenHash(token))) : undefined;
  return other ?? { offer: { state: "none", note: null }, text: null };
}

/** The text that a URL asks for: the draft's own, or with `?read=other` the other one, if there is one. */
export async function textToRead(
  draft: { readonly token: string; readonly text: MagnetText },
  request: Request,
): Promise<MagnetText> {
  if (new URL(request.url).searchParams.get("read") !== "other") return draft.text;
  return (await otherOf(draft.token)).text ?? draft.text;
}

/**
 * Puts one of the two texts in use. Does nothing if it is already.
 * @param which the model's text, or the built-in writer's
 */
export async function chooseText(token: string, which: "model" | "ours"): Promise<void> {
  const [from, to] = which === "model" ? (["ready", "used"] as const) : (["used", "ready"] as const);
  await withSystem((ctx) =>
    // Both right-hand sides read the old row, so the texts change places.
    ctx.db
      .update(magnetsDrafts)
      .set({ text: modelText, modelText: text, modelState: to })
      .where(and(eq(hashColumn, tokenHash(token)), eq(modelState, from))),
  );
}
