// Long because each of four connections has many ways to fail.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer as createHttpServer, type Server } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useSecret } from "#platform/config/signing.server.ts";
import { database, type Person, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { startMailbox, type TestMailbox } from "#platform/mail/testing/imap-server.ts";
import { type Sink, startSink } from "#platform/mail/testing/sink.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { sql } from "drizzle-orm";
import { recordConnectionStatus, ownServers } from "./connection-status.server.ts";
import { listChannels, ownSender } from "./channels.server.ts";
import { complaintAbout } from "./problem-messages.ts";
import { inAccount } from "../public.server.ts";
import * as sending from "./sending.tsx";
import { mailsTo } from "../testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "../testing/signed-in.ts";

const clock = testClock("2026-11-20T16:00:00Z");
const strict = outside();
let product: Awaited<ReturnType<typeof openInstallation>>;
let visitor: SignedIn;
let owner: Person;
let account: string;
const closes: (() => Promise<unknown>)[] = [];

const PAGE = "/account/settings/sending";
const routes: RouteObject[] = [
  {
    id: "sending",
    path: PAGE,
    Component: sending.default,
    loader: sending.loader as unknown as NonNullable<RouteObject["loader"]>,
    action: sending.action as unknown as NonNullable<RouteObject["action"]>,
  },
];

interface Answer {
  readonly status: number;
  readonly html: string;
  readonly location: string | null;
}

async function send(request: Request): Promise<Answer> {
  const handler = createStaticHandler(routes);
  const result = await handler.query(request, { requestContext: new RouterContextProvider() });
  if (result instanceof Response)
    return { status: result.status, html: "", location: result.headers.get("location") };
  const html = result.errors
    ? JSON.stringify(result.errors)
    : renderToStaticMarkup(
        createElement(StaticRouterProvider, {
          router: createStaticRouter(handler.dataRoutes, result),
          context: result,
          hydrate: false,
        }),
      );
  return { status: result.statusCode, html, location: null };
}

const get = (query = "", as = visitor) => send(as.request(`${PAGE}${query}`));
const post = (fields: Record<string, string>, as = visitor) =>
  send(
    as.request(`${PAGE}?open=${fields["connection"]}`, { method: "POST", body: new URLSearchParams(fields) }),
  );
const words = ({ html }: Answer) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const channels = () => withAccount(account, listChannels);
const audit = async () =>
  (
    await withAccount(account, (ctx) =>
      ctx.db.execute<{ line: string }>(
        sql`select action || ' ' || details::text as line from businesses_audit where action like 'sending.%' order by at, id`,
      ),
    )
  ).rows.map(({ line }) => line);

beforeAll(async () => {
  product = await openInstallation(clock);
  useOutside({ ...strict, mayReachPrivate: true });
});
afterAll(async () => {
  useOutside(strict);
  await product.drop();
});
beforeEach(async () => {
  visitor = await signedIn();
  owner = visitor.person;
  const args = { request: visitor.request(PAGE), params: {}, context: new RouterContextProvider() } as never;
  account = await inAccount(args, "account.enter", (ctx) => Promise.resolve(ctx.account.id));
});
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

async function mailServer(password = "right horse"): Promise<Sink & { port: string }> {
  const sink = await startSink({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username ?? "" })
        : done(Object.assign(new Error("5.7.8 no"), { responseCode: 535 })),
  });
  closes.push(() => sink.close());
  return { ...sink, port: new URL(sink.url).port };
}

async function mailbox(): Promise<TestMailbox> {
  const box = await startMailbox({ password: "right horse" });
  closes.push(() => box.close());
  return box;
}

const smtpForm = (port: string, change: Record<string, string> = {}) => ({
  connection: "smtp",
  do: "save",
  host: "127.0.0.1",
  port,
  security: "none",
  user: "office",
  password: "right horse",
  fromName: "Larkspur Deck & Porch",
  fromAddress: "office@larkspur.test",
  ...change,
});

describe("the page", () => {
  it("shows four missing connections and no form", async () => {
    const page = await get();
    expect(page.status).toBe(200);
    expect(words(page).match(/Not connected/g)).toHaveLength(4);
    expect(page.html).not.toContain("<input");
    expect(words(await get("?open=smtp"))).toContain("Check and save");
  });

  it("is for owners only", async () => {
    for (const role of ["manager", "member"] as const) {
      const other = await signedIn();
      // They join the business instead of having their own.
      await withAccount(account, (ctx) =>
        ctx.db.execute(
          sql`insert into businesses_members (account_id, user_id, role, created_at) values (${account}, ${other.person.id}, ${role}, ${ctx.now.toString()})`,
        ),
      );
      const sink = await mailServer();
      expect((await get("", other)).status).toBe(403);
      expect((await post(smtpForm(sink.port), other)).status).toBe(403);
    }
    expect(await channels()).toEqual({});
  });

  it("requires a recent proof before it opens a form or changes anything", async () => {
    const sink = await mailServer();
    clock.advance({ minutes: 16 });
    expect((await get()).status).toBe(200);
    expect((await get("?open=smtp")).location).toMatch(/^\/account\/confirm\?next=/);
    expect((await post(smtpForm(sink.port))).location).toMatch(/^\/account\/confirm\?next=/);
    expect(await channels()).toEqual({});
  });

  it("answers requests that none of its forms make", async () => {
    for (const fields of [
      {},
      { connection: "smtp" },
      { connection: "fax", do: "save" },
      { connection: "smtp", do: "constructor" },
      { connection: "smtp", do: "check" },
    ])
      expect([404, 422]).toContain((await post(fields as Record<string, string>)).status);
    expect(await channels()).toEqual({});
  });
});

describe("a mail server", () => {
  it("is checked, stored encrypted, and never shown again", async () => {
    const sink = await mailServer();
    const answer = await post(smtpForm(sink.port));
    expect(answer).toMatchObject({ status: 303, location: `${PAGE}?done=smtp.save#smtp` });
    const page = await get("?done=smtp.save");
    expect(words(page)).toMatch(
      /Email connection: tested and saved\..*Works.*Larkspur Deck &amp; Porch &lt;office@larkspur\.test&gt;/,
    );
    expect((await get("?open=smtp")).html + page.html).not.toContain("right horse");
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ row: string }>(sql`select to_jsonb(c)::text as row from businesses_channels c`),
    );
    expect(rows[0]!.row).toContain("office@larkspur.test");
    expect(rows[0]!.row).not.toContain("right horse");
    expect(await audit()).toEqual([
      expect.stringMatching(/^sending\.changed .*"connection": "Email connection"/),
    ]);
    expect((await audit()).join("")).not.toContain("right horse");
    expect(await withAccount(account, ownSender)).toEqual({
      name: "Larkspur Deck & Porch",
      address: "office@larkspur.test",
    });
    expect(await ownServers.find(account)).toMatchObject({
      smtp: { password: "right horse" },
      fromAddress: "office@larkspur.test",
      dkim: undefined,
    });
    expect(product.logged.join("")).not.toContain("right horse");
  });

  it("of a known provider takes an address and a password; its settings are filled in and folded", async () => {
    const empty = await get();
    const names = [...empty.html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual([
      "Connect Gmail: Send from your own email",
      "Connect Microsoft 365: Send from your own email",
      "Other email: Send from your own email",
    ]);
    // A password doesn't open a Microsoft 365 mailbox.
    expect(names.filter((name) => name?.endsWith("Read replies"))).toHaveLength(2);
    const { html } = await get("?open=smtp&with=gmail");
    expect(html).toMatch(/<details class="fold"><summary>Server settings.*value="smtp\.gmail\.com"/);
    expect(html.indexOf("Your Gmail address")).toBeLessThan(html.indexOf("Server settings"));
    const sink = await mailServer();
    await post(smtpForm(sink.port, { user: "office@larkspur.test", fromAddress: "" }));
    expect(await withAccount(account, ownSender)).toMatchObject({ address: "office@larkspur.test" });
    const tried = { port: "587", from: "office@larkspur.test" };
    expect(complaintAbout("smtp", "password", { host: "smtp.gmail.com", ...tried }).sentence).toContain(
      "Gmail",
    );
    expect(complaintAbout("smtp", "password", { host: "smtp.office365.com", ...tried }).sentence).toContain(
      "Authenticated SMTP",
    );
  });

  it("isn't stored with a wrong password; typed values stay, except the password", async () => {
    const sink = await mailServer();
    const answer = await post(smtpForm(sink.port, { password: "wrong horse", fromName: "Typed & kept" }));
    expect(answer.status).toBe(422);
    expect(words(answer)).toContain("The server refused the username or password.");
    expect(answer.html).toMatch(
      /aria-invalid="true"[^>]*name="password"|name="password"[^>]*aria-invalid="true"/,
    );
    expect(answer.html).toContain('value="Typed &amp; kept"');
    expect(answer.html).not.toContain("wrong horse");
    expect(await channels()).toEqual({});
    expect(await audit()).toEqual([]);
  });

  it("keeps its password when the field is empty, but never for another server", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    expect((await post(smtpForm(sink.port, { password: "", fromName: "Larkspur" }))).status).toBe(303);
    expect((await channels()).smtp!.shown["fromName"]).toBe("Larkspur");
    const thief = await mailServer("anything");
    for (const change of [{ host: "localhost" }, { user: "somebody else" }] as Record<string, string>[]) {
      const answer = await post(smtpForm(thief.port, { password: "", ...change }));
      expect(answer.status).toBe(422);
      expect(words(answer)).toContain("Enter the password again");
    }
    expect((await channels()).smtp!.shown["host"]).toBe("127.0.0.1");
  });

  it.each([
    [{ host: "" }, "Enter the server name."],
    [{ host: "https://smtp.example.com/" }, "Enter only the server name"],
    [{ host: "smtp.example.com\r\nMAIL" }, "Enter only the server name"],
    [{ host: "x".repeat(300) }, "under 253 characters"],
    [{ port: "0" }, "A port is at least 1."],
    [{ port: "70000" }, "A port is at most 65535."],
    [{ port: "smtp" }, "A port is a number"],
    [{ security: "rot13" }, "Choose the encryption."],
    [{ fromAddress: "nobody" }, "Enter an address like"],
    [{ fromAddress: "a@b.test\r\nBcc: c@d.test" }, "Enter an address like"],
    [{ fromName: "" }, "Enter the name your clients know you by."],
    [{ fromAddress: "mail@plumbline.test" }, "This site already sends from this address."],
    [{ password: "x".repeat(501) }, "under 500 characters"],
  ])("refuses %j beside its field, before anything is connected to", async (change, sentence) => {
    const answer = await post(smtpForm("1", change));
    expect(answer.status).toBe(422);
    expect(answer.html).toContain(sentence);
    expect(await channels()).toEqual({});
  });

  it("removes line breaks from names, which end up in headers", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port, { fromName: "Larkspur\r\nBcc: everybody@x.test" }));
    expect((await withAccount(account, ownSender))!.name).toBe("Larkspur Bcc: everybody@x.test");
  });

  it("on a private network is allowed on private installations only", async () => {
    const sink = await mailServer();
    useOutside(strict);
    const answer = await post(smtpForm(sink.port));
    useOutside({ ...strict, mayReachPrivate: true });
    expect(answer.html).toContain("isn’t on the public internet");
    expect(await channels()).toEqual({});
  });

  it("is removed immediately, and removing it twice is harmless", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    for (let time = 0; time < 2; time++)
      expect((await post({ connection: "smtp", do: "remove" })).status).toBe(303);
    expect(await channels()).toEqual({});
    expect((await audit()).filter((line) => line.startsWith("sending.removed"))).toHaveLength(1);
    expect(await ownServers.find(account)).toBe("gone");
  });

  it("saved twice at the same time is entirely one of the two", async () => {
    const sink = await mailServer();
    const names = ["One", "Two", "Three", "Four"];
    const answers = await Promise.all(names.map((fromName) => post(smtpForm(sink.port, { fromName }))));
    expect(answers.every(({ status }) => status === 303)).toBe(true);
    expect(names).toContain((await channels()).smtp!.shown["fromName"]);
  });

  it("limits how often it is checked", async () => {
    let answer: Answer | undefined;
    for (let time = 0; time < 21; time++) answer = await post(smtpForm("1", { host: "127.0.0.1" }));
    expect(answer!.status).toBe(429);
    expect(words(answer!)).toContain("That’s a lot of attempts.");
  });

  it("must be connected again after SECRET changes", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    useSecret("another secret that is long enough, 32+");
    expect(await ownServers.find(account)).toBe("unreadable");
    await ownServers.recordOutcome(account, "", { code: "EUNREADABLE", message: "x" });
    expect((await channels()).smtp!.problem).toBe(
      "We can’t read the saved password anymore. Please enter it again.",
    );
    useSecret("a secret for tests that is long enough");
  });
});

describe("a later problem", () => {
  it("is shown, and mailed to the owner once a day at most", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    const version = (await channels()).smtp!.changedAt.toString();
    const wrong = { code: "EAUTH", message: "Invalid login", responseCode: 535 };
    for (let hour = 0; hour < 30; hour++) {
      await ownServers.recordOutcome(account, `${version} `, wrong);
      clock.advance({ hours: 1 });
    }
    expect(words(await get())).toMatch(/Needs a look.*The server refused the username or password\./);
    const mails = (await mailsTo(owner.email)).filter(({ subject }) => subject.includes("email connection"));
    expect(mails).toHaveLength(2);
    expect(mails[0]!.text).toContain("http://localhost:3000/account/settings/sending");
    await ownServers.recordOutcome(account, `${version} `, null);
    expect(words(await get())).toContain("Works");
  });

  it("is mailed after half an hour if it may fix itself, and never for a replaced connection", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    const version = (await channels()).smtp!.changedAt.toString();
    const away = { code: "ESOCKET", message: "connect ECONNREFUSED 192.0.2.1:587" };
    await recordConnectionStatus(account, "smtp", "2020-01-01T00:00:00Z", away);
    expect((await channels()).smtp!.problem).toBeNull();
    const count = async () =>
      (await mailsTo(owner.email)).filter(({ subject }) => subject.includes("email connection")).length;
    await recordConnectionStatus(account, "smtp", version, away);
    expect(await count()).toBe(0);
    clock.advance({ minutes: 31 });
    await recordConnectionStatus(account, "smtp", version, away);
    expect(await count()).toBe(1);
    clock.advance({ minutes: -31 });
  });
});

describe("a signature", () => {
  const save = (change: Record<string, string> = {}) =>
    post({ connection: "dkim", do: "save", selector: "plumbline", ...change });

  it("needs a mail server first", async () => {
    const answer = await save();
    expect(answer.status).toBe(422);
    expect(words(answer)).toContain("Connect your email first");
  });

  it("is created here, shows its record but never its key, and checks DNS on request", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    expect((await save()).status).toBe(303);
    const { shown } = (await channels()).dkim!;
    const page = await get();
    expect(page.html).toContain("plumbline._domainkey.larkspur.test");
    expect(page.html).toContain(`v=DKIM1; k=rsa; p=${shown["publicKey"]}`);
    expect(page.html).not.toContain("PRIVATE KEY");
    const server = await ownServers.find(account);
    expect(server).toMatchObject({
      dkim: {
        domain: "larkspur.test",
        selector: "plumbline",
        privateKey: expect.stringContaining("PRIVATE KEY") as string,
      },
    });
    // No resolver there: the page says so, and the key stays.
    useOutside({ ...strict, mayReachPrivate: true, dnsServers: ["127.0.0.1:1"] });
    expect((await post({ connection: "dkim", do: "check" })).status).toBe(303);
    expect(words(await get())).toContain("DNS didn’t respond.");
    useOutside({ ...strict, mayReachPrivate: true });
  }, 20_000);

  it("accepts an existing key, and nothing else", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    const rsa = (bits: number) =>
      generateKeyPairSync("rsa", {
        modulusLength: bits,
        privateKeyEncoding: { type: "pkcs1", format: "pem" },
        publicKeyEncoding: { type: "spki", format: "der" },
      });
    const pair = rsa(2048);
    for (const privateKey of [
      "hello",
      rsa(512).privateKey,
      generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    ]) {
      const answer = await save({ privateKey });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain("That isn’t an RSA private key");
      expect(answer.html).not.toContain("BEGIN");
    }
    expect((await save({ privateKey: pair.privateKey, selector: "S2026" })).status).toBe(303);
    expect((await channels()).dkim!.shown).toEqual({
      domain: "larkspur.test",
      selector: "s2026",
      publicKey: pair.publicKey.toString("base64"),
    });
  });
});

describe("a mailbox", () => {
  const form = (port: number, change: Record<string, string> = {}) => ({
    connection: "imap",
    do: "save",
    host: "127.0.0.1",
    port: String(port),
    security: "none",
    user: "office",
    password: "right horse",
    folder: "INBOX",
    ...change,
  });

  it("is checked, and read from now on", async () => {
    const box = await mailbox();
    box.deliver("Subject: old\n\nx");
    expect((await post(form(box.port))).status).toBe(303);
    expect((await channels()).imap!.shown).toMatchObject({ validity: "4711", uid: "1", folder: "INBOX" });
    // Saved again, it continues from its position; another user's mailbox starts over.
    box.deliver("Subject: while nobody looked\n\nx");
    await post(form(box.port, { password: "" }));
    expect((await channels()).imap!.shown["uid"]).toBe("1");
  });

  it("shows the problem beside the field", async () => {
    const box = await mailbox();
    expect((await post(form(box.port, { password: "no" }))).html).toContain(
      "The server refused the username or password.",
    );
    expect((await post(form(box.port, { folder: "Nowhere" }))).html).toContain(
      "The mailbox has no folder with that name. Check the spelling, or use INBOX.",
    );
    expect((await post(form(1))).html).toContain("isn’t responding on port 1");
    expect((await post(form(box.port, { password: "" }))).html).toContain("Enter the password.");
    expect(await channels()).toEqual({});
  });
});

describe("a Twilio account", () => {
  const SID = `AC${"a".repeat(32)}`;
  const form = (change: Record<string, string> = {}) => ({
    connection: "twilio",
    do: "save",
    sid: SID,
    token: "s3cret-token",
    number: "+1 (303) 555-0142",
    ...change,
  });
  let server: Server;

  beforeEach(async () => {
    server = createHttpServer((request, response) => {
      const right =
        request.headers.authorization === `Basic ${Buffer.from(`${SID}:s3cret-token`).toString("base64")}`;
      const body = request.url!.includes("IncomingPhoneNumbers")
        ? {
            incoming_phone_numbers: request.url!.includes("3035550142")
              ? [{ phone_number: "+13035550142", capabilities: { sms: true } }]
              : [],
          }
        : { sid: SID, status: "active" };
      response
        .writeHead(right ? 200 : 401, { "content-type": "application/json" })
        .end(JSON.stringify(right ? body : { code: 20003 }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closes.push(() => new Promise((resolve) => server.close(resolve)));
    useOutside({
      ...strict,
      mayReachPrivate: true,
      twilioUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    });
    closes.push(() => Promise.resolve(useOutside({ ...strict, mayReachPrivate: true })));
  });

  it("is checked, and stored with its number in Twilio's format", async () => {
    expect((await post(form())).status).toBe(303);
    expect((await channels()).twilio!.shown).toEqual({ sid: SID, number: "+13035550142" });
    const page = await get();
    expect(words(page)).toContain("+13035550142");
    expect(page.html).not.toContain("s3cret-token");
    expect(words(page)).toContain("paste http://localhost:3000/api/inbound/sms in Twilio");
    expect((await post({ connection: "twilio", do: "check" })).status).toBe(303);
  });

  it("shows the problem beside the field", async () => {
    expect((await post(form({ token: "wrong" }))).html).toContain(
      "Twilio doesn’t recognize this account SID and auth token. Copy both again from your Twilio console.",
    );
    expect((await post(form({ number: "+13035550199" }))).html).toContain(
      "This number isn’t in the Twilio account. Enter one of its numbers.",
    );
    expect((await post(form({ number: "555-0142" }))).html).toContain("with its country code");
    expect((await post(form({ sid: "SK123" }))).html).toContain("An account SID is AC");
    expect(await channels()).toEqual({});
    await post(form());
    const other = await post(form({ sid: `AC${"b".repeat(32)}`, token: "" }));
    expect(other.html).toContain("Enter the auth token again");
  });
});

describe("the database itself", () => {
  it("shows connections to owners only", async () => {
    const sink = await mailServer();
    await post(smtpForm(sink.port));
    for (const [role, seen] of [
      ["owner", 1],
      ["manager", 0],
      ["member", 0],
      ["guest", 0],
    ] as const) {
      const client = await database().app.connect();
      await client.query(`begin; set local app.account_id = '${account}'; set local app.role = '${role}'`);
      expect((await client.query("select 1 from businesses_channels")).rowCount).toBe(seen);
      await client.query("rollback");
      client.release();
    }
  });
});
