import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { type PublicProfile, publicProfileOf, getBusiness } from "#ground/businesses/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { confirmAddress, requestsOf } from "./confirm.server.ts";
import { CONFIRM_DAYS } from "./confirm-mail.ts";
import { getLead } from "../data.server.ts";
import { listPages } from "../page/pages.server.ts";
import { currentLeadId } from "../people/merged.server.ts";
import { readConfirmToken } from "../preferences/tokens.server.ts";
import { maskedAddress } from "../preferences/preferences.ts";

/** Static so that it works without script: people open it once, on any phone. */
export const handle = { static: true, lightFonts: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  // The error page sets its own.
  loaderData ? [{ title: "Confirm your address" }, { name: "robots", content: "noindex" }] : [];

// Same-origin so that the form post carries a referrer on this site only; the URL contains a token.
export const headers = () => ({
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
});

interface LinkView {
  readonly state: "fresh" | "confirmed" | "expired" | "stopped";
  readonly titles: readonly string[];
  readonly wordings: readonly string[];
  /** The form's slug, if its page is still open. */
  readonly slug: string | null;
  /** Masked, because the email may have been forwarded. */
  readonly email: string;
}

const GONE =
  "This link was already used or has expired. If you still want what you asked for, ask for it again.";

function atLink<T>(
  token: string | undefined,
  work: (ctx: AccountContext, link: { leadId: string; isLate: boolean }) => Promise<T>,
): Promise<T> {
  const link = readConfirmToken(token ?? "");
  if (!link) throw new AppError("not_found", "This link doesn’t work. Make sure you have all of it.");
  return withAccount(link.accountId, async (ctx) =>
    work(ctx, {
      leadId: await currentLeadId(ctx, link.leadId),
      isLate: Temporal.Instant.compare(link.until, ctx.now) <= 0,
    }),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") throw new AppError("not_found", GONE);
    throw error;
  });
}

async function viewOf(
  ctx: AccountContext,
  { leadId, isLate }: { leadId: string; isLate: boolean },
): Promise<LinkView> {
  // Requests first: if another visitor confirms in between, an older lead without requests would look
  // expired.
  const [requests, lead] = [await requestsOf(ctx, [leadId]), await getLead(ctx, leadId)];
  const open = new Set((await listPages(ctx)).flatMap(({ id, closedAt }) => (closedAt ? [] : [id])));
  const state = lead.unsubscribedAt
    ? "stopped"
    : !requests.length
      ? lead.confirmedAt
        ? "confirmed"
        : "expired"
      : isLate
        ? "expired"
        : "fresh";
  const words = requests.flatMap(({ wording, textWording, answers }) => [
    wording,
    ...(answers?.texts ? [textWording] : []),
  ]);
  return {
    state,
    titles: [...new Set(requests.map(({ title }) => title))],
    wordings: [...new Set(words)],
    slug: requests.findLast(({ pageId }) => open.has(pageId))?.slug ?? null,
    email: maskedAddress(lead.email ?? ""),
  };
}

/** Changes nothing: mail scanners follow every link. */
export function loader({ params }: LoaderFunctionArgs) {
  return answering(() =>
    atLink(params["token"], async (ctx, link): Promise<LinkView & { face: PublicProfile }> => ({
      ...(await viewOf(ctx, link)),
      face: publicProfileOf(await getBusiness(ctx)),
    })),
  );
}

/** Confirms the address. Idempotent. */
export function action({ params }: ActionFunctionArgs) {
  return answering(() =>
    atLink(params["token"], async (ctx, link) => {
      const { state } = await viewOf(ctx, link);
      if (state !== "fresh")
        return data({ state, titles: [] as readonly string[] }, state === "confirmed" ? 200 : 410);
      return data({ state: "confirmed" as const, titles: await confirmAddress(ctx, link.leadId) }, 200);
    }),
  );
}

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(" and ");

export default function Confirm() {
  const link = useLoaderData<typeof loader>();
  const submitted = useActionData<typeof action>();
  const { face, email, slug } = link;
  const { business } = face;
  const state = submitted?.state ?? link.state;
  return (
    <ClientPage face={face}>
      {state === "fresh" ? (
        <>
          <h1>Is this your address?</h1>
          <p className="mt-6 max-w-measure text-lg">
            Someone asked {business} to send <strong>{quoted(link.titles)}</strong> to {email}. If that was
            you, tap the button and it’s on its way by email.
          </p>
          <p className="mt-6 max-w-measure">What you agree to:</p>
          <ul className="mt-2 max-w-measure list-disc pl-5">
            {link.wordings.map((wording) => (
              <li key={wording}>{wording}</li>
            ))}
          </ul>
          <form method="post" className="mt-8">
            <SubmitButton size="large" busy="Confirming...">
              Yes, confirm my address
            </SubmitButton>
          </form>
          <p className="mt-6 max-w-measure">If it wasn’t you, close this page. Nothing is sent.</p>
        </>
      ) : state === "confirmed" ? (
        <>
          <h1>{submitted?.titles.length ? "Thank you. It’s on its way" : "Your address is confirmed"}</h1>
          <p className="mt-6 max-w-measure text-lg">
            {submitted?.titles.length
              ? `${quoted(submitted.titles)} is on its way to ${email} now. It usually takes a minute.`
              : `What you asked for went out to ${email}. If you don’t see it, check your spam folder.`}
          </p>
        </>
      ) : state === "stopped" ? (
        <>
          <h1>You asked {business} not to email you</h1>
          <p className="mt-6 max-w-measure text-lg">
            Nothing is sent to {email}, so there’s nothing to confirm.
          </p>
        </>
      ) : (
        <>
          <h1>This link has expired</h1>
          <p className="mt-6 max-w-measure text-lg">
            It was good for {CONFIRM_DAYS} days, and nothing was sent.{" "}
            {slug
              ? "If you still want it, ask again and we’ll email you a new link."
              : `If you still want it, ask ${business}.`}
          </p>
          {slug ? (
            <p className="mt-8">
              <LinkButton href={`/p/${slug}`}>Ask again</LinkButton>
            </p>
          ) : null}
        </>
      )}
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
