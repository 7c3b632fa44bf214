import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { PaperPage } from "#ground/papers/public.tsx";
import { SLIP } from "./slip.server.ts";

export const handle = { static: true };

// `same-origin`: this site needs the referrer for the form's origin check; other sites never see the address.
export const headers = () => ({
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});

export const loader = (args: LoaderFunctionArgs) => loadPaper(args, SLIP, async () => null);

export const action = (args: ActionFunctionArgs) => answerPaper(args, SLIP);

/** What a client is asked to accept. */
export default function Slip() {
  const { view } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <PaperPage view={view} refusal={answer && "errors" in answer ? answer : undefined}>
      <p>Please look at what was delivered, and say whether you accept it.</p>
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
