import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { SLIP } from "./slip.server.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;
export const loader = (args: LoaderFunctionArgs) => loadPaper(args, SLIP, async () => null);
export const action = (args: ActionFunctionArgs) => answerPaper(args, SLIP);

/** What a client is asked to accept. */
export default function Slip() {
  return (
    <PaperPage view={useLoaderData<typeof loader>().view}>
      <p>Look at what was delivered, and tell us if you accept it.</p>
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
