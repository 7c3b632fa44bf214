import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { getReport } from "./data.server.ts";
import { REPORT } from "./mail/send.server.ts";
import { titleOf } from "./paper/registry.server.ts";
import { formatContents } from "./rules.ts";

export const handle = { static: true };

export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, REPORT, async (ctx, { thingId }) => {
    const { shape, fromDay, toDay, entries, photos } = await getReport(ctx, thingId);
    return { title: titleOf(shape, fromDay, toDay), contents: formatContents(entries ?? 0, photos ?? 0) };
  });

export const action = (args: ActionFunctionArgs) => answerPaper(args, REPORT);

/** A report as its client sees it: what it is of, the PDF, and what they are asked. */
export default function ClientReport() {
  const { view, content } = useLoaderData<typeof loader>();
  return (
    <PaperPage view={view}>
      <p>
        {content.title}, with {content.contents}.
      </p>
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
