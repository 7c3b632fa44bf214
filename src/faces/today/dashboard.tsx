import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  useLoaderData,
  useMatches,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { dripFromCookie, forgetDripCookie, saveDrip } from "#trade/drips/public.server.ts";
import { resendVerification } from "#ground/identity/public.server.ts";
import { PushOffer } from "#ground/notifications/public.tsx";
import { draftFromCookie, forgetDraftCookie, saveMagnet } from "#trade/magnets/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { AlreadyOut, GoingOut, OnHold } from "./dashboard/outgoing.tsx";
import { Decisions } from "./dashboard/decisions.tsx";
import { runAction, isDayAction } from "./dashboard/actions.server.ts";
import { DoneLine } from "./dashboard/undo-line.tsx";
import { jobsOnSite } from "./dashboard/jobs-on-site.server.ts";
import { JobsOnSite } from "./dashboard/jobs-on-site.tsx";
import { Live } from "./dashboard/live.tsx";
import { loadDay } from "./dashboard/load.server.ts";
import { Kept, Magnets, NewestLeads, Unverified } from "./dashboard/below-list.tsx";
import { Next } from "./dashboard/next-list.tsx";
import { FirstRunPanel } from "./first-run/panel.tsx";

export const meta = () => [{ title: "Today" }];

/** People to call or answer, outgoing messages, open decisions, new leads, and pages to share. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => ({
    ...(await loadDay(ctx, args)),
    jobsOnSite: await jobsOnSite(ctx),
  }));
}

/**
 * The actions of Today and their undo, saving the guide made before sign-in, and resending the
 * verification email.
 */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const form = await readForm(args.request);
    if (isDayAction(form["do"])) return runAction(ctx, form);
    if (form["intent"] === "resend" && ctx.user) {
      const resent = await resendVerification(ctx.user);
      return redirect(`/account/dashboard?notice=${resent.sent ? "mail-sent" : "mail-limit"}`, 303);
    }
    if (form["intent"] === "keep-drip") {
      const made = await dripFromCookie(ctx, args.request);
      if (!made) return redirect("/account/dashboard", 303);
      const drip = await saveDrip(ctx, made.token);
      return redirect(`/account/drips/${drip.id}`, {
        status: 303,
        headers: { "Set-Cookie": forgetDripCookie() },
      });
    }
    const draft = await draftFromCookie(ctx, args.request);
    if (!draft) return redirect("/account/dashboard", 303);
    const magnet = await saveMagnet(ctx, draft.token);
    return redirect(`/account/magnets/${magnet.id}`, {
      status: 303,
      headers: { "Set-Cookie": forgetDraftCookie() },
    });
  });
}

/** What the route below, which shows the sections of tools, loads. */
export interface TodaySections {
  /** In the middle of a sentence, such as "2 things due". */
  readonly summaries: readonly string[];
}

export default function Dashboard() {
  const today = useLoaderData<typeof loader>();
  const sections = useMatches().at(-1)?.loaderData as TodaySections | undefined;
  const { state, formData } = useNavigation();
  const sending = state !== "idle";
  // Hide the person being handled at once: the answer takes a moment.
  const leaving = sending && formData?.get("do") !== "undo" ? formData?.get("lead") : null;
  return (
    <Page className="pb-12">
      <PageHeader title="Today">
        {/* Announced again when it changes: a new answer is news. */}
        <p role="status">
          {today.day}. {summaryOf(today, sections?.summaries ?? [])}
        </p>
      </PageHeader>
      <Live />
      <DoneLine done={today.done} />
      {today.push && today.leads.length > 0 ? <PushOffer {...today.push} /> : null}
      <FirstRunPanel note={today.firstRun} sending={sending} />
      <Kept draft={today.draft} madeDrip={today.madeDrip} sending={sending} />
      {today.verified ? null : (
        <Unverified email={today.email} place={today.outboxHint} notice={today.notice} sending={sending} />
      )}
      <JobsOnSite jobs={today.jobsOnSite} />
      <div className="day-columns">
        <div>
          <Next
            next={today.next}
            more={today.moreNext}
            leaving={typeof leaving === "string" ? leaving : ""}
            hasLeads={today.leads.length > 0}
          />
          <Outlet />
          <Decisions decisions={today.decisions} heldBack={today.heldBack} />
        </div>
        <div>
          <GoingOut
            ahead={today.ahead}
            count={today.aheadCount}
            sending={sending}
            leaving={typeof leaving === "string" ? leaving : ""}
          />
          <OnHold held={today.held} count={today.heldCount} sending={sending} />
          <AlreadyOut out={today.out} count={today.outCount} />
        </div>
      </div>
      <NewestLeads leads={today.leads} magnets={today.magnets} />
      <Magnets magnets={today.magnets} drips={today.drips} />
    </Page>
  );
}

function summaryOf(
  {
    waiting,
    aheadCount,
    outCount,
  }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "waiting" | "aheadCount" | "outCount">,
  ofSections: readonly string[],
): string {
  const parts = [
    ...ofSections,
    waiting.replies
      ? `${waiting.replies} ${waiting.replies === 1 ? "reply is waiting" : "replies are waiting"} for you`
      : null,
    waiting.calls ? `${waiting.calls} ${waiting.calls === 1 ? "call" : "calls"} to make` : null,
    aheadCount ? `${aheadCount} going out today` : null,
    outCount ? `${outCount} sent today` : null,
  ].filter((part) => part !== null);
  if (!parts.length) return "You’re all caught up.";
  const words = parts.join(", ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
