import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { publicProfileOf, getBusiness } from "#ground/businesses/public.server.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Panel } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { getLead } from "../data.server.ts";
import { undoOptOut, unsubscribeLead } from "../opt-outs.server.ts";
import { mailLink } from "../personal-data/links.server.ts";
import { currentLeadId } from "../people/merged.server.ts";
import { readUnsubscribeToken } from "./tokens.server.ts";
import { Choices, PersonalDataLink, type PreferencesView } from "./choices.tsx";
import {
  pauseEndsAt,
  lastPause,
  longDay,
  maskedAddress,
  pauseSchema,
  SPACING_LABELS,
  spacingSchema,
} from "./preferences.ts";
import { pauseLead, spaceMails, stopTextsTo, textsTo } from "./preferences.server.ts";

export const handle = { static: true, lightFonts: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  // The error page sets its own.
  loaderData ? [{ title: "Unsubscribe" }, { name: "robots", content: "noindex" }] : [];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

function forToken<T>(
  token: string | undefined,
  work: (ctx: AccountContext, leadId: string) => Promise<T>,
): Promise<T> {
  const ids = readUnsubscribeToken(token ?? "");
  // Thrown synchronously, so that orGone() doesn't treat a forged link as an ended one.
  if (!ids) throw new AppError("not_found", "This link doesn’t work. Make sure you have all of it.");
  return withAccount(ids.accountId, async (ctx) => work(ctx, await currentLeadId(ctx, ids.leadId)));
}

/** For a valid link whose business or lead was deleted: nothing is left to stop. */
function orGone<T, Gone>(work: Promise<T>, gone: Gone): Promise<T | Gone> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return gone;
    throw error;
  });
}

const GONE: PreferencesView = {
  face: { business: "", address: null, phone: null, licence: null, hours: [], logo: null, look: null },
  email: "",
  stopped: true,
  gone: true,
  pausedUntil: null,
  spacing: null,
  texts: "none",
  days: ["", ""],
};

const NO_ZONE = "UTC";

/** Changes nothing: mail scanners follow every link. */
export function loader({ params }: LoaderFunctionArgs) {
  return answering(() => {
    const found = forToken(params["token"], async (ctx, leadId): Promise<PreferencesView> => {
      const [business, lead] = [await getBusiness(ctx), await getLead(ctx, leadId)];
      const zone = business.zone ?? NO_ZONE;
      const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate();
      return {
        face: publicProfileOf(business),
        email: maskedAddress(lead.email ?? ""),
        stopped: lead.unsubscribedAt !== null,
        gone: false,
        pausedUntil:
          lead.pausedUntil && pauseEndsAt(lead, ctx.now, zone)
            ? longDay(lead.pausedUntil, ctx.now, zone)
            : null,
        spacing: lead.mailSpacing,
        texts: await textsTo(ctx, leadId),
        days: [today.add({ days: 1 }).toString(), lastPause(today).toString()],
      };
    });
    return orGone(found, GONE);
  });
}

/** What was just done. An opt-out includes the mark that allows undoing it. */
type Done =
  | { readonly did: "stop"; readonly mark: string | null }
  | { readonly did: "undo" | "pause" | "fewer" | "go-on" | "texts" | "link" | "gone" };

type Operation = (ctx: AccountContext, leadId: string, form: PostedForm) => Promise<Done>;

const OPERATIONS = {
  stop: async (ctx, leadId) => {
    await unsubscribeLead(ctx, leadId);
    return { did: "stop", mark: createMark(ctx, leadId, (await getLead(ctx, leadId)).unsubscribedAt) };
  },
  undo: async (ctx, leadId, form) => {
    const since = readMark(ctx, leadId, form["mark"] ?? "");
    if (!since || !(await undoOptOut(ctx, leadId, since)))
      throw new AppError(
        "invalid",
        "This can’t be undone here anymore. Contact the business if you want its emails again.",
      );
    return { did: "undo" };
  },
  pause: async (ctx, leadId, form) => {
    const { zone } = await getBusiness(ctx);
    await pauseLead(
      ctx,
      leadId,
      form.check(pauseSchema(ctx.now.toZonedDateTimeISO(zone ?? NO_ZONE).toPlainDate())),
    );
    return { did: "pause" };
  },
  fewer: async (ctx, leadId, form) => {
    const { spacing } = form.check(spacingSchema);
    await spaceMails(ctx, leadId, spacing === "as-planned" ? null : spacing);
    return { did: "fewer" };
  },
  "go-on": async (ctx, leadId) => {
    await pauseLead(ctx, leadId, null);
    return { did: "go-on" };
  },
  texts: async (ctx, leadId) => {
    await stopTextsTo(ctx, leadId);
    return { did: "texts" };
  },
  link: async (ctx, leadId) => {
    await mailLink(ctx, leadId);
    return { did: "link" };
  },
} as const satisfies Record<string, Operation>;

const MARK_PURPOSE = "an opt-out may be taken back";
const UNDO_WINDOW = { hours: 1 };

// Undo is offered only in the response to a recent opt-out, so that someone who later finds the link can't
// use it.
function createMark(ctx: AccountContext, leadId: string, at: Temporal.Instant | null): string | null {
  if (!at || Temporal.Instant.compare(at, ctx.now.subtract(UNDO_WINDOW)) < 0) return null;
  return `${at.toString()} ${sign(MARK_PURPOSE, `${ctx.account.id} ${leadId} ${at.toString()}`).toString("base64url")}`;
}

function readMark(ctx: AccountContext, leadId: string, mark: string): Temporal.Instant | undefined {
  const [at = "", signature = ""] = mark.split(" ");
  if (!isSigned(MARK_PURPOSE, `${ctx.account.id} ${leadId} ${at}`, Buffer.from(signature, "base64url")))
    return undefined;
  const since = Temporal.Instant.from(at);
  return Temporal.Instant.compare(since, ctx.now.subtract(UNDO_WINDOW)) >= 0 ? since : undefined;
}

/**
 * Takes effect immediately and needs no cookie: for the page's buttons and for a mail program's one-click
 * request (RFC 8058, `List-Unsubscribe=One-Click`). An unknown request counts as an opt-out, because mail
 * programs send all kinds of bodies.
 */
export async function action({ params, request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const requested = form["do"] ?? "stop";
  const known = Object.hasOwn(OPERATIONS, requested) ? (requested as keyof typeof OPERATIONS) : "stop";
  const operation: Operation = OPERATIONS[known];
  try {
    return await orGone(
      forToken(params["token"], (ctx, leadId) => operation(ctx, leadId, form)),
      { did: "gone" } as const,
    );
  } catch (error) {
    // Invalid input returns to the form; an invalid link has no page to return to.
    const isRefusal = error instanceof AppError && error.code !== "not_found";
    if (isRefusal)
      return refuseForm(error, { do: known, pause: form["pause"] ?? "", until: form["until"] ?? "" });
    return answering(() => Promise.reject(error as Error));
  }
}

export default function Unsubscribe() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { face, email, stopped, gone } = view;
  const { business } = face;
  const done = answer && "did" in answer ? answer : undefined;
  const refused = answer && "errors" in answer ? answer : undefined;
  return (
    <ClientPage face={face}>
      {gone || done?.did === "gone" ? (
        <>
          <h1>You won’t get any more emails</h1>
          <p className="mt-6 max-w-measure text-lg">
            The business that sent these emails is gone, so there’s nothing left to stop.
          </p>
        </>
      ) : stopped ? (
        <>
          <h1>You’re unsubscribed</h1>
          <p className="mt-6 max-w-measure text-lg">
            {business} won’t send follow-up emails to {email} anymore. You’re all set.
          </p>
          {done?.did === "stop" && done.mark ? (
            <form method="post" className="mt-8">
              <input type="hidden" name="mark" value={done.mark} />
              <SubmitButton kind="plain" name="do" value="undo" busy="One moment...">
                That was a mistake
              </SubmitButton>
            </form>
          ) : null}
          <StatusLine kind={refused ? "error" : "done"}>
            {refused ? refused.message : describeDone(view, done)}
          </StatusLine>
          <PersonalDataLink />
        </>
      ) : (
        <>
          {done || refused?.message ? (
            <Panel tone={refused ? "brick" : "level"} className="mb-8">
              <p role={refused ? "alert" : "status"}>
                {refused ? refused.message : describeDone(view, done)}
              </p>
            </Panel>
          ) : null}
          <h1>Unsubscribe?</h1>
          <p className="mt-6 max-w-measure text-lg">
            Tap the button, and {business} stops sending follow-up emails to {email} right away.
          </p>
          <form method="post" className="mt-8">
            <SubmitButton size="large" busy="Stopping...">
              Unsubscribe
            </SubmitButton>
          </form>
          <Choices view={view} values={refused?.values} errors={refused?.errors ?? {}} />
          <PersonalDataLink />
        </>
      )}
    </ClientPage>
  );
}

function describeDone(
  { email, pausedUntil, spacing, face }: PreferencesView,
  done: Done | undefined,
): string | undefined {
  switch (done?.did) {
    case "undo":
      return "Undone. You’ll get these emails as before.";
    case "pause":
      return `No emails until ${pausedUntil}. Anything planned moves to after that, one email at a time.`;
    case "fewer":
      return spacing
        ? `Done. At most one email ${SPACING_LABELS[spacing]}.`
        : "Done. Emails will come as usual.";
    case "go-on":
      return "The break is over. Emails will come as usual.";
    case "texts":
      return `${face.business} won’t text you anymore. Emails continue.`;
    case "link":
      return `We sent a link to ${email}. It works once, for an hour.`;
    default:
      return undefined;
  }
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
