import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { answerPaper, loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta, PaperPage } from "#ground/papers/public.tsx";
import { formatAmount } from "#platform/money/money.ts";
import { changesBetween } from "../rules/changes.ts";
import { describeChoice } from "../rules/layout.ts";
import { type Estimate, TEXTS } from "../rules/estimate.ts";
import { type Choice, totalsOf } from "../rules/totals.ts";
import { choiceIn, choiceOf } from "../rules/choice.ts";
import { formatDay } from "../rules/format.ts";
import { PAPER, versionOfPaper, versionsOf } from "../stored/estimates.server.ts";
import { EstimateView } from "./estimate-view.tsx";
import { NextStepsView } from "./next-steps-view.tsx";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) =>
  loadPaper(args, PAPER, async (ctx, paper, answered) => {
    const { searchParams } = new URL(args.request.url);
    const { content, version, estimateId } = await versionOfPaper(ctx, paper.id);
    const choice = answered
      ? choiceIn(content, answered)
      : choiceOf(content, searchParams.get("option"), searchParams.getAll("with"));
    const { currency } = await getBusiness(ctx);
    const { total, deposit } = totalsOf(content, choice);
    const before = (await versionsOf(ctx, estimateId)).find((one) => one.version === version - 1);
    return {
      estimate: content,
      choice,
      currency,
      total,
      deposit: deposit > 0 ? formatAmount(deposit, currency) : null,
      isChoosing: searchParams.has("option") || searchParams.has("with"),
      validUntil: content.validUntil && formatDay(content.validUntil),
      changes: before ? changesBetween(before.content, content, currency) : [],
    };
  });

export const action = (args: ActionFunctionArgs) => answerPaper(args, PAPER);

/** An estimate as its client sees it: the price, what is included, and how to say yes. */
export default function ClientEstimate() {
  const { view, content } = useLoaderData<typeof loader>();
  const { estimate, choice, currency, total, deposit, validUntil, changes } = content;
  const price = formatAmount(total, currency);
  const { howToPay, start } = estimate;
  const business = view.face.business || "The business";
  const isOpen = view.closed === null && view.own === null;
  const verb = view.asks === "signature" ? "Sign" : "Approve";
  return (
    <PaperPage
      view={view}
      approval={<Approval estimate={estimate} choice={choice} price={price} total={total} />}
      next={
        <NextStepsView steps={{ business, deposit, howToPay, start }} contact={`/s/${view.token}/contact`} />
      }
    >
      <p className="estimate-price">
        <b>{price}</b>
        {view.isApproved ? (
          <a className="text-link" href="#answer">
            Approved. See what happens next
          </a>
        ) : (
          <span className="estimate-quiet">
            {[deposit ? `${deposit} due when you approve` : "", validUntil ? `Valid until ${validUntil}` : ""]
              .filter(Boolean)
              .join(". ")}
          </span>
        )}
      </p>
      {start ? <p>{`${TEXTS.start.label}: ${start}`}</p> : null}
      {changes.length > 0 ? (
        <section aria-label="What changed" className="estimate-changes">
          <h2 className="estimate-heading">What changed since the last version</h2>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <EstimateView
        estimate={estimate}
        choice={choice}
        mayChoose={isOpen && view.asks !== "nothing"}
        currency={currency}
        photosAt={`/s/${view.token}/estimate/photos`}
      />
      {isOpen && view.asks !== "nothing" ? (
        <p className="estimate-yes">
          <b className="estimate-amount estimate-approval">{price}</b>
          <a className="button estimate-approval" data-kind="signal" href="#answer">
            {verb} or reply
          </a>
          <button type="submit" form="choice" className="button estimate-rechosen">
            Show my new price
          </button>
        </p>
      ) : null}
    </PaperPage>
  );
}

/** What exactly an approval is of. */
function Approval({
  estimate,
  choice,
  price,
  total,
}: {
  estimate: Estimate;
  choice: Choice;
  price: string;
  total: number;
}) {
  return (
    <>
      <input type="hidden" name="option" value={choice.option} />
      <input type="hidden" name="extras" value={choice.extras.join(",")} />
      <input type="hidden" name="total" value={total} />
      <p className="estimate-approval max-w-measure">
        You’re approving {describeChoice(estimate, choice, price)}.
      </p>
      <p className="estimate-rechosen max-w-measure">
        You changed your choice. <a href="#choice">Show your new price</a> first, then approve it.
      </p>
    </>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
