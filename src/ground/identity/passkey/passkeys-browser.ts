// The browser's side of passkeys. The server verifies every response against its own challenge.

/**
 * The outcome: where to go next, done, or a message for the person. `answered`: the device had already
 * signed.
 */
export type PasskeyOutcome =
  | { readonly to: string }
  | { readonly done: true }
  | { readonly error: string; readonly answered?: boolean };

const SERVER_UNREACHABLE =
  "We couldn’t reach the server. Nothing was changed. Check your connection and try again.";
const CANCELED = "No passkey was used. Try again when you’re ready.";

/** Whether this browser can use passkeys here. @param host the host the passkeys belong to */
export const canUsePasskeys = (host: string): boolean =>
  isSecureContext &&
  location.hostname === host &&
  typeof PublicKeyCredential === "function" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential;

// Only avoids offering passkeys in browsers that have none for this site.
const USED = "passkey-used";

/** Whether a passkey was used or created in this browser before. */
export const wasPasskeyUsedHere = (): boolean => {
  try {
    return localStorage.getItem(USED) !== null;
  } catch {
    return false;
  }
};

const rememberUse = (): void => {
  try {
    localStorage.setItem(USED, "1");
  } catch {
    // Without storage, the person uses the button.
  }
};

type Reply = { options: object } | PasskeyOutcome;

async function call(step: string, body: object): Promise<Reply> {
  const answer = await fetch(`/api/passkeys/${step}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return (await answer.json()) as Reply;
}

/** Gets a challenge, has the device respond, and sends the response. */
async function run(
  purpose: string,
  respond: (options: object) => Promise<Credential | null>,
  more: object,
): Promise<PasskeyOutcome> {
  let answered = false;
  try {
    const started = await call(`begin-${purpose}`, more);
    if (!("options" in started)) return started;
    const answer = await respond(started.options);
    answered = true;
    const ended = await call(purpose, { ...more, answer });
    if ("options" in ended) return { error: SERVER_UNREACHABLE, answered };
    if ("error" in ended) return { ...ended, answered };
    rememberUse();
    return ended;
  } catch (error) {
    const { name } = error as Error;
    if (name === "InvalidStateError")
      return { error: "This device already has a passkey for your account.", answered };
    return {
      error: name === "NotAllowedError" || name === "AbortError" ? CANCELED : SERVER_UNREACHABLE,
      answered,
    };
  }
}

/**
 * Has the device sign, to sign in or to confirm the person's identity.
 * @param next the person's destination
 * @param more `mediation` and `signal` for the browser's autofill list
 */
export function signWithPasskey(
  purpose: "sign-in" | "confirm",
  next: string | null,
  more: CredentialRequestOptions = {},
): Promise<PasskeyOutcome> {
  return run(
    purpose,
    (options) =>
      navigator.credentials.get({
        ...more,
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
          options as PublicKeyCredentialRequestOptionsJSON,
        ),
      }),
    { next },
  );
}

/** Has the device create a passkey for the signed-in person. */
export function createPasskey(): Promise<PasskeyOutcome> {
  return run(
    "add",
    (options) =>
      navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
          options as PublicKeyCredentialCreationOptionsJSON,
        ),
      }),
    {},
  );
}
