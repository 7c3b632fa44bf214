import type { ActionFunctionArgs } from "react-router";
import type { Person } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readApiBody } from "#platform/http/request/api-body.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { completeSignIn } from "../login/complete-sign-in.server.ts";
import { checkAddress } from "../login/attempt-limits.server.ts";
import { challengeCookie } from "../login/challenge-cookie.server.ts";
import { beginChallenge, type Challenge, consumeChallenge } from "../login/challenges.server.ts";
import { originOf } from "../security/events.server.ts";
import { addPasskey, beginPasskey, beginSignature, verifySignature } from "./passkeys.server.ts";
import { confirmThisSession, isRecentlyConfirmed } from "../login/recent-proof.server.ts";
import { safeNext, withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";

const LIFETIME_MINUTES = 5;
const SECURITY = "/account/settings/security";
/** Holds the token of this browser's challenge, so that no other browser can respond to it. */
const cookie = challengeCookie("passkey", LIFETIME_MINUTES);
/** Requests per client address. */
const callsPerAddress = createLimiter({ name: "passkey calls per address", limit: 120, windowSeconds: 600 });

const REFUSED = "That passkey didn’t work. Nothing was changed. Try again, or log in a different way.";
const TOO_LATE = "That took too long. Please try again.";
const TOO_MANY_PASSKEYS = "You have 20 passkeys, the most we allow. Remove one first.";

const reply = (body: object, status: number, cookies: readonly string[] = []) => {
  const headers = new Headers();
  for (const one of cookies) headers.append("Set-Cookie", one);
  return Response.json(body, { status, headers });
};

export function loader() {
  return Response.json({ error: "Send a POST." }, { status: 405, headers: { Allow: "POST" } });
}

/**
 * `POST /api/passkeys/{begin-…, …}`: the two halves of signing in, confirming and adding. `begin-…` returns
 * `{options}` for the browser's passkey functions; the second half takes `{answer}`. A challenge works once,
 * for five minutes, in the browser that requested it. Returns `{to}` (where to go next), `{done}` or
 * `{error}`.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  if (request.method !== "POST") return loader();
  const stepName = params["step"] ?? "";
  const step = Object.hasOwn(steps, stepName) ? steps[stepName] : undefined;
  if (!step) return reply({ error: "There is nothing here." }, 404);
  const verdict = checkAddress(callsPerAddress, context);
  if (!verdict.ok) return reply({ error: "Too many attempts. Wait a few minutes, then try again." }, 429);
  try {
    const body = await readApiBody(request);
    if (body.kind === "unreadable") return reply({ error: body.message }, body.status);
    if (body.kind === "form") return reply({ error: "Send this as JSON." }, 415);
    return await step(args, body.fields);
  } catch (error) {
    const { data, init } = refuseForm(error, {});
    return reply({ error: data.message }, init?.status ?? 500);
  }
}

type Step = (args: ActionFunctionArgs, fields: Readonly<Record<string, unknown>>) => Promise<Response>;
const nextOf = (fields: Readonly<Record<string, unknown>>) =>
  typeof fields["next"] === "string" ? fields["next"] : null;

const steps: Readonly<Record<string, Step>> = {
  "begin-sign-in": async () => sendChallenge("passkey-sign-in", null, await beginSignature()),

  "sign-in": async (args, fields) => {
    const pending = await consumePending("passkey-sign-in", null, args.request);
    if (!pending) return reply({ error: TOO_LATE }, 422);
    const userId = await verifySignature(
      pending.challenge,
      fields["answer"],
      originOf(args.request, args.context),
    );
    if (!userId) return reply({ error: REFUSED }, 422, [cookie.clear()]);
    const answer = await completeSignIn(userId, "passkey", args, nextOf(fields));
    return reply({ to: answer.headers.get("Location") }, 200, [
      ...answer.headers.getSetCookie(),
      cookie.clear(),
    ]);
  },

  "begin-confirm": signedIn(async (_, __, person) =>
    sendChallenge("passkey-sign-in", person, await beginSignature(person.id)),
  ),

  confirm: signedIn(async (args, fields, person) => {
    const pending = await consumePending("passkey-sign-in", person, args.request);
    if (!pending) return reply({ error: TOO_LATE }, 422);
    const userId = await verifySignature(
      pending.challenge,
      fields["answer"],
      originOf(args.request, args.context),
      person.id,
    );
    if (!userId) return reply({ error: REFUSED }, 422, [cookie.clear()]);
    await confirmThisSession(args.request);
    return reply({ to: safeNext(nextOf(fields)) }, 200, [cookie.clear()]);
  }),

  "begin-add": recentlyConfirmed(async (_, __, person) => {
    const question = await beginPasskey(person);
    return question
      ? sendChallenge("passkey-add", person, question)
      : reply({ error: TOO_MANY_PASSKEYS }, 422);
  }),

  add: recentlyConfirmed(async (args, fields, person) => {
    const pending = await consumePending("passkey-add", person, args.request);
    if (!pending) return reply({ error: TOO_LATE }, 422);
    const name = await addPasskey(
      person,
      pending.challenge,
      fields["answer"],
      originOf(args.request, args.context),
    );
    return name === undefined
      ? reply({ error: REFUSED }, 422, [cookie.clear()])
      : reply({ done: true }, 200, [cookie.clear()]);
  }),
};

type PersonStep = (
  args: ActionFunctionArgs,
  fields: Readonly<Record<string, unknown>>,
  person: Person,
) => Promise<Response>;

function signedIn(step: PersonStep): Step {
  return async (args, fields) => {
    const person = await findPerson(args.request, args.context);
    return person ? step(args, fields, person) : reply({ to: withNext("/login", SECURITY) }, 401);
  };
}

function recentlyConfirmed(step: PersonStep): Step {
  return signedIn(async (args, fields, person) =>
    (await isRecentlyConfirmed(args.request))
      ? step(args, fields, person)
      : reply({ to: withNext("/account/confirm", SECURITY) }, 403),
  );
}

type Kind = "passkey-sign-in" | "passkey-add";

async function sendChallenge(
  kind: Kind,
  person: Person | null,
  { options, challenge }: { options: object; challenge: string },
): Promise<Response> {
  const token = await beginChallenge(
    { kind, userId: person?.id ?? null, data: { challenge } },
    { minutes: LIFETIME_MINUTES },
  );
  return reply({ options }, 200, [cookie.write(token)]);
}

/**
 * Uses up this browser's challenge, whatever the response turns out to be.
 * @param person whose challenge it must be; null when signing in
 */
async function consumePending(
  kind: Kind,
  person: Person | null,
  request: Request,
): Promise<{ challenge: string } | undefined> {
  const pending: Challenge | undefined = await consumeChallenge(kind, cookie.read(request));
  const challenge = pending?.data["challenge"];
  return challenge && pending.userId === (person?.id ?? null) ? { challenge } : undefined;
}
