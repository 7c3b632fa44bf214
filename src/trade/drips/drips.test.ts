import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dripBriefSchema } from "#ground/writing/public.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { useDatabase, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { loader as draftFile } from "./draft/download.ts";
import { getDrip, makeDrip, purgeDrips } from "./draft/drafts.server.ts";
import * as screen from "./draft/make.tsx";
import { DripReading } from "./reading.tsx";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
beforeAll(async () => void (database = await createTestInstallation(clock)));
afterAll(async () => {
  await closeRenderers();
  await database.drop();
});

const TYPED = {
  name: "Marcus Bell",
  email: "marcus@northfork.test",
  company: "North Fork Decks",
  product: "cedar decks",
  leadType: "demo",
};
const brief = (words: object = {}) => dripBriefSchema.parse({ ...TYPED, ...words });
const file = (format: string, token: string) =>
  draftFile({ params: { format, token }, request: new Request("http://localhost/") } as never);

const handler = createStaticHandler([
  {
    id: "drip",
    path: "/genLeadDrip",
    Component: screen.default,
    loader: screen.loader as RouteObject["loader"],
    action: screen.action as RouteObject["action"],
  },
]);

/** Requests as a browser without script makes them. */
async function visit(path: string, fields?: Record<string, string>, address = "198.51.100.7") {
  const request = new Request(
    `http://localhost${path}`,
    fields ? { method: "POST", body: new URLSearchParams(fields) } : {},
  );
  const requestContext = new RouterContextProvider();
  requestContext.set(clientAddressContext, address);
  requestContext.set(directLoopbackContext, false);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response)
    return {
      status: context.status,
      location: context.headers.get("location"),
      headers: context.headers,
      html: "",
    };
  const headers = screen.headers({
    loaderHeaders: context.loaderHeaders["drip"] ?? new Headers(),
    actionHeaders: context.actionHeaders["drip"] ?? new Headers(),
    parentHeaders: new Headers(),
    errorHeaders: undefined,
  });
  const router = createStaticRouter(handler.dataRoutes, context);
  return {
    status: context.statusCode,
    location: null,
    headers,
    html: renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false })),
  };
}

const tokenOf = (location: string | null) => /^\/genLeadDrip\?made=([\w-]{24})$/.exec(location ?? "")![1]!;

describe("the form", () => {
  test("has every field of the contract, and one select with its four options", async () => {
    const { html, status, headers } = await visit("/genLeadDrip");
    expect(status).toBe(200);
    const names = [...html.matchAll(/<(?:input|textarea|select)[^>]* name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      "name",
      "email",
      "company",
      "industry",
      "product",
      "leadType",
      "tone",
      "objection",
      "goal",
    ]);
    expect(html.match(/<select/g)).toHaveLength(1);
    for (const option of [
      'value="cold">Cold Lead<',
      'value="demo">Requested Demo<',
      'value="trial">Started Free Trial<',
      'value="purchase">Did Not Complete Purchase<',
    ])
      expect(html).toContain(option);
    const required = [
      ...html.matchAll(/<(?:input|textarea|select)(?=[^>]* required)[^>]* name="(\w+)"/g),
    ].map(([, name]) => name);
    expect(required).toEqual(["name", "email", "company", "product"]);
    expect(html).toContain('data-busy="Generating..."');
    expect(headers.get("x-robots-tag")).toBeNull();
  });

  test("comes back as typed, with a message beside every wrong field", async () => {
    const { status, html } = await visit("/genLeadDrip", {
      email: "nobody",
      objection: '"><script>alert(1)</script>',
      leadType: "trial",
      goal: "x".repeat(201),
    });
    expect(status).toBe(422);
    for (const field of ["name", "email", "company", "product", "goal"])
      expect(html, field).toContain(`id="field-${field}-error"`);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toMatch(/<option value="trial" selected/);
  });

  test("redirects with 303 to a page that shows the result", async () => {
    const made = await visit("/genLeadDrip", { ...TYPED, objection: "It's too expensive" });
    expect(made.status).toBe(303);
    const { html, headers } = await visit(made.location!);
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(screen.meta({ loaderData: { made: {} } })).toContainEqual({ name: "robots", content: "noindex" });
    // First email, first script, then the others.
    const places = ['id="email-1"', 'id="script-1"', 'id="email-2"', 'id="email-3"', 'id="script-2"'].map(
      (id) => html.indexOf(id),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(html).toContain("{{first_name}}");
    for (const copied of ["email-1", "email-1-subject", "script-1", "email-2", "whole-drip"]) {
      expect(html).toContain(`data-copy="${copied}"`);
      expect(html).toContain(`id="${copied}"`);
    }
  });

  test("treats hostile input in every field as text", async () => {
    const hostile = "</textarea><img src=x onerror=alert(1)> {work} {{first_name}} $1 \u202e\u0000";
    const made = await visit("/genLeadDrip", {
      name: hostile,
      email: "a@b.co",
      company: hostile,
      product: hostile,
      industry: hostile,
      objection: hostile,
      tone: hostile,
      goal: hostile,
      leadType: hostile,
    });
    const { html, status } = await visit(made.location!);
    expect(status).toBe(200);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("\u202e");
    expect((await file("pdf", tokenOf(made.location))).status).toBe(200);
  });

  test("says what it understood, and brings every answer back to be changed", async () => {
    const made = await visit("/genLeadDrip", { ...TYPED, leadType: "purchase", goal: "Get a yes or a no" });
    const { html } = await visit(made.location!);
    expect(html).toContain("people who have your price and haven’t said yes");
    expect(html).toContain("to get a yes or a no.");
    const again = `/genLeadDrip?again=${tokenOf(made.location)}`;
    expect(html).toContain(`href="${again}"`);
    const form = await visit(again);
    expect(form.headers.get("x-robots-tag")).toBe("noindex");
    for (const words of ["North Fork Decks", "Get a yes or a no"]) expect(form.html).toContain(words);
    expect(form.html).toMatch(/<option value="purchase" selected/);
    expect((await visit(`/genLeadDrip?again=${"a".repeat(24)}`)).status).toBe(404);
  });

  test("says that there is no other version where there is none", async () => {
    const made = await getDrip(await makeDrip(brief()));
    const page = (versions: number) =>
      renderToStaticMarkup(
        createElement(DripReading, {
          ...{ token: made.token, text: made.text, plain: "", version: 1, versions, signedIn: false },
          ...{ offer: { state: "none", note: null }, readingOther: false, language: undefined },
          ...{ understood: null, stages: [], refusal: null },
        }),
      );
    expect(page(1)).toContain("There’s no other version of this one yet.");
    expect(page(1)).not.toContain("Write a different version");
    expect(page(2)).toContain("Write a different version");
    expect(page(2)).toContain("The same emails with other subjects and openings.");
  });

  test("is limited to 30 drips per address in ten minutes, and then says when to retry", async () => {
    for (let n = 0; n < 30; n++) expect((await visit("/genLeadDrip", TYPED, "203.0.113.9")).status).toBe(303);
    const refused = await visit("/genLeadDrip", { ...TYPED, goal: "a goal that stays" }, "203.0.113.9");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.html).toContain("a goal that stays");
    expect((await visit("/genLeadDrip", TYPED, "203.0.113.10")).status).toBe(303);
  });

  test("responds 503 with every field as typed while the database is down", async () => {
    const token = await makeDrip(brief());
    useDatabase(
      openDatabase(database.database.owner, { host: "/nowhere", user: "nobody", database: "none" }),
    );
    try {
      expect((await visit("/genLeadDrip")).status).toBe(200);
      const refused = await visit("/genLeadDrip", { ...TYPED, objection: "kept words" });
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("5");
      expect(refused.html).toContain("kept words");
      expect(refused.html).toContain("North Fork Decks");
      expect((await visit(`/genLeadDrip?made=${token}`)).status).toBe(503);
      expect((await file("text", token)).status).toBe(503);
    } finally {
      useDatabase(database.database, clock);
    }
  });
});

describe("a drip", () => {
  test("opens with its token, which is not in the database, and is new each time", async () => {
    const [one, two] = await Promise.all([makeDrip(brief()), makeDrip(brief())]);
    expect(one).not.toBe(two);
    expect(Buffer.from(one, "base64url").length * 8).toBeGreaterThanOrEqual(128);
    expect((await getDrip(one)).brief).toEqual(brief());
    const rows = await withSystem(({ db }) => db.execute("select * from drips_drafts"));
    expect(JSON.stringify(rows.rows)).not.toContain(one);
  });

  test("expires after 30 days and is then deleted", async () => {
    const start = clock.now();
    const token = await makeDrip(brief());
    clock.advance({ hours: 30 * 24 - 1 });
    await expect(getDrip(token)).resolves.toMatchObject({ token });
    clock.advance({ hours: 2 });
    await expect(getDrip(token)).rejects.toMatchObject({ code: "not_found" });
    expect((await visit(`/genLeadDrip?made=${token}`)).status).toBe(404);
    await purgeDrips();
    const { rows } = await withSystem(({ db }) => db.execute("select 1 from drips_drafts"));
    expect(rows).toEqual([]);
    clock.set(start.toString());
  });

  test.each(["", "x", "../../x", "a".repeat(24), "%00"])("is not found for the token “%s”", async (token) => {
    await expect(getDrip(token)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("its files", () => {
  test.each([
    ["pdf", "application/pdf", "%PDF"],
    ["text", "text/plain; charset=utf-8", "3 emails and 2 call scripts from 屋根 & Söhne"],
  ])("%s", async (format, type, start) => {
    const answer = await file(format, await makeDrip(brief({ company: "屋根 & Söhne", leadType: "cold" })));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''%E5%B1%8B/,
    );
    expect((await answer.text()).startsWith(start)).toBe(true);
  });

  test.each(["docx", "constructor", "__proto__", ""])("responds not found for “%s”", async (format) => {
    expect((await file(format, await makeDrip(brief()))).status).toBe(404);
  });
});
