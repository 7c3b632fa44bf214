import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { faceOf, getBusiness } from "#features/businesses/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { atShare } from "./open.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) =>
  // The error page brings its own.
  loaderData ? [{ title: loaderData.title }, { name: "robots", content: "noindex" }] : [];

export const headers = () => ({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });

export function loader({ params }: LoaderFunctionArgs) {
  return answering(() =>
    atShare(params["token"], async (ctx, document) => {
      const business = await getBusiness(ctx);
      return { title: document.title, face: faceOf(business), file: `/s/${params["token"]}/file` };
    }),
  );
}

export default function Shared() {
  const { title, face, file } = useLoaderData<typeof loader>();
  return (
    <ClientPage face={face}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2">{title}</h1>
      <p className="mt-6 flex flex-wrap gap-3">
        <LinkButton href={file}>Read it (PDF)</LinkButton>
        <LinkButton href={`${file}?download`} kind="plain">
          Save it
        </LinkButton>
      </p>
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
