import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, suspendedSince } from "#ground/businesses/public.server.ts";
import { findRecorded } from "#ground/evidence/public.server.ts";
import { accountsWithOriginal } from "#ground/media/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { TooManyError } from "#platform/errors/app-error.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { attempt } from "../spam/spam.server.ts";
import { type Answer, answerOf, type Found, hashIn, MOST_ASKED } from "./answers.ts";

/** Requests from one address, each for up to `MOST_ASKED` files. */
const verifyPerAddress = createLimiter({ name: "verify", limit: 60, windowSeconds: 600 });

/**
 * What is known of the hashes in an address (`?sha256=…`, repeatable); malformed ones are left out.
 * @throws TooManyError
 */
export async function lookUp({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">): Promise<Answer[]> {
  const asked = new URL(request.url).searchParams.getAll("sha256").flatMap((text) => hashIn(text) ?? []);
  const hashes = [...new Set(asked)].slice(0, MOST_ASKED);
  if (hashes.length === 0) return [];
  const verdict = attempt(verifyPerAddress, context);
  if (!verdict.ok)
    throw new TooManyError("You’ve checked a lot of files in a short time.", verdict.retryAfterSeconds);
  const answers: Answer[] = [];
  for (const sha256 of hashes) answers.push(answerOf(sha256, await foundOf(sha256)));
  return answers;
}

async function foundOf(sha256: string): Promise<Found[]> {
  const all: Found[] = [];
  for (const account of await accountsWithOriginal(sha256)) {
    const found = await withAccount(account, async (ctx) => {
      const recorded = await findRecorded(ctx, sha256);
      return recorded && { ...recorded, business: await publicName(ctx) };
    });
    if (found) all.push(found);
  }
  return all;
}

/** The business's name, only if everybody can read it on an open page of its own (0061). */
async function publicName(ctx: AccountContext): Promise<string | null> {
  if (await suspendedSince(ctx)) return null;
  const isPublic = (await listPages(ctx)).some(({ closedAt }) => closedAt === null);
  return isPublic ? ((await getBusiness(ctx)).name ?? null) : null;
}
