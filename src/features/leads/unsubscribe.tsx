import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { getBusiness } from "#features/businesses/public.server.ts";
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
  if (!ids) throw new AppError("not_found", "This link does not open anything. Check that you have all of it.");
  return withAccount(ids.accountId, (ctx) => work(ctx, ids.leadId));
}

/** Looking changes nothing: mail scanners follow every link. */
export function loader({ params }: LoaderFunctionArgs) {
  return answering(() =>
    forToken(params["token"], async (ctx, leadId) => {
      const [business, lead] = [await getBusiness(ctx), await getLead(ctx, leadId)];
      return { business: business.name ?? "", address: business.postalAddress, email: lead.email, done: lead.unsubscribedAt !== null };
    }),
  );
}

/** Acts at once, with no cookie: for the button on the page and for a mail program's own (RFC 8058, `List-Unsubscribe=One-Click`). */
export function action({ params }: ActionFunctionArgs) {
  return answering(async () => {
    await forToken(params["token"], unsubscribeLead);
    return { done: true };
  });
}

export default function Unsubscribe() {
  const { business, address, email, done } = useLoaderData<typeof loader>();
  const acted = useActionData<typeof action>();
  return (
    <ClientPage business={business} address={address}>
      {done || acted?.done ? (
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
