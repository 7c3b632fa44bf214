// Long because every act with a limit is listed, and every door to a form is driven.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureForm } from "#trade/leads/capture/post-form.server.ts";
import * as api from "#trade/leads/form/api.ts";
import { shownMark } from "#trade/leads/form/shown-mark.server.ts";
import { ASKS_NOTHING } from "#trade/leads/form/questions.ts";
import * as page from "#trade/leads/page/page.tsx";
import { argsOf, shop } from "#trade/leads/testing/forms.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { parseForm } from "#platform/http/request/form.server.ts";

// Some acts send email to an unverified address, open something by a secret, or are expensive. Each is
// limited where it is done, so that every way to it shares one count. The lists name the files that do it; a
// new caller fails here until it goes through the limited act.

const clock = testClock("2026-11-20T17:00:00Z");
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(clock);
});
afterAll(() => test.drop());

/** The product's source files, without tests and fixtures. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:testing|demo)$/.test(entry.name) ? [] : sources(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}
const files = ["faces", "tools", "trade", "ground"]
  .flatMap((floor) => sources(`src/${floor}`))
  .map((file) => ({ file: file.replace(/^src\/\w+\//, ""), text: readFileSync(file, "utf8") }));
/** The files that call it, except its definition. */
const callersOf = (call: string) =>
  files
    .filter(({ text }) => new RegExp(String.raw`(?<!function |[\w.])${call}\(`).test(text))
    .map(({ file }) => file);

interface Act {
  /** The call, as a pattern of code. */
  readonly call: string;
  readonly by: readonly string[];
  /** The limiting code, in the same file or in the one that `by` goes through. */
  readonly limit: { readonly file: string; readonly says: string };
}

const within = (file: string, says: string) => ({ file, says });

/** Every limited act, with its callers. */
const ACTS: Readonly<Record<string, Act>> = {
  "a filled form": {
    call: "submitForm",
    by: ["leads/capture/post-form.server.ts", "leads/form/api.ts", "leads/page/page.tsx"],
    limit: within("leads/form/submit.server.ts", "countCapture("),
  },
  "a filled form, stored": {
    call: "acceptCapture",
    by: ["leads/form/submit.server.ts"],
    limit: within("leads/form/submit.server.ts", "countTry("),
  },
  "a booked visit": {
    call: "bookVisit",
    by: ["visits/book-page.server.ts"],
    limit: within("visits/book-page.server.ts", "countCapture("),
  },
  "a record without a name": {
    call: "acceptUnsigned",
    by: ["sync/device/unsigned.ts"],
    limit: within("sync/unsigned.server.ts", "perBusiness.check("),
  },
  "a message to the operator": {
    call: "keepMessage",
    by: ["site/contact/receive.server.ts"],
    limit: within("site/contact/receive.server.ts", "attempt(contactPerAddress"),
  },
  "photos drawn for a download": {
    call: "stripped",
    // The others are for people who work on the job, for the business, or for a key, whose calls are counted.
    by: ["media/file.ts", "photos/api/endpoints.server.ts", "photos/client/download.ts"],
    limit: within("photos/client/download.ts", "perLink.take("),
  },
  "a photo looked up by its hash": {
    call: "accountsWithOriginal",
    by: ["site/verify/look-up.server.ts"],
    limit: within("site/verify/look-up.server.ts", "attempt(verifyPerAddress"),
  },
  "a place on a waitlist": {
    call: "joinWaitlist",
    by: ["site/waitlist/action.server.ts"],
    limit: within("site/waitlist/action.server.ts", "attempt(waitlistPerAddress"),
  },
  "a password that is compared": {
    call: String.raw`identity\(\)\.checkPassword`,
    by: ["identity/login/check-password.server.ts"],
    limit: within("identity/login/check-password.server.ts", "signInsPerAccount.check("),
  },
  "a new account": {
    call: String.raw`identity\(\)\.signUp`,
    by: ["identity/register/register.tsx"],
    limit: within("identity/register/register.tsx", "registrationsPerMailbox.check("),
  },
  "a reset email": {
    call: String.raw`identity\(\)\.requestReset`,
    by: ["identity/password/forgot.tsx"],
    limit: within("identity/request-link.server.ts", "perEmail.check(mailboxKey("),
  },
  "a login link": {
    call: "requestMagicLink",
    by: ["identity/magic-link/magic-link.tsx"],
    limit: within("identity/request-link.server.ts", "perEmail.check(mailboxKey("),
  },
  "a verification email": {
    call: String.raw`identity\(\)\.requestVerification`,
    // A provider causes one when the account is made, and starting that is limited per address.
    by: ["identity/openid/connections.server.ts", "identity/public.server.ts"],
    limit: within("identity/public.server.ts", "verificationsPerPerson.check("),
  },
  "a change of address": {
    call: "requestEmailChange",
    by: ["identity/profile/change-email.tsx"],
    limit: within("identity/profile/change-email.tsx", "emailChangesPerEmail.check(mailboxKey("),
  },
  "an invitation": {
    call: "inviteMail",
    by: ["businesses/people/invites.server.ts"],
    limit: within("businesses/people/invites.server.ts", "perMailbox.check(mailboxKey("),
  },
  "a guide made by the writer": {
    call: "makeDraft",
    by: ["magnets/draft/model-draft.server.ts", "today/first-run/actions.server.ts"],
    limit: within("today/first-run/actions.server.ts", "countOne(madePerPerson"),
  },
  "a guide made for anybody": {
    call: "beginDraft",
    by: [
      "drips/draft/make.tsx",
      "magnets/draft/make.tsx",
      "sequences/editor/new.tsx",
      "sequences/editor/sequence.tsx",
    ],
    limit: within("magnets/draft/make.tsx", "perAddress.check("),
  },
  "a drip made by the writer": {
    call: "makeDrip",
    by: ["drips/draft/model-draft.server.ts", "drips/drip.tsx", "today/first-run/actions.server.ts"],
    limit: within("drips/draft/make.tsx", "perAddress.check("),
  },
  "a passcode that is compared": {
    call: "isPasscode",
    by: ["shares/shared.tsx"],
    limit: within("shares/shared.tsx", "await countGuess("),
  },
  "a link to what is held about somebody": {
    call: String.raw`await mailLink`,
    by: ["leads/preferences/unsubscribe.tsx"],
    limit: within("leads/personal-data/links.server.ts", "MOST_PER_DAY"),
  },
  "a request with a key": {
    call: "answerCall",
    by: ["api/calls.ts"],
    limit: within("api/answer-call.server.ts", "RATE.take("),
  },
};

describe("an act with a limit", () => {
  it.each(Object.entries(ACTS))("is done by known doors alone, and counted: %s", (_, { call, by, limit }) => {
    expect(callersOf(call).toSorted()).toEqual([...by].toSorted());
    expect(files.find(({ file }) => file === limit.file)?.text).toContain(limit.says);
  });
});

const fieldsFor = (email: string, more: Readonly<Record<string, string>> = {}) => ({
  name: "Dana Ruiz",
  email,
  consent: "yes",
  submission: randomUUID(),
  ...more,
});
type Fields = ReturnType<typeof fieldsFor>;

const multipart = (fields: Fields) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
};
const statusOf = async (work: Promise<unknown>): Promise<number> => {
  const answer = await work.catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return answer.status;
  const made = answer as { init?: { status?: number } | null };
  return made.init?.status ?? toAppError(answer).status;
};
const onPage = (slug: string, init: RequestInit, from?: string) =>
  statusOf(page.action(argsOf(slug, { method: "POST", ...init }, from, "/p/")));

/** Every way to submit a form, each as its sender would. */
const DOORS: Readonly<Record<string, (slug: string, fields: Fields, from?: string) => Promise<number>>> = {
  "door.server.ts": async (slug, fields, from) => {
    const form = parseForm(new URLSearchParams(fields).toString());
    // When this is refused, the page answers the same request.
    return captureForm.take(slug, form, from).then(
      () => 303,
      () => onPage(slug, { body: new URLSearchParams(fields) }, from),
    );
  },
  "page.tsx, multipart": (slug, fields, from) => onPage(slug, { body: multipart(fields) }, from),
  "page.tsx, from another site": (slug, fields, from) =>
    onPage(
      slug,
      {
        body: new URLSearchParams(fields),
        headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.test" },
      },
      from,
    ),
  "form-api.ts, a form": (slug, fields, from) =>
    statusOf(api.action(argsOf(slug, { method: "POST", body: new URLSearchParams(fields) }, from))),
  "form-api.ts, JSON": (slug, fields, from) =>
    statusOf(
      api.action(
        argsOf(
          slug,
          { method: "POST", body: JSON.stringify(fields), headers: { "Content-Type": "application/json" } },
          from,
        ),
      ),
    ),
};
const isTaken = (status: number) => status === 303 || status === 200;
let made = 0;
const someone = (domain = "client.test") => `dana${++made}@${domain}`;
/** A client address in a network of its own. */
const address = () => `100.${64 + (++made >> 8)}.${made & 255}.9`;

describe.each(Object.keys(DOORS))("a form sent by %s", (door) => {
  const send = DOORS[door]!;
  const others = Object.values(DOORS);

  it("counts with those of the other doors, per client address", async () => {
    const { slug } = await shop(ASKS_NOTHING);
    const from = address();
    // Different businesses, so that only the address reaches its limit.
    for (let at = 0; at < 60; at++)
      expect(isTaken(await others[at % others.length]!(slug, fieldsFor(someone(`c${at}.test`)), from))).toBe(
        true,
      );
    expect(await send(slug, fieldsFor(someone()), from)).toBe(429);
    expect(isTaken(await send(slug, fieldsFor(someone("neighbor.test")), address()))).toBe(true);
    clock.advance({ minutes: 11 });
    expect(isTaken(await send(slug, fieldsFor(someone("later.test")), from))).toBe(true);
  });

  it("counts per mailbox, however it is spelled and on whatever page", async () => {
    const name = `d.a.n.a${++made}`;
    const spellings = [
      `${name}@gmail.com`,
      `${name.replaceAll(".", "")}@gmail.com`,
      `${name}+deck@googlemail.com`,
      `${name.toUpperCase()}@gmail.com`,
    ];
    for (let at = 0; at < 8; at++) {
      const { slug } = await shop(ASKS_NOTHING);
      expect(isTaken(await others[at % others.length]!(slug, fieldsFor(spellings[at % 4]!), address()))).toBe(
        true,
      );
    }
    const { slug } = await shop(ASKS_NOTHING);
    expect(await send(slug, fieldsFor(`${name}+again@gmail.com`), address())).toBe(429);
  });
});

describe("forms from many addresses", () => {
  const send = DOORS["door.server.ts"]!;
  it("are limited per company that is written to, and not per provider of half the country", async () => {
    const { slug } = await shop(ASKS_NOTHING);
    for (let at = 0; at < 60; at++)
      expect(await send(slug, fieldsFor(someone("third-party.test")), address())).toBe(303);
    expect(await send(slug, fieldsFor(someone("third-party.test")), address())).toBe(429);
    for (let at = 0; at < 70; at++)
      expect(await send(slug, fieldsFor(someone("gmail.com")), address())).toBe(303);
  });

  it("are limited per network around them, IPv4 and IPv6", async () => {
    const { slug } = await shop(ASKS_NOTHING);
    for (const of of [
      (at: number) => `198.51.100.${at % 250}`,
      (at: number) => `2001:db8:7:${(at % 250).toString(16)}::/64`,
    ]) {
      for (let at = 0; at < 600; at++)
        expect(await send(slug, fieldsFor(someone(`n${at}.test`)), of(at))).toBe(303);
      expect(await send(slug, fieldsFor(someone("n601.test")), of(601))).toBe(429);
    }
  });

  it("are limited per page", async () => {
    const { slug } = await shop(ASKS_NOTHING);
    const statuses = new Set<number>();
    for (let at = 0; at < 3_000; at++)
      statuses.add(
        await send(
          slug,
          fieldsFor(someone(`p${at}.test`)),
          `${11 + (at >> 12)}.${(at >> 4) & 255}.${at & 15}.1`,
        ),
      );
    expect([...statuses]).toEqual([303]);
    expect(await send(slug, fieldsFor(someone("last.test")), address())).toBe(429);
    const { slug: other } = await shop(ASKS_NOTHING);
    expect(await send(other, fieldsFor(someone("other.test")), address())).toBe(303);
  });

  it("say in plain words what was too much and when to come back, with everything typed still there", async () => {
    const { slug } = await shop(ASKS_NOTHING);
    const from = address();
    for (let at = 0; at < 60; at++) await send(slug, fieldsFor(someone(`w${at}.test`)), from);
    const fields = fieldsFor(someone("w.test"));
    const refused = (await page.action(
      argsOf(slug, { method: "POST", body: new URLSearchParams(fields) }, from, "/p/"),
    )) as unknown as {
      data: { message: string; values: Record<string, string> };
      init: { status: number; headers: Record<string, string> };
    };
    expect(refused.init.status).toBe(429);
    expect(Number(refused.init.headers["Retry-After"])).toBeGreaterThan(0);
    expect(refused.data.message).toMatch(
      /^This form was sent many times from your network\. Nothing was sent\. Please try again in \d+ minutes\.$/,
    );
    expect(refused.data.values).toMatchObject({
      name: fields.name,
      email: fields.email,
      submission: fields.submission,
    });
  });
});

describe("an open page that is sent over and over", () => {
  it("is held back after the fifth time", async () => {
    const { slug, account } = await shop(ASKS_NOTHING);
    const shown = shownMark(clock.now());
    clock.advance({ seconds: 30 });
    for (let at = 0; at < 8; at++)
      await DOORS["door.server.ts"]!(slug, fieldsFor(someone(`m${at}.test`), { shown }), address());
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ held: number }>(
        sql`select count(*)::int as held from leads_held_back where account_id = ${account}`,
      ),
    );
    expect(rows[0]!.held).toBe(3);
    expect(shownMark(clock.now())).not.toBe(shownMark(clock.now()));
  });
});

describe("a client on this machine itself", () => {
  const send = DOORS["door.server.ts"]!;
  const burst = async () => {
    const { slug } = await shop(ASKS_NOTHING);
    const statuses: number[] = [];
    for (let at = 0; at < 70; at++) statuses.push(await send(slug, fieldsFor(someone("one-company.test"))));
    return statuses;
  };

  it("tries out an installation that is reached here alone, without a limit", async () => {
    expect(new Set(await burst())).toEqual(new Set([303]));
  });

  it("is a proxy that hides its clients where the installation is public: then whom it writes to is counted", async () => {
    const before = installation();
    useInstallation({ ...before, publicUrl: "https://plumbline.example" });
    const statuses = await burst();
    useInstallation(before);
    expect(statuses.filter((status) => status === 303)).toHaveLength(60);
    expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
  });
});
