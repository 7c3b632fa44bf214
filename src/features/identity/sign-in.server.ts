import type { RouterContextProvider } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { addressKey, type Verdict } from "#platform/http/limits.server.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { checkAddress, inTurn, signInsPerAccount, signInsPerAddress } from "./attempts.server.ts";
import { endSession } from "./sessions.server.ts";
import { identity } from "./start.server.ts";

/** How a sign-in ended. `wrong` never says whether the address or the password was. */
export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly token: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "too-many"; readonly verdict: Verdict };

/** Signs a person in with a new session, within the limits of account and address. The browser's earlier session ends. */
export function signIn(
  email: string,
  password: string,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<SignInOutcome> {
  return inTurn(email, async () => {
    const byAddress = checkAddress(signInsPerAddress, context);
    if (!byAddress.ok) return { kind: "too-many", verdict: byAddress };
    const byAccount = signInsPerAccount.check(email, now());
    if (!byAccount.ok) return { kind: "too-many", verdict: byAccount };
    const client = { address: context.get(clientAddressContext), userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300) };
    let found;
    try {
      found = await identity().signIn(email, password, client);
    } catch (error) {
      // Our trouble is not their wrong password.
      signInsPerAccount.giveBack(email);
      giveBackAddress(context);
      throw error;
    }
    if (!found) return { kind: "wrong" };
    signInsPerAccount.forget(email);
    giveBackAddress(context);
    await endSession(request);
    return { kind: "signed-in", token: found.token };
  });
}

function giveBackAddress(context: Readonly<RouterContextProvider>): void {
  const key = addressKey(context);
  if (key !== undefined) signInsPerAddress.giveBack(key);
}
