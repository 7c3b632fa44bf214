import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { TICKET_PAPER } from "./ticket.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, TICKET_PAPER, () => Promise.resolve(null));

export const action = (args: ActionFunctionArgs) => answerPaper(args, TICKET_PAPER);

/** A ticket as who signed it sees it: the signed copy itself, and a way to ask. */
export default function ClientTicket() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <PaperPage view={view}>
      <p>
        This is the ticket that was signed on site for extra work by {view.face.business || "the business"}.
      </p>
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
