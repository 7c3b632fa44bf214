import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { BookView } from "./book/book-view.tsx";
import { getReport } from "./data.server.ts";
import { REPORT } from "./mail/send.server.ts";
import { titleOf } from "./paper/registry.server.ts";
import { formatContents } from "./rules.ts";

export const handle = { static: true };

export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, REPORT, async (ctx, { thingId }) => {
    const { shape, fromDay, toDay, entries, photos, book } = await getReport(ctx, thingId);
    const contents = formatContents(entries ?? 0, photos ?? 0);
    return { title: titleOf(shape, fromDay, toDay), contents, book };
  });

export const action = (args: ActionFunctionArgs) => answerPaper(args, REPORT);

/** A report as its client sees it: what it is of, the PDF, what they are asked, and a photo book’s photos. */
export default function ClientReport() {
  const { view, content } = useLoaderData<typeof loader>();
  return (
    <PaperPage
      view={view}
      after={
        content.book ? <BookView book={content.book} photosAt={`/s/${view.token}/report/photos`} /> : null
      }
    >
      <p>
        {content.title}, with {content.contents}.
      </p>
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
