import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { addressKey } from "#platform/http/limits/limits.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientErrorBoundary } from "#ui/client-error.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { Panel } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { changeVisit, loadVisit } from "./booked-page.server.ts";
import { Times } from "./times.tsx";

export const handle = { static: true, lightFonts: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  loaderData ? [{ title: "Your visit" }, { name: "robots", content: "noindex" }] : [];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

/** A client's visit: when, where, and what they can do with it. Opening it changes nothing. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return answering(async () => ({
    ...(await loadVisit(params["token"] ?? "", url)),
    did: ["booked", "moved", "canceled"].find((did) => url.searchParams.has(did)) ?? null,
  }));
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const token = params["token"] ?? "";
  const form = await readForm(request);
  try {
    const did = await changeVisit(token, form, addressKey(context));
    return redirect(`/visits/booked/${token}?${did}`, 303);
  } catch (error) {
    return refuseForm(error, {});
  }
}

export default function BookedVisit() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { face, state, isAhead, times, chosen, did } = page;
  if (times || chosen)
    return (
      <ClientPage face={face}>
        <p className="label">Now: {page.when}</p>
        <h1 className="mt-2">{chosen ? "Move it to this time?" : "Choose another time"}</h1>
        {page.isTaken ? (
          <Panel tone="brick" className="mt-6">
            <p role="status">{refused?.message ?? "That time isn’t free anymore. These are."}</p>
          </Panel>
        ) : null}
        {chosen ? <MoveForm chosen={chosen} message={refused?.message ?? null} /> : null}
        {times ? <Times times={times} keep={{ move: "" }} /> : null}
        <p className="mt-6">
          <a className="text-link" href={page.path}>
            Keep it as it is
          </a>
        </p>
      </ClientPage>
    );
  const heading =
    state === "canceled"
      ? "This visit is canceled"
      : !isAhead
        ? "This visit is over"
        : did === "booked"
          ? "You’re booked"
          : did === "moved"
            ? "Moved"
            : "Your visit";
  return (
    <ClientPage face={face}>
      <p className="label">{page.title}</p>
      <h1 className="mt-2">{heading}</h1>
      <p className={`visit-when mt-6 ${state === "canceled" ? "line-through" : ""}`.trimEnd()}>
        {page.when}
        {page.whenThere ? <span>{page.whenThere}</span> : null}
      </p>
      <p className="mt-2 max-w-measure">{page.where}</p>
      {did && page.mailed ? (
        <p className="mt-4 max-w-measure" role="status">
          We emailed {did === "canceled" ? "you a note about it" : "the details"} to {page.mailed}.
        </p>
      ) : null}
      {refused ? <StatusLine kind="error">{refused.message}</StatusLine> : null}
      {state === "canceled" || !isAhead ? (
        page.again ? (
          <p className="mt-6">
            <LinkButton href={page.again}>Book another visit</LinkButton>
          </p>
        ) : null
      ) : (
        <>
          <div className="visit-acts">
            <LinkButton kind="plain" href={`${page.path}/visit.ics`}>
              Add to my calendar
            </LinkButton>
            <LinkButton kind="plain" href={`${page.path}?move`}>
              Move it
            </LinkButton>
          </div>
          <details className="visit-cancel">
            <summary>Cancel the visit</summary>
            <form method="post" action={page.path} className="form mt-4">
              <p>The time goes to someone else. You can book another one later.</p>
              <SubmitButton kind="stop" name="do" value="cancel" busy="Canceling...">
                Yes, cancel it
              </SubmitButton>
            </form>
          </details>
        </>
      )}
      <ReachBusiness face={face} />
    </ClientPage>
  );
}

function MoveForm({
  chosen,
  message,
}: {
  chosen: { readonly at: string; readonly when: string; readonly whenThere: string | null };
  message: string | null;
}) {
  return (
    <form method="post" className="form mt-6">
      <p className="visit-when">
        {chosen.when}
        {chosen.whenThere ? <span>{chosen.whenThere}</span> : null}
      </p>
      <input type="hidden" name="at" value={chosen.at} />
      <SubmitButton name="do" value="move" busy="Moving..." wide>
        Move the visit
      </SubmitButton>
      <p>
        <a className="text-link" href="?move">
          Choose another time
        </a>
      </p>
      <StatusLine kind="error">{message}</StatusLine>
    </form>
  );
}

export const ErrorBoundary = ClientErrorBoundary;
