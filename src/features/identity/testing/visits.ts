import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, type RouteObject, RouterContextProvider, StaticRouterProvider } from "react-router";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { createTestDatabase } from "#platform/db/testing/test-database.ts";
import type { Log } from "#platform/log/log.server.ts";
import * as forgot from "../forgot.tsx";
import * as login from "../login.tsx";
import * as logout from "../logout.tsx";
import * as register from "../register.tsx";
import * as reset from "../reset.tsx";
import { startIdentity } from "../start.server.ts";
import * as verify from "../verify.tsx";

/** A password that nothing objects to. */
export const PASSWORD = "tide gravel 40 bucket";

/** SECRET of the tests. */
export const TEST_SECRET = "a secret that is only for tests, 32+";

const screens = { login, register, logout, forgot, reset, verify };

const routes = Object.entries(screens).map(([path, screen]): RouteObject => ({
  id: path,
  path,
  Component: screen.default,
  ...("loader" in screen ? { loader: screen.loader as RouteObject["loader"] } : {}),
  ...("action" in screen ? { action: screen.action as RouteObject["action"] } : {}),
}));

/** What a visitor got. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The page, or nothing when sent elsewhere. */
  readonly html: string;
  /** Where to, when sent elsewhere. */
  readonly location: string | null;
}

let visitors = 0;

/** A browser: it keeps cookies, and nobody shares its network address. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  readonly direct: boolean;

  constructor(options: { address?: string; direct?: boolean } = {}) {
    visitors++;
    this.address = options.address ?? `203.0.${visitors >> 8}.${visitors & 255}`;
    this.direct = options.direct ?? false;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A request as this browser would send it. */
  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    if (this.cookies.size) headers.set("cookie", this.cookieHeader);
    headers.set("user-agent", "Test browser");
    return new Request(new URL(path, "http://localhost:3000"), { ...init, headers });
  }

  get(path: string): Promise<Answer> {
    return this.#send(this.request(path));
  }

  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send(this.request(path, { method: "POST", body: new URLSearchParams(fields) }));
  }

  /** Posts a body that need not be a form. */
  postRaw(path: string, body: BodyInit, type: string): Promise<Answer> {
    return this.#send(this.request(path, { method: "POST", body, headers: { "content-type": type } }));
  }

  async #send(request: Request): Promise<Answer> {
    const context = new RouterContextProvider();
    context.set(clientAddressContext, this.address);
    context.set(directLoopbackContext, this.direct);
    const handler = createStaticHandler(routes);
    const result = await handler.query(request, { requestContext: context });
    if (result instanceof Response) {
      this.#keep(result.headers);
      return { status: result.status, headers: result.headers, html: "", location: result.headers.get("location") };
    }
    const screen = screens[new URL(request.url).pathname.slice(1) as keyof typeof screens];
    const sent = [...Object.values(result.loaderHeaders), ...Object.values(result.actionHeaders)];
    for (const headers of sent) this.#keep(headers);
    const headers =
      "headers" in screen
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
          createElement(StaticRouterProvider, { router: createStaticRouter(handler.dataRoutes, result), context: result, hydrate: false }),
        );
    return { status: result.statusCode, headers, html: page, location: null };
  }

  #keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Identity on a database of its own, with ways to look behind the screens. */
export async function openIdentity(options: { publicUrl?: string } = {}) {
  const test = await createTestDatabase();
  useDatabase(test.database);
  const logged: string[] = [];
  const write = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  startIdentity({
    secret: TEST_SECRET,
    publicUrl: options.publicUrl ?? "http://localhost:3000",
    productName: "Plumbline",
    sender: { mailbox: { name: "Plumbline", address: "mail@localhost" }, host: "localhost" },
    log,
  });
  /** Asks the database as the app role, seeing what belongs to the installation. */
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
    /** Mails queued to an address, oldest first, each with the path of its link. */
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
