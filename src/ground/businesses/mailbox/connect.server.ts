import { type RouterContextProvider, redirect } from "react-router";
import {
  beginChallenge,
  challengeCookie,
  consumeChallenge,
  readChallenge,
} from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { MailProvider } from "#platform/config/mail-providers.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { type AccountContext, now, type Person } from "#platform/db/scope.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import {
  beginConsent,
  ConsentError,
  type ConsentFailure,
  finishConsent,
} from "#platform/identity/mail-consent.server.ts";
import { endOfMailbox } from "#platform/mail/inbound/imap.server.ts";
import { checkSmtp } from "#platform/mail/smtp/smtp-check.server.ts";
import { type ConnectionError, type Trouble, troubleOf } from "#platform/mail/smtp/connection-error.ts";
import { getChannel } from "../sending/channels.server.ts";
import { countCheck, TooManyChecksError } from "../sending/try-connection.server.ts";
import { giveBack } from "./give-back.server.ts";
import { logConsentFailure } from "./providers.server.ts";
import { type SignedIn, saveSignIn } from "./save.server.ts";

const PAGE = "/account/settings/sending";
/** The step of the setup that says how email is sent. */
const SETUP = "/account/start?step=live";
const LIFETIME_MINUTES = 10;
const beginsPerPerson = createLimiter({ name: "mail sign-ins", limit: 30, windowSeconds: 600 });

/** Holds the token of this browser's pending sign-in. */
export const mailboxCookie = challengeCookie("mailbox", LIFETIME_MINUTES);

/** Why nothing was connected: a word of the closed list that `explainProblem` knows. */
export type ConnectProblem = ConsentFailure | "busy" | "stale" | `smtp-${Trouble}` | `imap-${Trouble}`;

/** Back to the settings, which say what is wrong. */
const backWith = ({ id }: MailProvider, problem: ConnectProblem): Response =>
  redirect(`${PAGE}?problem=${id}.${problem}`, 303);

// Registered with the provider, which compares it exactly.
const redirectUri = ({ id }: MailProvider) => `${installation().publicUrl}${PAGE}/${id}/callback`;

const MARK = "mailbox sign-in";
const markText = (userId: string, { id }: MailProvider, until: number) => `${userId} ${id} ${until}`;

/**
 * The URL that leads to a provider, signed so that only our page can make it. Otherwise a stranger could send
 * a person there and have their own mailbox read and sent from.
 */
export function signInPath(provider: MailProvider, userId: string, fromSetup = false): string {
  const until = now().add({ minutes: 60 }).epochMilliseconds;
  const signature = sign(MARK, markText(userId, provider, until))
    .subarray(0, 16)
    .toString("base64url");
  return `${PAGE}/${provider.id}?mark=${until}.${signature}${fromSetup ? "&setup" : ""}`;
}

function isMark(text: string | null, provider: MailProvider, userId: string): boolean {
  const [until = "", signature = ""] = (text ?? "").split(".");
  if (!/^\d{1,15}$/.test(until) || Number(until) < now().epochMilliseconds) return false;
  return isSigned(MARK, markText(userId, provider, Number(until)), Buffer.from(signature, "base64url"));
}

/** An action's account and person, who may connect. */
interface Visit {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  readonly person: Person;
  readonly accountId: string;
}

/**
 * Leads to the provider's page. The secrets of the exchange are in the database; only this browser has the
 * token to them.
 */
export async function leadToProvider(
  provider: MailProvider,
  { request, person, accountId }: Visit,
  address: string | undefined,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (!isMark(query.get("mark"), provider, person.id)) return backWith(provider, "stale");
  if (!beginsPerPerson.check(person.id, now()).ok) return backWith(provider, "busy");
  try {
    const { url, secrets } = await beginConsent(provider, redirectUri(provider), address);
    const setup: Record<string, string> = query.has("setup") ? { setup: "yes" } : {};
    const data = { ...secrets, provider: provider.id, account: accountId, ...setup };
    const token = await beginChallenge(
      { kind: "mailbox", userId: person.id, data },
      { minutes: LIFETIME_MINUTES },
    );
    return redirect(url, { headers: { "Set-Cookie": mailboxCookie.write(token) } });
  } catch (error) {
    return backAfter(provider, error);
  }
}

function backAfter(provider: MailProvider, error: unknown): Response {
  if (!(error instanceof ConsentError)) throw error;
  logConsentFailure(provider, error);
  return backWith(provider, error.failure);
}

/**
 * Handles the return from a provider: tries the mailbox, then saves it. Changes nothing until everything
 * works.
 * @param inSending runs a step in the account's transaction
 */
export async function acceptReturn(
  provider: MailProvider,
  visit: Visit,
  inSending: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
): Promise<Response> {
  const { request, person, accountId } = visit;
  const token = mailboxCookie.read(request);
  const pending = await readChallenge("mailbox", token);
  const { state = "", nonce = "", verifier = "", ...begun } = pending?.data ?? {};
  const answer = new URL(redirectUri(provider));
  answer.search = new URL(request.url).search;
  // A response with another state doesn't use it up: a stranger's link must not break a sign-in in progress.
  const isOurs =
    state !== "" &&
    answer.searchParams.get("state") === state &&
    begun["provider"] === provider.id &&
    begun["account"] === accountId &&
    pending?.userId === person.id;
  if (!isOurs || !(await consumeChallenge("mailbox", token))) return backWith(provider, "stale");
  let consent: Awaited<ReturnType<typeof finishConsent>>;
  try {
    countCheck(person);
    consent = await finishConsent(provider, answer, { state, nonce, verifier });
  } catch (error) {
    return error instanceof TooManyChecksError ? backWith(provider, "busy") : backAfter(provider, error);
  }
  const signedIn: SignedIn = { provider, ...consent };
  const tried = await tryServers(signedIn);
  if (typeof tried === "string") {
    const before = await inSending((ctx) => getChannel(ctx, "grant"));
    // It may be how we sign in now: giving it back would end that too.
    if (before?.shown["address"]?.toLowerCase() !== consent.address.toLowerCase())
      await giveBack(provider, { ...consent, provider: provider.id });
    return backWith(provider, tried);
  }
  const movedReplies = await inSending((ctx) => saveSignIn(ctx, signedIn, tried));
  if (begun["setup"]) return redirect(SETUP, 303);
  return redirect(`${PAGE}?done=grant.${movedReplies ? "save-replies" : "save"}`, 303);
}

/** Signs in to both servers. @returns the end of the mailbox, or the problem */
async function tryServers({ provider, address, accessToken }: SignedIn) {
  const login = { user: address, password: "", accessToken: () => Promise.resolve(accessToken) };
  const trouble = await checkSmtp({ ...provider.smtp, ...login }, address);
  if (trouble) return `smtp-${trouble}` as const;
  try {
    return await endOfMailbox({ ...provider.imap, ...login, folder: "INBOX" });
  } catch (error) {
    return `imap-${troubleOf(error as ConnectionError)}` as const;
  }
}
