import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData, useParams } from "react-router";
import { faceOf, getBusiness } from "#features/businesses/public.server.ts";
import { heardFrom, markOfVisit } from "#features/events/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { atShare } from "./open.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) =>
  // The error page brings its own.
  loaderData ? [{ title: loaderData.title }, { name: "robots", content: "noindex" }] : [];

// Its form has to say where it comes from, so the address is told to this site; to no other.
export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

/** Looking changes nothing: mail scanners follow every link. */
export function loader({ params, request }: LoaderFunctionArgs) {
  return answering(() =>
    atShare(request, params["token"], async (ctx, document) => {
      const business = await getBusiness(ctx);
      return {
        title: document.title,
        askSignature: document.askSignature,
        face: faceOf(business),
        here: markOfVisit(ctx, request, document.madeFor),
      };
    }),
  );
}

/** Leads to the document. That somebody pressed a button for it is a sign of a hand, with or without script. */
export function action({ params, request }: ActionFunctionArgs) {
  return answering(async () => {
    const { here = "", do: answer } = await readForm(request);
    const { id, madeFor } = await atShare(request, params["token"], async (_, document) => document);
    // Whoever wants to read does not wait for it.
    if (madeFor) void heardFrom(here, request.headers, { personId: madeFor, what: "downloaded", about: id });
    return redirect(`/s/${params["token"]}/file${answer === "save" ? "?download" : ""}`, 303);
  });
}

export default function Shared() {
  const { title, askSignature, face, here } = useLoaderData<typeof loader>();
  const { token } = useParams();
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2">{title}</h1>
      <form method="post" action="?" className="mt-6 flex flex-wrap gap-3">
        {here ? <input type="hidden" name="here" value={here} /> : null}
        <SubmitButton name="do" value="read">
          Read it (PDF)
        </SubmitButton>
        <SubmitButton name="do" value="save" kind="plain">
          Save it
        </SubmitButton>
      </form>
      {askSignature ? (
        <p className="mt-8 max-w-measure">
          {face.business || "The business"} asks you to sign this. Read it first.
          <LinkButton className="mt-4" href={`/s/${token}/sign`} kind="signal" size="large">
            Sign it
          </LinkButton>
        </p>
      ) : null}
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
