import { and, asc, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { RouterContextProvider } from "react-router";
import { database, now, type Person, withSystem } from "#platform/db/scope.server.ts";
import { addressKey, createLimiter, type Verdict } from "#platform/http/limits/limits.server.ts";
import { checkAddress, inTurn } from "../login/attempt-limits.server.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { countRecoveryCodes, parseRecoveryCode, consumeRecoveryCode } from "./recovery-codes.server.ts";
import { mailNotice } from "../security/security-notice.server.ts";
import { identityEvents } from "../tables.server.ts";
import { consumeTotpCode } from "./totp.server.ts";

/**
 * Wrong codes a person's account takes in any ten minutes, whoever gives them and however often they begin
 * anew.
 */
const WRONG_CODES = 5;
const WINDOW_MINUTES = 10;
/** Wrong codes per client address, whatever the account. */
const codesPerAddress = createLimiter({
  name: "codes per address",
  limit: 30,
  windowSeconds: WINDOW_MINUTES * 60,
});

/** How the check of a code ended. */
export type CodeOutcome =
  | { readonly kind: "right"; readonly by: "code" | "recovery-code" }
  | { readonly kind: "wrong" }
  | { readonly kind: "too-many"; readonly verdict: Verdict };

/** Told of a code that does not fit, whichever way: which one it was is nobody's business. */
export const WRONG_CODE =
  "That code doesn't fit. Codes change every 30 seconds and work once: wait for the next one, and check that your phone sets its clock by itself.";

/**
 * Checks a code from a person's app, or one of their recovery codes, within the limits; what is right is used
 * up.
 * @param typed as it was typed, spaces and all
 * @param options.recovery whether a recovery code will do
 */
export function checkCode(
  person: Pick<Person, "id" | "email">,
  typed: string,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  options: { recovery: boolean },
): Promise<CodeOutcome> {
  // One after another: codes sent at once would otherwise all be under way before the first is counted.
  return inTurn(`code ${person.id}`, async () => {
    const refused = await refusals(person.id);
    if (refused.length >= WRONG_CODES) return tooMany(refused.at(-WRONG_CODES)!);
    const byAddress = checkAddress(codesPerAddress, context);
    if (!byAddress.ok) return { kind: "too-many", verdict: byAddress };
    const origin = originOf(request, context);
    const by = await take(typed.slice(0, 100));
    if (by) {
      const key = addressKey(context);
      if (key !== undefined) codesPerAddress.giveBack(key);
      return { kind: "right", by };
    }
    await withSystem(async (ctx) => {
      await recordEvent(person.id, "second-factor-refused", origin, {}, ctx.db);
      if (refused.length === WRONG_CODES - 1) await mailNotice(ctx, person, "codes-guessed", origin);
    });
    return { kind: "wrong" };

    async function take(text: string): Promise<"code" | "recovery-code" | undefined> {
      const digits = text.replace(/[\s\p{Pd}]/gu, "");
      if (/^\d{6}$/.test(digits)) return (await consumeTotpCode(person.id, digits)) ? "code" : undefined;
      const code = options.recovery ? parseRecoveryCode(text) : undefined;
      if (!code) return undefined;
      return withSystem(async (ctx) => {
        if (!(await consumeRecoveryCode(ctx, person.id, code))) return undefined;
        await recordEvent(person.id, "recovery-code-used", origin, {}, ctx.db);
        await mailNotice(
          ctx,
          person,
          "recovery-code-used",
          origin,
          codesLeftMessage(await countRecoveryCodes(person.id, ctx.db)),
        );
        return "recovery-code";
      });
    }
  });
}

/** What is left of ten recovery codes, for the person who used one. */
function codesLeftMessage(left: number): string {
  if (left === 0) return "If that was you: it was your last one. Make new ones now.";
  return left === 1
    ? "If that was you: one is left. Make new ones soon."
    : `If that was you: ${left} are left.`;
}

// Counted from what is written down, so that neither a restart nor a second web process gives more tries.
async function refusals(userId: string): Promise<Temporal.Instant[]> {
  const rows = await drizzle(database().app)
    .select({ at: identityEvents.at })
    .from(identityEvents)
    .where(
      and(
        eq(identityEvents.userId, userId),
        eq(identityEvents.kind, "second-factor-refused"),
        gt(identityEvents.at, now().subtract({ minutes: WINDOW_MINUTES })),
      ),
    )
    .orderBy(asc(identityEvents.at));
  return rows.map(({ at }) => at);
}

function tooMany(oldest: Temporal.Instant): CodeOutcome {
  const wait = Math.ceil(oldest.add({ minutes: WINDOW_MINUTES }).since(now()).total("seconds"));
  return { kind: "too-many", verdict: { ok: false, retryAfterSeconds: Math.max(1, wait) } };
}
