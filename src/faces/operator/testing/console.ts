import { createHmac, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { startIdentity } from "#ground/identity/public.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, SYSTEM_ACCOUNT, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, type TestClock } from "#platform/db/testing/installation.ts";
import { createSessionCookie } from "#platform/identity/session-cookie.server.ts";

const SECRET = "a secret that is only for tests, 32+";
const cookie = createSessionCookie(
  createHmac("sha256", SECRET).update("identity").digest("base64url"),
  false,
);

export const OPERATOR = "boss@operator.test";

/** An installation with an operator, and identity started. */
export async function openConsole(clock?: TestClock) {
  const test = await createTestInstallation(clock);
  useInstallation({ ...installation(), operatorEmails: [OPERATOR] });
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  startIdentity({
    secret: SECRET,
    publicUrl: "http://localhost:3000",
    productName: "Plumbline",
    sender: installation().sender,
    log,
  });
  return test;
}

/** A signed-in person, who gets an account on their first visit. */
export interface Someone {
  readonly person: Person;
  /** The Cookie header of their browser. */
  readonly cookie: string;
}

/** A person with a live session. */
export async function signIn(email: string, options: { verified?: boolean } = {}): Promise<Someone> {
  const person: Person = { id: newId(), email, emailVerified: options.verified ?? true };
  const token = randomBytes(24).toString("base64url");
  await withSystem(async ({ db, now }) => {
    const at = now.toString();
    await db.execute(sql`insert into identity_users (id, name, email, email_verified, created_at, updated_at)
      values (${person.id}, '', ${email}, ${person.emailVerified}, ${at}, ${at})`);
    await db.execute(sql`insert into identity_sessions (id, user_id, token, expires_at, created_at, updated_at)
      values (${newId()}, ${person.id}, ${token}, ${now.add({ hours: 700 }).toString()}, ${at}, ${at})`);
  });
  return { person, cookie: cookie.write(token).split(";")[0]! };
}

/** A person's account. */
export function accountOf(someone: Someone): Promise<string> {
  const request = new Request("http://localhost:3000/account/dashboard", {
    headers: { cookie: someone.cookie },
  });
  return inAccount(
    { request, params: {}, context: new RouterContextProvider() } as never,
    "account.enter",
    async (ctx) => ctx.account.id,
  );
}

/** The exports of a screen or an API route. */
export interface Module {
  readonly default?: unknown;
  readonly loader?: unknown;
  readonly action?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly body: string;
}

/** Requests a screen, signed in or not. `pattern` is its route. */
export async function ask(
  module: Module,
  pattern: string,
  path: string,
  who: Someone | null,
  form?: readonly (readonly [string, string])[],
): Promise<Answer> {
  const request = new Request(new URL(path, "http://localhost:3000"), {
    headers: who ? { cookie: who.cookie } : {},
    ...(form
      ? { method: "POST", body: new URLSearchParams(form.map(([name, value]) => [name, value])) }
      : {}),
  });
  const route = {
    id: "it",
    path: pattern,
    Component: module.default,
    loader: module.loader,
    action: module.action,
  } as RouteObject;
  for (const name of ["Component", "loader", "action"] as const) if (!route[name]) delete route[name];
  const handler = createStaticHandler([route]);
  const requestContext = new RouterContextProvider();
  if (!module.default) {
    const answer = (await handler
      .queryRoute(request, { requestContext })
      .catch((thrown: unknown) => thrown)) as Response & {
      init?: ResponseInit;
    };
    if (!(answer instanceof Response))
      return {
        status: (answer as { init?: { status?: number } }).init?.status ?? 500,
        location: null,
        headers: new Headers(),
        body: "",
      };
    return {
      status: answer.status,
      location: answer.headers.get("location"),
      headers: answer.headers,
      body: await answer.text(),
    };
  }
  const result = await handler.query(request, { requestContext });
  if (result instanceof Response)
    return {
      status: result.status,
      location: result.headers.get("location"),
      headers: result.headers,
      body: "",
    };
  if (result.errors) {
    if (result.statusCode === 500) throw new Error("the screen threw", { cause: result.errors["it"] });
    return {
      status: result.statusCode,
      location: null,
      headers: new Headers(),
      body: JSON.stringify(result.errors),
    };
  }
  const router = createStaticRouter(handler.dataRoutes, result);
  const body = renderToStaticMarkup(
    createElement(StaticRouterProvider, { router, context: result, hydrate: false }),
  );
  return { status: result.statusCode, location: null, headers: new Headers(), body };
}

/** Rows as the installation itself sees them. */
export const rows = async <Row extends Record<string, unknown>>(
  statement: ReturnType<typeof sql>,
): Promise<Row[]> => (await withSystem(({ db }) => db.execute(statement))).rows as Row[];

/** Rows as an account's background work sees them. */
export const rowsIn = async <Row extends Record<string, unknown>>(
  account: string,
  statement: ReturnType<typeof sql>,
): Promise<Row[]> => (await withAccount(account, ({ db }) => db.execute(statement))).rows as Row[];

/** Emails that the installation itself queued to an address, oldest first. */
export const mailsTo = (email: string) =>
  rows<{ subject: string; text: string; html: string }>(
    sql`select subject, text, html from mail_messages where account_id = ${SYSTEM_ACCOUNT} and recipient = ${email} order by id`,
  );

/** Adds a waitlist entry. */
export const joinWaitlist = (email: string, source: string, options: { at?: string; held?: string } = {}) =>
  withSystem(({ db, now }) =>
    db.execute(sql`insert into site_waitlist_entries (email, source, joined_at, held_because)
      values (${email}, ${source}, ${options.at ?? now.toString()}, ${options.held ?? null})`),
  );
