import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { faceOf, getBusiness } from "#features/businesses/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { getLead, unsubscribeLead } from "./data.server.ts";
import { readUnsubscribeToken } from "./tokens.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  // The error page brings its own.
  loaderData ? [{ title: "Unsubscribe" }, { name: "robots", content: "noindex" }] : [];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

function forToken<T>(token: string | undefined, work: (ctx: AccountContext, leadId: string) => Promise<T>): Promise<T> {
  const ids = readUnsubscribeToken(token ?? "");
  // Thrown before there is a promise: a link that is not ours is no link that has ended (see orGone).
  if (!ids) throw new AppError("not_found", "This link does not open anything. Check that you have all of it.");
  return withAccount(ids.accountId, (ctx) => work(ctx, ids.leadId));
}

/** The link is ours, and what it is about is gone: a business that closed, or a lead it deleted. Then nothing is left to stop. */
function orGone<T, Gone>(work: Promise<T>, gone: Gone): Promise<T | Gone> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return gone;
    throw error;
  });
}

const NOBODY = { business: "", address: null, phone: null, licence: null, hours: [], logo: null, look: null } as const;

/** Looking changes nothing: mail scanners follow every link. */
export function loader({ params }: LoaderFunctionArgs) {
  return answering(() => {
    const found = forToken(params["token"], async (ctx, leadId) => {
      const [business, lead] = [await getBusiness(ctx), await getLead(ctx, leadId)];
      return { face: faceOf(business), email: lead.email, done: lead.unsubscribedAt !== null, gone: false };
    });
    return orGone(found, { face: NOBODY, email: "", done: true, gone: true });
  });
}

/** Acts at once, with no cookie: for the button on the page and for a mail program's own (RFC 8058, `List-Unsubscribe=One-Click`). */
export function action({ params }: ActionFunctionArgs) {
  return answering(async () => {
    await orGone(forToken(params["token"], unsubscribeLead), null);
    return { done: true };
  });
}

export default function Unsubscribe() {
  const { face, email, done, gone } = useLoaderData<typeof loader>();
  const { business } = face;
  const acted = useActionData<typeof action>();
  return (
    <ClientPage face={face}>
      {gone ? (
        <>
          <h1>There is nothing left to stop</h1>
          <p className="mt-6 max-w-measure text-lg">Whoever sent these mails is not here any more. You get no more of them.</p>
        </>
      ) : done || acted?.done ? (
        <>
          <h1>You are unsubscribed</h1>
          <p className="mt-6 max-w-measure text-lg">
            {business} will not send follow-up mail to {email} any more. There is nothing else to do.
          </p>
        </>
      ) : (
        <>
          <h1>Stop these mails?</h1>
          <p className="mt-6 max-w-measure text-lg">
            {business} will not send follow-up mail to {email} any more. It takes effect at once.
          </p>
          <form method="post" className="mt-8">
            <SubmitButton busy="Stopping...">Unsubscribe</SubmitButton>
          </form>
        </>
      )}
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
