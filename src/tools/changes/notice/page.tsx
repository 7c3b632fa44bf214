import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { NOTICE_PAPER } from "./given.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, NOTICE_PAPER, () => Promise.resolve(null));

export const action = (args: ActionFunctionArgs) => answerPaper(args, NOTICE_PAPER);

/** A notice as who got it sees it: the letter itself, and a way to ask. */
export default function ClientNotice() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <PaperPage view={view}>
      <p>
        {view.face.business || "The business"} gives you notice of a change to the work. The letter says what
        they know of it.
      </p>
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
