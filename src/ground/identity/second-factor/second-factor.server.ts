import { and, asc, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { RouterContextProvider } from "react-router";
import { database, now, type Person, withSystem } from "#platform/db/scope.server.ts";
import { addressKey, createLimiter, type Verdict } from "#platform/http/limits/limits.server.ts";
import { checkAddress, runInTurn } from "../login/attempt-limits.server.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { countRecoveryCodes, parseRecoveryCode, consumeRecoveryCode } from "./recovery-codes.server.ts";
import { mailNotice } from "../security/security-notice.server.ts";
import { identityEvents } from "../tables.server.ts";
import { consumeTotpCode } from "./totp.server.ts";

/** Wrong codes allowed per account in ten minutes, from any source and across sign-in attempts. */
const WRONG_CODES = 5;
const WINDOW_MINUTES = 10;
/** Wrong codes per client address, across accounts. */
const codesPerAddress = createLimiter({
  name: "codes per address",
  limit: 30,
  windowSeconds: WINDOW_MINUTES * 60,
});

export type CodeOutcome =
  | { readonly kind: "right"; readonly by: "code" | "recovery-code" }
  | { readonly kind: "wrong" }
  | { readonly kind: "too-many"; readonly verdict: Verdict };

/** The same message for every kind of wrong code, so that it reveals nothing. */
export const WRONG_CODE =
  "That code isn’t right. Codes change every 30 seconds and work once. Wait for the next one, and make sure your phone sets its clock automatically.";

/**
 * Checks a code from a person's app or a recovery code, within the limits, and uses it up.
 * @param typed may contain spaces
 * @param options.recovery whether to accept recovery codes
 */
export function checkCode(
  person: Pick<Person, "id" | "email">,
  typed: string,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  options: { recovery: boolean },
): Promise<CodeOutcome> {
  // Sequential, because concurrent codes would otherwise all start before the first is counted.
  return runInTurn(`code ${person.id}`, async () => {
    const refused = await recentRefusals(person.id);
    if (refused.length >= WRONG_CODES) return tooMany(refused.at(-WRONG_CODES)!);
    const byAddress = checkAddress(codesPerAddress, context);
    if (!byAddress.ok) return { kind: "too-many", verdict: byAddress };
    const origin = originOf(request, context);
    const by = await consumeCode(typed.slice(0, 100));
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

    async function consumeCode(text: string): Promise<"code" | "recovery-code" | undefined> {
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

/** Tells the person how many recovery codes left. */
function codesLeftMessage(left: number): string {
  if (left === 0) return "If that was you, it was your last code. Get new ones now.";
  return left === 1
    ? "If that was you, you have one code left. Get new ones soon."
    : `If that was you, you have ${left} codes left.`;
}

// Counted in the database, so that neither a restart nor a second web process gives more tries.
async function recentRefusals(userId: string): Promise<Temporal.Instant[]> {
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
