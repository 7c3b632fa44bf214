import {
  actingRole,
  type Business,
  type FirstRun,
  firstRunOf,
  getBusiness,
  mayMailOthers,
  may,
  ownSender,
} from "#ground/businesses/public.server.ts";
import { getSavedDrip, listDripTitles } from "#trade/drips/public.server.ts";
import { findPageOfMagnet, type LeadPage } from "#trade/leads/public.server.ts";
import { getMagnet, listTitles, type Magnet } from "#trade/magnets/public.server.ts";
import { type TestMail, testMailOf } from "#trade/sequences/public.server.ts";
import type { MagnetBrief } from "#ground/writing/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Has } from "./needs.ts";
import { firstOpen, STEP_NAMES, STEPS, type Standings } from "./steps.ts";

type Drip = Awaited<ReturnType<typeof getSavedDrip>>;

/** The answers and results of a business's first run. */
export interface Run {
  readonly said: FirstRun;
  readonly business: Business;
  readonly magnet: Magnet | undefined;
  readonly drip: Drip | undefined;
  /** The open page that gives the guide away. */
  readonly page: LeadPage | undefined;
  readonly hasOwnServer: boolean;
  readonly isVerified: boolean;
  readonly test: TestMail | undefined;
  readonly standings: Standings;
}

/** What exists for the steps' requirements. Empty answers count as missing. */
export function hasOf({
  said,
  business,
  magnet,
  drip,
  page,
}: Omit<Run, "standings" | "test" | "hasOwnServer" | "isVerified">): Has {
  return {
    product: said.product || magnet?.brief.product || magnet?.title || "",
    signer: said.person || magnet?.brief.name || business.name || "",
    businessName: business.name !== null,
    zone: business.zone !== null,
    guide: magnet !== undefined,
    emails: drip !== undefined,
    page: page !== undefined,
  };
}

/** Progress of the first run. Everything already in the account counts, however it got there. */
export async function runOf(ctx: AccountContext): Promise<Run> {
  const [said = {}, business, magnets, drips, own, isVerified] = await Promise.all([
    firstRunOf(ctx),
    getBusiness(ctx),
    listTitles(ctx),
    listDripTitles(ctx),
    ownSender(ctx),
    mayMailOthers(ctx),
  ]);
  const magnetId = magnets.find(({ id }) => id === said.magnetId)?.id ?? magnets[0]?.id;
  const dripId = drips.find(({ id }) => id === said.dripId)?.id ?? drips[0]?.id;
  const [magnet, drip, found, test] = await Promise.all([
    magnetId ? getMagnet(ctx, magnetId) : undefined,
    dripId ? getSavedDrip(ctx, dripId) : undefined,
    magnetId ? findPageOfMagnet(ctx, magnetId) : undefined,
    said.testId ? testMailOf(ctx, said.testId) : undefined,
  ]);
  const page = found?.closedAt === null ? found : undefined;
  const hasOwnServer = own !== undefined;
  const isDone = {
    work: Boolean(said.product ?? magnet),
    guide: magnet !== undefined,
    look: business.name !== null && business.zone !== null && business.postalAddress !== null,
    emails: drip !== undefined,
    page: page !== undefined,
    mail: hasOwnServer || said.mail === "ours",
    test: said.testId !== undefined,
    live: said.liveAt !== undefined,
  };
  const skipped = said.skipped ?? [];
  const standings = Object.fromEntries(
    STEPS.map((step) => [step, isDone[step] ? "done" : skipped.includes(step) ? "skipped" : "open"]),
  ) as Record<(typeof STEPS)[number], Standings[keyof Standings]>;
  return { said, business, magnet, drip, page, hasOwnServer, isVerified, test, standings };
}

/** The dashboard's note about the first run. */
export type FirstRunNote =
  | {
      readonly kind: "open";
      readonly begun: boolean;
      readonly done: number;
      readonly all: number;
      readonly next: string;
      readonly product: string;
      readonly audience: string;
    }
  | { readonly kind: "hidden" };

/**
 * The dashboard's note about the first run, for people who may set up the business. Null once it is live
 * or hidden, and for a business that has a page and never began the first run.
 * @param given.justPutAway offers to undo hiding it
 * @param given.made the brief of a guide made before sign-in: it answers the first question
 */
export async function firstRunNote(
  ctx: AccountContext,
  {
    said,
    justPutAway,
    made,
    hasPage,
  }: {
    /** Progress of the first run, see firstRunOf(). */
    readonly said: FirstRun | undefined;
    readonly justPutAway: boolean;
    readonly made?: MagnetBrief | undefined;
    /** Whether one of their pages is open. */ readonly hasPage: boolean;
  },
): Promise<FirstRunNote | null> {
  if (!may(actingRole(ctx), "business.change")) return null;
  if (said?.liveAt) return null;
  if (said?.dismissedAt) return justPutAway ? { kind: "hidden" } : null;
  if (!said && hasPage) return null;
  const { standings } = await runOf(ctx);
  const done = STEPS.filter((step) => standings[step] === "done").length;
  return {
    kind: "open",
    begun: done > 0 || STEPS.some((step) => standings[step] === "skipped"),
    done,
    all: STEPS.length,
    next: STEP_NAMES[firstOpen(standings)],
    product: made?.product ?? "",
    audience: made?.targetAudience ?? "",
  };
}
