import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestEncrypted } from "node:https";
import { outside } from "../../outside/outside.server.ts";
import type { TextReason, TextVerdict } from "../text.ts";
import type { TwilioAccount, TwilioTrouble } from "../twilio/twilio.server.ts";

// Built from https://www.twilio.com/docs/messaging/api/message-resource (create) and
// https://www.twilio.com/docs/api/errors.

export interface SendPatience {
  readonly connectMs: number;
  readonly answerMs: number;
}

const TIMEOUTS: SendPatience = { connectMs: 10_000, answerMs: 30_000 };
/** Limit (ms) for the body of a response once its status is known. */
const WORDS_MS = 5_000;
const MAX_ANSWER = 64 * 1024;

/** Errors of the recipient's number: its owner must know, and no more is sent there. */
const BAD_NUMBER = new Set([21211, 21214, 21217, 21614, 21635, 30005, 30006]);
/** They sent STOP, and the carrier enforces it. */
const OPTED_OUT = 21610;
/** Errors of the account or its number: a person has to fix that while the text waits. */
const ACCOUNT_TROUBLE: Readonly<Record<number, TwilioTrouble>> = {
  20003: "credentials",
  20404: "credentials",
  20005: "suspended",
  21212: "not-its-number",
  21603: "not-its-number",
  21606: "no-texts",
  21659: "not-its-number",
  21660: "not-its-number",
};

/** The reason for an error code that fails a text permanently. */
export function reasonOfCode(code: number | undefined): TextReason | undefined {
  if (code === OPTED_OUT) return "opted_out";
  return code !== undefined && BAD_NUMBER.has(code) ? "bad_number" : undefined;
}

export interface Sending {
  /** Called once connected, before anything is sent. False: do not send. */
  commit(): Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
  readonly patience?: SendPatience | undefined;
}

/**
 * Sends one text to Twilio. Connects first, so that an unreachable Twilio leaves nothing unknown; after
 * `commit`, a missing response means unknown. Never rejects; never follows a redirect, which would leak the
 * credentials.
 * @param statusCallback URL for delivery reports; omitted if Twilio can't reach us
 */
export async function sendText(
  { sid, token, number }: TwilioAccount,
  { to, body, statusCallback }: { to: string; body: string; statusCallback?: string | undefined },
  { commit, signal, patience = TIMEOUTS }: Sending,
): Promise<TextVerdict> {
  const url = new URL(`${outside().twilioUrl}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`);
  const form = new URLSearchParams({
    To: to,
    From: number,
    Body: body,
    ...(statusCallback ? { StatusCallback: statusCallback } : {}),
  });
  const isEncrypted = url.protocol === "https:";
  const request = (isEncrypted ? requestEncrypted : requestPlainly)(url, {
    method: "POST",
    // A new connection for each: the other side might close a kept one just as we commit.
    agent: false,
    headers: {
      authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  const failed = new Promise<Error>((resolve) => request.on("error", resolve));
  let hasLeft = false;
  const cut = () => request.destroy(new Error("stopped"));
  signal?.addEventListener("abort", cut);
  try {
    if (signal?.aborted) return { is: "lost" };
    await within(patience.connectMs, Promise.race([connected(request, isEncrypted), failed.then(raise)]));
    if (!(await commit())) return { is: "lost" };
    // Disconnected while waiting for a slow database: nothing had been sent yet.
    if (request.destroyed || request.socket?.destroyed) return { is: "lost" };
    hasLeft = true;
    request.end(form.toString());
    return await within(
      patience.answerMs,
      Promise.race([
        once(request, "response").then(([response]) => verdictOf(response as IncomingMessage)),
        failed.then(raise),
      ]),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code ?? message;
    if (hasLeft)
      return { is: "unknown", failure: `Twilio didn’t say whether it accepted the text (${why}).` };
    return { is: "retry", failure: `We couldn’t reach Twilio (${why}).`, away: true };
  } finally {
    signal?.removeEventListener("abort", cut);
    request.destroy();
  }
}

function raise(error: Error): never {
  throw error;
}

async function connected(request: ClientRequest, isEncrypted: boolean): Promise<void> {
  const socket =
    request.socket ?? ((await once(request, "socket")) as [NonNullable<ClientRequest["socket"]>])[0];
  if (isEncrypted) await once(socket, "secureConnect");
  else if (socket.connecting) await once(socket, "connect");
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })),
    ms,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function verdictOf(response: IncomingMessage): Promise<TextVerdict> {
  const status = response.statusCode ?? 0;
  const isAccepted = status >= 200 && status < 300;
  const answer = await within(WORDS_MS, readAnswer(response)).catch(() => undefined);
  // The status decides; an unreadable body changes nothing.
  if (isAccepted) return { is: "sent", sid: typeof answer?.sid === "string" ? answer.sid : undefined };
  const code = typeof answer?.code === "number" ? answer.code : undefined;
  const message =
    typeof answer?.message === "string" ? answer.message.slice(0, 300) : `It answered ${status}.`;
  const failure = `Twilio: ${message}${code === undefined ? "" : ` (error ${code})`}`;
  const trouble =
    ACCOUNT_TROUBLE[code ?? 0] ?? (status === 401 || status === 403 ? "credentials" : undefined);
  if (trouble) return { is: "retry", failure, away: false, trouble };
  // A gateway that timed out does not know the outcome.
  if (status === 504) return { is: "unknown", failure };
  if (status === 408 || status === 429 || status >= 500 || status < 400)
    return { is: "retry", failure, away: false };
  return { is: "refused", failure, reason: reasonOfCode(code) ?? "refused" };
}

async function readAnswer(
  response: IncomingMessage,
): Promise<{ sid?: unknown; code?: unknown; message?: unknown } | undefined> {
  let text = "";
  response.setEncoding("utf8");
  for await (const chunk of response) {
    text += chunk as string;
    if (text.length > MAX_ANSWER) return undefined;
  }
  const answer: unknown = JSON.parse(text);
  return typeof answer === "object" && answer !== null ? answer : undefined;
}
