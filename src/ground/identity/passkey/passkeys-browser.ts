// Passkeys as the browser has them. Nothing here decides anything: the server checks every answer against its
// own question.

/**
 * How it ended: where to go next, done, or a sentence for the person. `answered`: their device had signed by
 * then.
 */
export type PasskeyOutcome =
  | { readonly to: string }
  | { readonly done: true }
  | { readonly error: string; readonly answered?: boolean };

const LOST = "We couldn't reach the server. Nothing was changed. Check your connection and try again.";
const CANCELED = "No passkey was used. Try again when you are ready.";

/**
 * Whether this browser can use passkeys of a host on this page.
 * @param host the name of the host that they belong to
 */
export const canUsePasskeys = (host: string): boolean =>
  isSecureContext &&
  location.hostname === host &&
  typeof PublicKeyCredential === "function" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential;

// Only so that the question is not asked for nothing in browsers that have no passkey of this place.
const USED = "passkey-used";

/** Whether a passkey of this place was used or made in this browser before. */
export const wasPasskeyUsedHere = (): boolean => {
  try {
    return localStorage.getItem(USED) !== null;
  } catch {
    return false;
  }
};

const remember = (): void => {
  try {
    localStorage.setItem(USED, "1");
  } catch {
    // A browser that keeps nothing asks again by the button.
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

/** Asks for the question, has the device answer it, and brings the answer back. */
async function run(
  purpose: string,
  answerTo: (options: object) => Promise<Credential | null>,
  more: object,
): Promise<PasskeyOutcome> {
  let answered = false;
  try {
    const begun = await call(`begin-${purpose}`, more);
    if (!("options" in begun)) return begun;
    const answer = await answerTo(begun.options);
    answered = true;
    const ended = await call(purpose, { ...more, answer });
    if ("options" in ended) return { error: LOST, answered };
    if ("error" in ended) return { ...ended, answered };
    remember();
    return ended;
  } catch (error) {
    const { name } = error as Error;
    if (name === "InvalidStateError")
      return { error: "This device already has a passkey for your account.", answered };
    return { error: name === "NotAllowedError" || name === "AbortError" ? CANCELED : LOST, answered };
  }
}

/**
 * Has the device sign: to sign in, or to confirm that it is still the same person.
 * @param next where the person was going
 * @param more `mediation` and `signal` for the browser's own list beside a field
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

/** Has the device make a passkey for the person who is signed in. */
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
