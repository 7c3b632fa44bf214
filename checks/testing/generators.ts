import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import * as dripFile from "#trade/drips/draft/download.ts";
import * as drip from "#trade/drips/draft/make.tsx";
import * as dripOffers from "#trade/drips/draft/model-draft.server.ts";
import * as dripProgress from "#trade/drips/draft/model-progress.ts";
import * as magnetFile from "#trade/magnets/draft/download.ts";
import * as magnet from "#trade/magnets/draft/make.tsx";
import * as magnetOffers from "#trade/magnets/draft/model-draft.server.ts";
import * as magnetProgress from "#trade/magnets/draft/model-progress.ts";
import { dripBriefSchema, magnetBriefSchema, writeDrip, writeGuide } from "#ground/writing/public.server.ts";
import {
  dripAnswer,
  magnetAnswer,
  writtenDrip,
  writtenGuide,
} from "#ground/writing/testing/model-answers.ts";
import { tokenHash } from "#platform/db/tokens.server.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";

// The two generators as a browser without script uses them: the same tests apply to both.

/** Fields typed into both forms. */
export const TYPED = {
  name: "Maria Lopez",
  email: "maria@lopezroofing.test",
  company: "Lopez Roofing",
  product: "metal roof replacement",
  goal: "Book a roof inspection",
};

/** The two generators, each with a model's answer. */
export const KINDS = {
  magnet: {
    path: "/genLeadMagnet",
    table: "magnets_drafts",
    cookie: "draft",
    screen: magnet,
    progress: magnetProgress.loader,
    file: magnetFile.loader,
    offers: magnetOffers.offers,
    mark: "What to read before a metal roof",
    known: "47 years",
    write: (version: number) => writeGuide(magnetBriefSchema.parse(TYPED), version),
    answer(mark: string) {
      const answer = { ...magnetAnswer(writeGuide(magnetBriefSchema.parse(TYPED))), title: mark };
      answer.sections[0]!.after = ["A metal panel lasts 47 years."];
      return writtenGuide(answer);
    },
    bad: () =>
      writtenGuide({
        ...magnetAnswer(writeGuide(magnetBriefSchema.parse(TYPED))),
        title: "A guaranteed roof",
      }),
  },
  drip: {
    path: "/genLeadDrip",
    table: "drips_drafts",
    cookie: "drip",
    screen: drip,
    progress: dripProgress.loader,
    file: dripFile.loader,
    offers: dripOffers.offers,
    mark: "Your metal roof, line by line",
    known: "26 gauge",
    write: (version: number) => writeDrip(dripBriefSchema.parse(TYPED), version),
    answer(mark: string) {
      const answer = dripAnswer(writeDrip(dripBriefSchema.parse(TYPED)));
      answer.emails[0]!.subject = mark;
      answer.emails[1]!.paragraphs[0] += " A metal panel of 26 gauge is thicker than one of 29.";
      return writtenDrip(answer);
    },
    bad() {
      const answer = dripAnswer(writeDrip(dripBriefSchema.parse(TYPED)));
      answer.emails[0]!.subject = "A guaranteed roof";
      return writtenDrip(answer);
    },
  },
} as const;

const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

/** A visitor of one generator. `address` is the visitor's; `here` is this machine, which has no limit. */
export function visitorOf(kind: (typeof KINDS)[keyof typeof KINDS]) {
  const { path, screen } = kind;
  const handler = createStaticHandler([
    {
      id: "it",
      path,
      Component: screen.default,
      loader: screen.loader as RouteObject["loader"],
      action: screen.action as RouteObject["action"],
    },
  ]);

  /** A text found only in this version of the built-in writer's. */
  const wordsOf = (version: number, other = version === 1 ? 2 : 1): string => {
    const lines = (which: number) => textsOf(kind.write(which)).flatMap((text) => text.split("\n\n"));
    const theirs = new Set(lines(other));
    return (
      lines(version).find((line) => line.length > 20 && !line.includes("\n") && !theirs.has(line)) ??
      "the two versions are alike"
    );
  };

  function contextOf(address: string) {
    const context = new RouterContextProvider();
    context.set(clientAddressContext, address);
    context.set(directLoopbackContext, address === "here");
    return context;
  }

  /** The response that a browser without script gets. */
  async function visit(at: string, fields?: Record<string, string>, { address = "here", cookie = "" } = {}) {
    const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
    const context = await handler.query(
      new Request(`http://localhost${at}`, { ...init, headers: { cookie } }),
      {
        requestContext: contextOf(address),
      },
    );
    if (context instanceof Response)
      return {
        status: context.status,
        location: context.headers.get("location")!,
        cookie: context.headers.get("set-cookie"),
        html: "",
        retry: null,
      };
    const router = createStaticRouter(handler.dataRoutes, context);
    const headers = new Headers([
      ...(context.loaderHeaders["it"] ?? []),
      ...(context.actionHeaders["it"] ?? []),
    ]);
    const error = Object.keys(context.errors ?? {}).length > 0;
    return {
      status: context.statusCode,
      location: "",
      cookie: headers.get("set-cookie"),
      retry: headers.get("retry-after"),
      html: error
        ? ""
        : renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }))
            .replaceAll("&#x27;", "'")
            .replaceAll("&quot;", '"')
            .replaceAll("&amp;", "&"),
    };
  }

  const make = async (fields: Record<string, string> = TYPED, options = {}) =>
    (await visit(path, fields, options)).location;
  const tokenOf = (location: string) => /\?made=([\w-]{24})$/.exec(location)![1]!;
  const listen = (token: string, address = "here") =>
    kind.progress({
      params: { token },
      request: new Request("http://localhost/x"),
      context: contextOf(address),
    } as never);
  const askAgain = (at: string) =>
    kind.offers.begin(
      tokenHash(tokenOf(at)),
      (kind === KINDS.magnet ? magnetBriefSchema : dripBriefSchema).parse(TYPED) as never,
      1,
      true,
    );
  return { path, visit, make, tokenOf, wordsOf, listen, askAgain };
}
