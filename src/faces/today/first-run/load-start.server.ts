import type { LoaderFunctionArgs } from "react-router";
import {
  inAccount,
  serviceAsked,
  signInOffers,
  zoneOf,
  ZONE_CHOICES,
} from "#ground/businesses/public.server.ts";
import { outboxHint } from "#ground/identity/public.server.ts";
import { repliesNote } from "#trade/leads/public.server.ts";
import { draftFromCookie } from "#trade/magnets/public.server.ts";
import {
  followUpStatus,
  formatDelay,
  kindLabel,
  liveSequence,
  planOf,
  sendingSetup,
  stepTitle,
} from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { outside } from "#platform/outside/outside.server.ts";
import { moment } from "#platform/time/format.ts";
import { needsOf } from "./needs.ts";
import { hasOf, runOf } from "./run.server.ts";
import { describeTestMail } from "./test-mail.ts";
import { firstOpen, formatProgress, type StepName, stepAsked } from "./steps.ts";

/** The requested step, else the next open one; once live, the result. */
export function loadStart(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const [run, zone, draft] = await Promise.all([
      runOf(ctx),
      zoneOf(ctx),
      draftFromCookie(ctx, args.request),
    ]);
    const { said, business, magnet, drip, page, standings } = run;
    const asked = stepAsked(query.get("step"));
    const isLive = said.liveAt !== undefined && !asked;
    const step: StepName = asked ?? firstOpen(standings);
    const { publicUrl, setup, brand } = installation();
    // The schedule is computed only where it is shown.
    const live = page && (isLive || step === "live") ? await liveSequence(ctx, page.id) : undefined;
    const plan = live ? await planOf(ctx, live.steps, ctx.now) : [];
    return {
      followUp: live ? followUpStatus({ ...live, retiredAt: null }, await sendingSetup(ctx)) : null,
      title: isLive ? "You’re live" : `Setup, ${formatProgress(step)}`,
      step,
      isLive,
      standings,
      needs: needsOf(step, hasOf(run)),
      canOpenPage: needsOf("page", hasOf(run)).length === 0,
      wantsOwn: query.has("own"),
      email: ctx.user?.email ?? "",
      isVerified: run.isVerified,
      outboxHint: run.isVerified ? null : outboxHint(),
      said: {
        product: said.product ?? draft?.brief.product ?? "",
        audience: said.audience ?? draft?.brief.targetAudience ?? "",
      },
      person: said.person ?? draft?.brief.name ?? "",
      business: {
        name: business.name ?? draft?.brief.company ?? "",
        postalAddress: business.postalAddress ?? "",
        zone: business.zone ?? "",
        color: business.color ?? "",
        logo: business.logo !== null,
      },
      zones: step === "look" ? ZONE_CHOICES : [],
      draft: draft && !magnet ? draft.title : null,
      magnet: magnet
        ? {
            id: magnet.id,
            title: magnet.text.title,
            promise: magnet.text.promise,
            headings: magnet.text.sections.map(({ heading }) => heading),
          }
        : null,
      drip: drip
        ? {
            id: drip.id,
            emails: drip.text.emails.map(({ day, subject, body }) => ({ day, subject, body })),
            scripts: drip.text.scripts.length,
          }
        : null,
      page: page ? { id: page.id, address: `${publicUrl}/p/${page.slug}` } : null,
      mail: {
        hasOwnServer: run.hasOwnServer,
        service: serviceAsked(query.get("with")),
        sends: run.hasOwnServer || Boolean(setup?.mailServer),
        brand,
        plain: outside().mayReachPrivate,
        offers: ctx.user && ctx.member?.role === "owner" ? signInOffers(ctx.user.id) : [],
        mayConnect: ctx.member?.role === "owner",
        replies: isLive || step === "live" ? await repliesNote(ctx) : null,
      },
      test: describeTestMail(run.test, { zone, own: run.hasOwnServer, brand }),
      plan: live
        ? live.steps.map((one, at) => ({
            title: stepTitle(one),
            // The dates follow from these: a page's plan begins when someone asks.
            kind: "delay" in one ? `${kindLabel(one)}, ${formatDelay(one.delay)} later` : kindLabel(one),
            ...moment(plan[at]!, zone),
          }))
        : [],
    };
  });
}

/** The data of the step screens. */
export type StartView = Awaited<ReturnType<typeof loadStart>>;
