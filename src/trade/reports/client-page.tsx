import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { pageNow } from "./book/shown-now.server.ts";
import { BookView } from "./book/book-view.tsx";
import { getReport } from "./data.server.ts";
import { REPORT } from "./mail/send.server.ts";
import { titleOf } from "./paper/registry.server.ts";
import { isItemsPage } from "./items/items-page.ts";
import { ItemsView } from "./items/items-view.tsx";
import { formatContents } from "./rules.ts";

export const handle = { static: true };

export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, REPORT, async (ctx, { thingId }) => {
    const report = await getReport(ctx, thingId);
    const { shape, fromDay, toDay, entries, photos } = report;
    const list = isItemsPage(report.page) ? report.page : null;
    const title = list?.title ?? titleOf(shape, fromDay, toDay);
    const contents = formatContents(entries ?? 0, photos ?? 0, list?.noun);
    return { title, contents, ...(await pageNow(ctx, report)) };
  });

export const action = (args: ActionFunctionArgs) => answerPaper(args, REPORT);

/** A report as its client sees it: what it is of, the PDF, what they are asked, and its photos or items. */
export default function ClientReport() {
  const {
    view,
    content: { page, ...content },
  } = useLoaderData<typeof loader>();
  const photosAt = `/s/${view.token}/report/photos`;
  return (
    <PaperPage
      view={view}
      after={
        isItemsPage(page) ? (
          <ItemsView page={page} photosAt={photosAt} csvAt={`/s/${view.token}/report/csv`} />
        ) : page ? (
          <BookView book={page} photosAt={photosAt} />
        ) : null
      }
    >
      <p>
        {content.title}, with {content.contents}.
      </p>
      {content.left > 0 ? (
        <p className="mt-2">
          {content.left === 1 ? "One photo was" : `${content.left} photos were`} taken off this page after the
          report was made. The PDF is as it was made.
        </p>
      ) : null}
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
