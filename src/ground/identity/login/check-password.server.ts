import type { RouterContextProvider } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { addressKey, type Verdict } from "#platform/http/limits/limits.server.ts";
import { counter } from "#platform/metrics/metrics.server.ts";
import { checkAddress, runInTurn, signInsPerAccount, signInsPerAddress } from "./attempt-limits.server.ts";
import { identity } from "../start.server.ts";

/** The result of a password check. `wrong` doesn't reveal whether the address or the password was wrong. */
export type SignInOutcome =
  /** `hash` is the hash that matched. `completeSignIn` checks that it is still current. */
  | { readonly kind: "right"; readonly userId: string; readonly hash: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "too-many"; readonly verdict: Verdict };

/** Checks a password within the limits per account and address. Doesn't open a session. */
export async function checkPassword(
  email: string,
  password: string,
  context: Readonly<RouterContextProvider>,
): Promise<SignInOutcome> {
  const outcome = await compare(email, password, context);
  outcomes.count(outcome.kind);
  return outcome;
}

const outcomes = counter(
  "plumbline_sign_ins_total",
  "Passwords given at sign-in: right, wrong, or too many to be compared",
  "outcome",
);

function compare(
  email: string,
  password: string,
  context: Readonly<RouterContextProvider>,
): Promise<SignInOutcome> {
  return runInTurn(email, async () => {
    const byAddress = checkAddress(signInsPerAddress, context);
    if (!byAddress.ok) return { kind: "too-many", verdict: byAddress };
    const byAccount = signInsPerAccount.check(email, now());
    if (!byAccount.ok) return { kind: "too-many", verdict: byAccount };
    let found;
    try {
      found = await identity().checkPassword(email, password);
    } catch (error) {
      // Our failure must not count as their wrong password.
      signInsPerAccount.giveBack(email);
      giveBackAddress(context);
      throw error;
    }
    if (!found) return { kind: "wrong" };
    signInsPerAccount.forget(email);
    giveBackAddress(context);
    return { kind: "right", ...found };
  });
}

function giveBackAddress(context: Readonly<RouterContextProvider>): void {
  const key = addressKey(context);
  if (key !== undefined) signInsPerAddress.giveBack(key);
}
