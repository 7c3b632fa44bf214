// Long because each step of signing in elsewhere can be forged, refused, or half done.
import { sql } from "drizzle-orm";
import { createStaticHandler, type RouteObject, RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MailProviderId } from "#platform/config/mail-providers.ts";
import { type Person, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { readNewMail } from "#platform/mail/inbound/imap.server.ts";
import { quietLog } from "#platform/mail/testing/mailer.ts";
import { type MailVendor, startVendor } from "#platform/mail/testing/mail-vendor.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import * as begin from "./begin.ts";
import * as callback from "./callback.ts";
import { setMailProviders } from "./providers.server.ts";
import { accessTokenOf } from "./tokens.server.ts";
import { explainProblem, showSignIn, signInOffers } from "./view.server.ts";
import { inAccount } from "../public.server.ts";
import { getBusiness } from "../queries.server.ts";
import {
  brokenChannels,
  findOwnServer,
  getChannel,
  listChannels,
  ownSender,
} from "../sending/channels.server.ts";
import { recordConnectionStatus } from "../sending/connection-status.server.ts";
import { claimMailbox, releaseMailbox } from "../sending/mailboxes.server.ts";
import * as sending from "../sending/sending.tsx";
import { mailsTo } from "../testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "../testing/signed-in.ts";

const clock = testClock("2026-11-20T16:00:00Z");
const strict = outside();
const PAGE = "/account/settings/sending";
const BACK = (id: MailProviderId) => `http://localhost:3000${PAGE}/${id}/callback`;
let product: Awaited<ReturnType<typeof openInstallation>>;
let google: MailVendor;
let microsoft: MailVendor;
let visitor: SignedIn;
let owner: Person;
let account: string;
/** Another one each time: the businesses of earlier tests are still there. */
let luis: string;
let count = 0;

const routes = [
  { path: PAGE, loader: sending.loader, action: sending.action },
  { path: `${PAGE}/:provider`, loader: begin.loader },
  { path: `${PAGE}/:provider/callback`, loader: callback.loader },
] as unknown as RouteObject[];

beforeAll(async () => {
  product = await openInstallation(clock);
  useOutside({ ...strict, mayReachPrivate: true });
});
afterAll(async () => {
  useOutside(strict);
  await product.drop();
});
beforeEach(async () => {
  [google, microsoft] = await Promise.all([
    startVendor("google", BACK("google")),
    startVendor("microsoft", BACK("microsoft")),
  ]);
  luis = `luis-${++count}@larkspur.test`;
  google.address = microsoft.address = luis;
  const log = { ...quietLog, warn: (fields: object) => void product.logged.push(JSON.stringify(fields)) };
  setMailProviders([google.provider, microsoft.provider], log);
  [visitor, owner, account] = await open();
});
afterEach(async () => {
  setMailProviders([]);
  await Promise.all([google.stop(), microsoft.stop()]);
});

async function open(): Promise<[SignedIn, Person, string]> {
  const one = await signedIn();
  const args = { request: one.request(PAGE), params: {}, context: new RouterContextProvider() } as never;
  return [one, one.person, await inAccount(args, "account.enter", (ctx) => Promise.resolve(ctx.account.id))];
}

/** Follows a URL with a browser's cookies. */
async function visit(url: string, cookies = "", as = visitor): Promise<{ to: string; cookie: string }> {
  const request = as.request(url);
  request.headers.set("cookie", [request.headers.get("cookie"), cookies].filter(Boolean).join("; "));
  const result = await createStaticHandler(routes).queryRoute(request, {
    requestContext: new RouterContextProvider(),
  });
  const response = result as Response;
  return {
    to: response.headers.get("location") ?? `${response.status}`,
    cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "",
  };
}

const inAs = <T>(work: Parameters<typeof withAccount<T>>[1]) =>
  withAccount(account, (ctx) => work({ ...ctx, user: owner }));
const linkTo = async (name: string) =>
  (await inAs(showSignIn)).offers.find((offer) => offer.name === name)!.href;

/** Presses Connect and a button on the vendor's page. @returns our answer to the return */
async function connect(vendor = google, button: "approve" | "deny" | "untick" = "approve"): Promise<string> {
  const { to, cookie } = await visit(await linkTo(vendor.provider.name));
  const answer = await vendor.press(to, button);
  return (await visit(answer.pathname + answer.search, cookie)).to;
}
const problemOf = (to: string) => explainProblem(new URL(to, "http://x").searchParams.get("problem"));
const post = async (fields: Record<string, string>) => {
  const request = visitor.request(PAGE, { method: "POST", body: new URLSearchParams(fields) });
  const result = await createStaticHandler(routes).query(request, {
    requestContext: new RouterContextProvider(),
  });
  return result instanceof Response ? result.headers.get("location") : `refused ${result.statusCode}`;
};
const channels = () => withAccount(account, listChannels);
const grant = async () => (await withAccount(account, (ctx) => getChannel(ctx, "grant")))!;

describe("connecting by signing in", () => {
  it.each(["google", "microsoft"] as const)("sets sending and replies in one act at %s", async (id) => {
    const vendor = id === "google" ? google : microsoft;
    vendor.mailbox.deliver("From: a@b.test\n\nold");
    expect(await connect(vendor)).toContain("done=grant.save");
    const { smtp, imap } = await channels();
    expect(smtp).toMatchObject({ problem: null, shown: { fromAddress: luis, provider: id } });
    expect(imap).toMatchObject({
      problem: null,
      shown: { user: luis, uid: "1", folder: "INBOX" },
    });
    expect(await withAccount(account, getBusiness)).toMatchObject({ replyAddress: luis });
    expect(await withAccount(account, ownSender)).toMatchObject({ address: luis });
    expect((await inAs(showSignIn)).connected).toMatchObject({
      address: luis,
      uses: ["smtp", "imap"],
      problem: null,
    });
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ line: string }>(sql`select row_to_json(c)::text as line from businesses_channels c
        union all select row_to_json(a)::text from businesses_audit a`),
    );
    const stored = rows.map(({ line }) => line).join("\n");
    expect(vendor.secrets.length).toBeGreaterThan(2);
    for (const secret of vendor.secrets) {
      expect(stored).not.toContain(secret);
      expect(product.logged.join("\n")).not.toContain(secret);
    }
  });

  it("needs no email claim from a Microsoft work account", async () => {
    microsoft.mischief = { noEmail: true };
    expect(await connect(microsoft)).toContain("done=grant.save");
    expect((await channels()).smtp?.shown["fromAddress"]).toBe(luis);
  });

  it("moves replies from another address to the mailbox, and says so", async () => {
    await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set reply_address = 'office@larkspur.test', name = 'Larkspur'`,
      ),
    );
    expect(await connect()).toBe(`${PAGE}?done=grant.save-replies`);
    expect(await withAccount(account, getBusiness)).toMatchObject({ replyAddress: luis });
    expect(await withAccount(account, ownSender)).toEqual({
      name: "Larkspur",
      address: luis,
    });
  });

  it("changes nothing if the person says no, or leaves a permission out", async () => {
    expect(problemOf(await connect(google, "deny"))).toBe(
      "You didn’t allow it at Google, so nothing was connected.",
    );
    expect(problemOf(await connect(microsoft, "deny"))).toContain("You didn’t allow it at Microsoft");
    expect(problemOf(await connect(google, "untick"))).toContain("leave each permission checked");
    expect(problemOf(await connect(microsoft, "untick"))).toContain("leave each permission checked");
    expect(await channels()).toEqual({});
  });

  it("refuses a forged state, another browser, another person and another provider", async () => {
    const { to, cookie } = await visit(await linkTo("Google"));
    const answer = await google.press(to, "approve");
    const path = answer.pathname + answer.search;
    const forged = path.replace(/state=[^&]+/, "state=forged");
    expect((await visit(forged, cookie)).to).toContain("google.stale");
    expect((await visit(path)).to).toContain("google.stale");
    const [stranger] = await open();
    expect((await visit(path, cookie, stranger)).to).toContain("google.stale");
    expect((await visit(path.replace("google", "microsoft"), cookie)).to).toContain("microsoft.stale");
    expect(await channels()).toEqual({});
    // None of them used up the real one.
    expect((await visit(path, cookie)).to).toContain("done=grant.save");
  });

  it("uses a code once", async () => {
    const { to, cookie } = await visit(await linkTo("Google"));
    const answer = await google.press(to, "approve");
    const path = answer.pathname + answer.search;
    expect((await visit(path, cookie)).to).toContain("done=grant.save");
    expect((await visit(path, cookie)).to).toContain("google.stale");
    const again = await visit(await linkTo("Google"));
    const state = new URL(again.to).searchParams.get("state")!;
    const reused = path.replace(/state=[^&]+/, `state=${state}`);
    expect((await visit(reused, again.cookie)).to).toContain("google.ended");
    expect((await channels()).smtp?.problem).toBeNull();
  });

  it("leads back to the setup where it began there", async () => {
    const { to, cookie } = await visit(signInOffers(owner.id)[0]!.href);
    const answer = await google.press(to, "approve");
    expect((await visit(answer.pathname + answer.search, cookie)).to).toBe("/account/start?step=live");
    expect((await channels()).smtp?.problem).toBeNull();
  });

  it("begins only from our own page", async () => {
    expect((await visit(`${PAGE}/google`)).to).toContain("google.stale");
    const [stranger, other] = await open();
    const theirs = (await withAccount(account, (ctx) => showSignIn({ ...ctx, user: other }))).offers[0]!.href;
    expect((await visit(theirs)).to).toContain("google.stale");
    expect((await visit(theirs, "", stranger)).to).toContain(google.provider.issuer);
    const link = await linkTo("Google");
    clock.advance({ minutes: 61 });
    expect((await visit(link)).to).toMatch(/stale|confirm/);
  });

  it("tells in plain words that Microsoft doesn't let the mailbox send", async () => {
    microsoft.mischief = { smtpOff: true };
    const told = problemOf(await connect(microsoft));
    expect(told).toContain("Ask your Microsoft 365 admin to turn on Authenticated SMTP");
    expect(told).toContain("Nothing was changed.");
    expect(await channels()).toEqual({});
  });

  it("gives the permission back if the mailbox can't be used, but never one in use", async () => {
    google.mischief = { smtpOff: true };
    expect(problemOf(await connect())).toContain("though you gave us permission");
    expect(google.revocations).toHaveLength(1);
    google.mischief = {};
    await connect();
    google.mischief = { smtpOff: true };
    expect(problemOf(await connect())).toContain("Nothing was changed.");
    expect(google.revocations).toHaveLength(1);
    google.mischief = {};
    expect(google.refreshTokens().length).toBeGreaterThan(0);
    expect((await channels()).smtp?.problem).toBeNull();
  });

  it("says that a provider is away, or doesn't accept this site, and logs it for the operator", async () => {
    google.mischief = { tokens: 503 };
    expect(problemOf(await connect())).toContain("Google isn’t responding");
    google.mischief = { tokens: "broken" };
    expect(problemOf(await connect())).toContain("Google isn’t responding");
    google.mischief = { secretReplaced: true };
    expect(problemOf(await connect())).toContain("Google doesn’t accept this site");
    microsoft.mischief = { secretReplaced: true };
    expect(problemOf(await connect(microsoft))).toContain("Microsoft doesn’t accept this site");
    const logged = product.logged.join("\n");
    expect(logged).toContain('"reason":"invalid_client AADSTS7000215"');
    expect(logged).not.toContain("larkspur");
  });

  it("is for owners, and only for providers that the operator set up", async () => {
    setMailProviders([]);
    expect((await inAs(showSignIn)).offers).toEqual([]);
    await expect(visit(`${PAGE}/google`)).rejects.toHaveProperty("status", 404);
    expect(explainProblem("google.<script>")).toBeNull();
    expect(explainProblem("nobody.away")).toBeNull();
    expect(explainProblem("google.smtp-constructor")).toBeNull();
  });
});

describe("tokens", () => {
  const source = () => accessTokenOf(account);

  it("are good until shortly before their end, then renewed", async () => {
    await connect();
    const first = await source()();
    clock.advance({ minutes: 50 });
    expect(await source()()).toBe(first);
    expect(google.renewals).toBe(0);
    clock.advance({ minutes: 9 });
    const second = await source()();
    expect(second).not.toBe(first);
    expect(await source()()).toBe(second);
    expect(google.renewals).toBe(1);
  });

  it("are renewed once, however many ask at once in however many processes", async () => {
    await connect(microsoft);
    clock.advance({ hours: 2 });
    microsoft.mischief = { tokenMs: 400 };
    const got = await Promise.all(Array.from({ length: 8 }, () => source()()));
    expect(new Set(got).size).toBe(1);
    expect(microsoft.renewals).toBe(1);
  });

  it("never lose the refresh token that Microsoft replaces", async () => {
    await connect(microsoft);
    for (let hour = 0; hour < 5; hour++) {
      clock.advance({ hours: 2 });
      await Promise.all([source()(), source()()]);
      expect([(await grant()).secrets!.refreshToken]).toEqual(microsoft.refreshTokens());
    }
    expect(microsoft.renewals).toBe(5);
  });

  it("are replaced if a server refused one before its end, once for all who were refused", async () => {
    await connect();
    const refused = await source()();
    const got = await Promise.all([source()(refused), source()(refused), source()(refused)]);
    expect(new Set(got).size).toBe(1);
    expect(got[0]).not.toBe(refused);
    expect(google.renewals).toBe(1);
  });

  it("are asked for again after a process died in the middle", async () => {
    await connect();
    clock.advance({ hours: 2 });
    const dead = clock.now().add({ seconds: 20 }).toString();
    await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_channels set shown = shown || jsonb_build_object('renewingUntil', ${dead}::text) where kind = 'grant'`,
      ),
    );
    const waiting = source()();
    clock.advance({ seconds: 21 });
    await waiting;
    expect(google.renewals).toBe(1);
    expect((await grant()).shown).not.toHaveProperty("renewingUntil");
  });

  it("wait while the provider is away, and are there once it is back", async () => {
    await connect();
    clock.advance({ hours: 2 });
    google.mischief = { tokens: "silent" };
    await expect(source()()).rejects.toMatchObject({ code: "EGRANTAWAY" });
    google.mischief = { tokens: 429 };
    await expect(source()()).rejects.toMatchObject({ code: "EGRANTAWAY" });
    google.mischief = {};
    await source()();
    expect(google.refreshTokens()).toHaveLength(1);
  }, 30_000);

  it("end with the permission: asked for once, then only after connecting again", async () => {
    await connect(microsoft);
    const token = await source()();
    microsoft.takeBack();
    await expect(source()(token)).rejects.toMatchObject({ code: "EGRANT" });
    await expect(source()()).rejects.toMatchObject({ code: "EGRANT" });
    expect(microsoft.renewals).toBe(1);
    expect(product.logged.join("\n")).toContain("invalid_grant AADSTS50173");
    await connect(microsoft);
    await source()();
    expect(microsoft.renewals).toBe(1);
  });

  it("of an earlier sign-in don't replace those of a later one", async () => {
    await connect(microsoft);
    const token = await source()();
    microsoft.mischief = { tokenMs: 600 };
    const slow = source()(token);
    await expect.poll(async () => (await grant()).shown["renewingUntil"]).toBeDefined();
    const { to, cookie } = await visit(await linkTo("Microsoft"));
    const answer = await microsoft.press(to, "approve");
    await visit(answer.pathname + answer.search, cookie);
    const later = (await grant()).secrets!.refreshToken;
    await slow;
    expect((await grant()).secrets!.refreshToken).toBe(later);
  });
});

describe("a connected mailbox", () => {
  it("is read with tokens, on from where it was", async () => {
    await connect();
    google.mailbox.deliver("From: dana@client.test\nSubject: Re: yes\n\nTuesday works.");
    google.endAccess();
    clock.advance({ minutes: 2 });
    const turn = (await claimMailbox(account))!;
    const read: string[] = [];
    await readNewMail(turn.server!, turn.since, (raw) => Promise.resolve(void read.push(raw.toString())));
    expect(read.join()).toContain("Tuesday works.");
    expect(google.renewals).toBe(1);
    // Connected again, nothing that came meanwhile is passed over.
    await connect();
    expect((await channels()).imap?.shown["uid"]).toBe("0");
  });

  it("says what is wrong once, on Today, in the settings and by email", async () => {
    await connect();
    google.takeBack();
    clock.advance({ minutes: 2 });
    const turn = (await claimMailbox(account))!;
    const failure = await readNewMail(turn.server!, turn.since, () => Promise.resolve()).catch(
      (error: unknown) => error as { code: string; message: string },
    );
    await releaseMailbox(turn, failure as { code: string; message: string });
    await recordConnectionStatus(account, "smtp", "", { code: "EGRANT", message: "over" });
    const words = `Google no longer lets us send as ${luis} or read replies there. Connect again.`;
    expect(await withAccount(account, brokenChannels)).toEqual([{ kind: "grant", problem: words }]);
    expect((await inAs(showSignIn)).connected).toMatchObject({ problem: words });
    const mails = await mailsTo(owner.email);
    expect(mails.filter(({ text }) => text.includes("Google no longer lets us"))).toHaveLength(1);
    expect(await connect()).toContain("done=grant.save");
    expect(await withAccount(account, brokenChannels)).toEqual([]);
  });

  it("is checked on request", async () => {
    await connect();
    expect(await post({ connection: "grant", do: "check" })).toBe(`${PAGE}?done=grant.check#sign-in`);
    expect((await inAs(showSignIn)).connected?.problem).toBeNull();
    google.takeBack();
    await post({ connection: "grant", do: "check" });
    expect((await inAs(showSignIn)).connected?.problem).toContain("Google no longer lets us");
  });

  it("is disconnected here and at Google; Microsoft has no way to", async () => {
    await connect();
    expect(await post({ connection: "grant", do: "remove" })).toBe(`${PAGE}?done=grant.remove#sign-in`);
    expect(google.revocations).toHaveLength(1);
    expect(google.refreshTokens()).toEqual([]);
    expect(await channels()).toEqual({});
    expect(await findOwnServer(account)).toBe("gone");
    await connect(microsoft);
    expect(await post({ connection: "grant", do: "remove" })).toContain("done=grant.remove-there");
    expect(await channels()).toEqual({});
    expect(await post({ connection: "grant", do: "save" })).toBe("refused 422");
  });

  it("is disconnected here even if Google is away, and stays good for another business", async () => {
    await connect();
    const first = account;
    [visitor, owner, account] = await open();
    await connect();
    expect(await post({ connection: "grant", do: "remove" })).toContain("remove-there");
    expect(google.revocations).toEqual([]);
    account = first;
    await accessTokenOf(first)();
    expect(google.refreshTokens().length).toBeGreaterThan(0);
  });
});
