import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, PaperPage } from "#ground/papers/public.tsx";
import { findJob } from "#trade/jobs/public.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { StateMark } from "#ui/state-mark.tsx";
import { formatDays } from "../rules/change.ts";
import { revisionLabel } from "../rules/states.ts";
import { PAPER, versionOfPaper } from "../stored/changes.server.ts";
import { SheetView } from "./sheet-view.tsx";

export const handle = { static: true };
export const meta = ({
  loaderData,
}: {
  loaderData?: { content: { kind: string; sheet: { title: string } } } | undefined;
}) =>
  loaderData
    ? [
        { title: `${loaderData.content.kind}: ${loaderData.content.sheet.title}` },
        { name: "robots", content: "noindex" },
      ]
    : [];
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, PAPER, async (ctx, paper) => {
    const { version, row } = await versionOfPaper(ctx, paper.id);
    const { currency } = await getBusiness(ctx);
    const { sheet } = version;
    const co = paper.state === "approved" ? row.co : null;
    const number = `${co ?? paper.number}${version.version > 1 ? ` ${revisionLabel(version.version)}` : ""}`;
    const address = (await findJob(ctx, row.jobId))?.address;
    return {
      sheet,
      kind: `Change order ${number}${address ? ` for ${address}` : ""}`,
      price: formatAmount(sheet.cents, currency),
      voided: row.state === "voided" && row.version === version.version ? row.voidReason : null,
    };
  });

export const action = (args: ActionFunctionArgs) => answerPaper(args, PAPER);

/** A change as its approvers see it: what, why, what it costs, and what it does to the contract. */
export default function ClientChange() {
  const { view, content } = useLoaderData<typeof loader>();
  const { sheet, kind, price, voided } = content;
  const isOpen = view.closed === null && view.own === null && view.asks !== "nothing";
  const count = Math.abs(sheet.days);
  const days =
    count === 0
      ? ""
      : `, with ${count} ${sheet.days > 0 ? "more" : "fewer"} day${count === 1 ? "" : "s"} to complete the work`;
  return (
    <PaperPage
      view={view}
      kind={kind}
      approval={
        <p className="max-w-measure">
          You’re approving this change order: “{sheet.title}” for {price}
          {days}.
        </p>
      }
    >
      {voided === null ? null : (
        <StateMark state="stopped">This change order was voided. Reason: {voided}</StateMark>
      )}
      <p className="estimate-price">
        <b>{price}</b>
        {view.isApproved && voided === null ? (
          <a className="text-link" href="#answer">
            Approved
          </a>
        ) : null}
        <span className="estimate-quiet">
          {[
            sheet.days === 0 ? "" : `${formatDays(sheet.days)} to complete the work`,
            isOpen && view.answerBy ? `Reply by ${view.answerBy.words}` : "",
          ]
            .filter(Boolean)
            .join(". ")}
        </span>
      </p>
      <SheetView sheet={sheet} photosAt={`/s/${view.token}/change/photos`} />
      {isOpen ? (
        <p className="estimate-yes">
          <b className="estimate-amount">{price}</b>
          <a className="button" data-kind="signal" href="#answer">
            {view.asks === "signature" ? "Sign" : "Approve"} or reply
          </a>
        </p>
      ) : null}
    </PaperPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
