import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { madeLink } from "#ground/papers/public.server.ts";
import { MadeLink } from "#ground/papers/public.tsx";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { DELIVERY, type State, STATE_LABELS, STATES } from "./rules.ts";
import { shareSlip, slipRequest } from "./slip.server.ts";

export const meta = () => [{ title: "Deliveries" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STATES), readAfter(searchParams)];
    const jobs = await jobsById(ctx);
    const { page, next } = await pageOfItems(ctx, { kind: DELIVERY }, filters, after);
    const items = page.map((item) => ({ ...item, job: jobs.get(item.jobId)?.name ?? "" }));
    return { filters, isFirst: !after, items, next, jobs: jobChoices(jobs) };
  });

/** Makes a link at which the client accepts a delivery. Drawing takes a moment, so no transaction is open. */
export const action = (args: ActionFunctionArgs) =>
  answering(async () => {
    const { delivery: id = "" } = await readForm(args.request);
    const pdf = await renderPdf(await inAccount(args, "work.write", (ctx) => slipRequest(ctx, id)));
    return inAccount(args, "work.write", async (ctx) => madeLink(await shareSlip(ctx, id, pdf)));
  });

/** Deliveries to all jobs. */
export default function DeliveriesOffice() {
  const made = useActionData<typeof action>();
  return (
    <ItemPage
      title="Deliveries"
      path="/account/deliveries"
      about="What came to every job, and what is still expected."
      hint="What came, or its status: “shingles”, “expected”."
      message={made ? <MadeLink {...made} /> : null}
      list={useLoaderData<typeof loader>()}
    >
      {({ id, jobId, job, date, title, state }) => (
        <>
          <a className="text-link" href={`/account/job/${jobId}/deliveries/${id}`}>
            {[date, job, title, STATE_LABELS[state as State]].join(", ")}
          </a>
          {state === "approved" ? (
            <Form method="post">
              <input type="hidden" name="delivery" value={id} />
              <SubmitButton kind="plain" size="small">
                Create a link for the client
              </SubmitButton>
            </Form>
          ) : null}
        </>
      )}
    </ItemPage>
  );
}
