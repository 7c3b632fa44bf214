import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type HeadersArgs,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { useInstallation } from "#platform/config/installation.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { createTestDatabase } from "#platform/db/testing/test-database.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import { useHashCost } from "#platform/identity/password-hash.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import type { Clock } from "#platform/time/clock.ts";
import * as changeEmailLink from "../profile/change-email-link.tsx";
import * as changeEmail from "../profile/change-email.tsx";
import * as confirm from "../login/confirm.tsx";
import * as forgot from "../password/forgot.tsx";
import * as login from "../login/login.tsx";
import * as logout from "../session/logout.tsx";
import * as openidBegin from "../openid/begin.tsx";
import * as openidProviders from "../openid/providers.tsx";
import * as openidReturn from "../openid/callback.tsx";
import * as magicLinkOpen from "../magic-link/open.tsx";
import * as magicLink from "../magic-link/magic-link.tsx";
import * as register from "../register/register.tsx";
import * as reset from "../password/reset.tsx";
import * as secondFactorSetup from "../second-factor/setup.tsx";
import * as secondFactor from "../second-factor/second-factor.tsx";
import * as security from "../security/security.tsx";
import { startIdentity } from "../start.server.ts";
import * as sessionList from "../session/session-list.tsx";
import * as verify from "../register/verify.tsx";
import * as you from "../profile/you.tsx";

/** A password that passes every check. */
export const PASSWORD = "tide gravel 40 bucket";

export const TEST_SECRET = "a secret that is only for tests, 32+";

interface Screen {
  readonly default?: ComponentType;
  readonly loader?: unknown;
  readonly action?: unknown;
  readonly headers?: (args: HeadersArgs) => Headers;
}

/** Every screen of the room, by path. Add new ones here. */
const screens: Readonly<Record<string, Screen>> = {
  login,
  register,
  logout,
  forgot,
  reset,
  "verify/address": verify,
  "login/second": secondFactor,
  "account/confirm": confirm,
  "account/settings/security": security,
  "account/settings/security/app": secondFactorSetup,
  "verify/email": changeEmailLink,
  "login/link": magicLink,
  "login/link/open": magicLinkOpen,
  "account/settings/you": you,
  "account/settings/you/email": changeEmail,
  "account/settings/sessions": sessionList,
  "login/with/:provider": openidBegin,
  "login/with/:provider/callback": openidReturn,
  "account/settings/providers": openidProviders,
};

const routes = Object.entries(screens).map(([path, screen]): RouteObject => {
  const { loader, action, default: Component } = screen;
  const Shown = Component && (() => createElement(Component));
  return {
    id: path,
    path,
    ...(Shown ? { Component: Shown } : {}),
    ...(loader ? { loader: loader as NonNullable<RouteObject["loader"]> } : {}),
    ...(action ? { action: action as NonNullable<RouteObject["action"]> } : {}),
  };
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The page; empty for a redirect. */
  readonly html: string;
  readonly location: string | null;
}

let visitors = 0;

/** A browser that stores cookies and has its own network address. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  readonly direct: boolean;
  readonly userAgent: string;

  constructor(options: { address?: string; direct?: boolean; userAgent?: string } = {}) {
    visitors++;
    this.address = options.address ?? `203.0.${visitors >> 8}.${visitors & 255}`;
    this.direct = options.direct ?? false;
    this.userAgent = options.userAgent ?? "Test browser";
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** The server's context for a request of this browser. */
  context(): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(clientAddressContext, this.address);
    context.set(directLoopbackContext, this.direct);
    return context;
  }

  /** A request from this browser. */
  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    if (this.cookies.size) headers.set("cookie", this.cookieHeader);
    headers.set("user-agent", this.userAgent);
    return new Request(new URL(path, "http://localhost:3000"), { ...init, headers });
  }

  get(path: string): Promise<Answer> {
    return this.#send(this.request(path));
  }

  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send(this.request(path, { method: "POST", body: new URLSearchParams(fields) }));
  }

  /** Posts a body that may not be a form. */
  postRaw(path: string, body: BodyInit, type: string): Promise<Answer> {
    return this.#send(this.request(path, { method: "POST", body, headers: { "content-type": type } }));
  }

  async #send(request: Request): Promise<Answer> {
    const handler = createStaticHandler(routes);
    const result = await handler.query(request, { requestContext: this.context() });
    if (result instanceof Response) {
      this.#saveCookies(result.headers);
      return {
        status: result.status,
        headers: result.headers,
        html: "",
        location: result.headers.get("location"),
      };
    }
    const screen = screens[result.matches.at(-1)!.route.id]!;
    const sent = [...Object.values(result.loaderHeaders), ...Object.values(result.actionHeaders)];
    for (const headers of sent) this.#saveCookies(headers);
    const headers = screen.headers
      ? screen.headers({
          loaderHeaders: Object.values(result.loaderHeaders)[0] ?? new Headers(),
          actionHeaders: Object.values(result.actionHeaders)[0] ?? new Headers(),
          parentHeaders: new Headers(),
          errorHeaders: undefined,
        })
      : new Headers();
    for (const cookie of sent.flatMap((given) => given.getSetCookie())) headers.append("set-cookie", cookie);
    const page = result.errors
      ? JSON.stringify(result.errors)
      : renderToStaticMarkup(
          createElement(StaticRouterProvider, {
            router: createStaticRouter(handler.dataRoutes, result),
            context: result,
            hydrate: false,
          }),
        );
    return { status: result.statusCode, headers, html: page, location: null };
  }

  #saveCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** A sixteenth of the usual cost, to make tests faster. */
export const CHEAP_HASH = 1024;

/** Identity on its own database, with access to its rows. */
export async function openIdentity(
  options: { publicUrl?: string; clock?: Clock; operatorEmails?: readonly string[] } = {},
) {
  const test = await createTestDatabase();
  useHashCost(CHEAP_HASH);
  useDatabase(test.database, options.clock);
  useSecret(TEST_SECRET);
  const publicUrl = options.publicUrl ?? "http://localhost:3000";
  const sender = { mailbox: { name: "Plumbline", address: "mail@localhost" }, host: "localhost" };
  const files = createDiskStore(mkdtempSync(path.join(tmpdir(), "plumbline-files-")));
  useInstallation({
    publicUrl,
    brand: "Plumbline",
    sender,
    files,
    operatorEmails: options.operatorEmails ?? [],
  });
  const logged: string[] = [];
  const write = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  startIdentity({
    secret: TEST_SECRET,
    publicUrl,
    productName: "Plumbline",
    sender,
    log,
  });
  /** Queries the database as the app role, in the system account. */
  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = await test.database.app.connect();
    try {
      await client.query("begin; set local app.account_id = '00000000-0000-0000-0000-000000000000'");
      const result = await client.query<Row>(text, values);
      await client.query("commit");
      return result.rows;
    } finally {
      client.release();
    }
  };
  return {
    ...test,
    logged,
    rows,
    /** Emails queued for an address, oldest first, each with its link's path. */
    async mailsTo(email: string) {
      const mails = await rows<{ subject: string; text: string; html: string; kind: string; state: string }>(
        "select subject, text, html, kind, state from mail_messages where recipient = $1 order by id",
        [email],
      );
      return mails.map((mail) => ({ ...mail, path: /https?:\/\/[^/\s]+(\/\S+)/.exec(mail.text)?.[1] ?? "" }));
    },
    async sessionsOf(email: string): Promise<number> {
      const [row] = await rows<{ count: number }>(
        "select count(*)::int as count from identity_sessions s join identity_users u on u.id = s.user_id where u.email = $1",
        [email],
      );
      return row!.count;
    },
  };
}

/** A visitor with an account, signed in. */
export async function signedIn(email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/register", { email, password, confirmPassword: password });
  const answer = await visitor.post("/login", { email, password });
  if (answer.status !== 303) throw new Error(`${email} could not sign in: ${answer.status} ${answer.html}`);
  return visitor;
}
