import { type LoaderFunctionArgs, redirect } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { changeLogOf, drawLog, logRows, paperOfLog } from "./log.server.ts";

/** The change log of a job, as a PDF; `?as=csv` as a spreadsheet, `?as=quickbooks` approved ones to bill. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { logJobId: jobId = "" } = args.params;
  const { searchParams } = new URL(args.request.url);
  const as = searchParams.get("as");
  if (as === "quickbooks")
    return redirect(`/account/settings/quickbooks/invoices.csv?${new URLSearchParams({ job: jobId })}`);
  if (as === "csv") {
    const rows = await inAccount(args, "work.read", async (ctx) =>
      logRows(await changeLogOf(ctx, jobId), (await getBusiness(ctx)).currency),
    );
    return csvResponse(
      (async function* () {
        yield rows;
      })(),
      "change-log.csv",
    );
  }
  const paper = await inAccount(args, "work.read", async (ctx) =>
    paperOfLog(ctx, await changeLogOf(ctx, jobId)),
  );
  return sendPdf(async () => ({
    file: await drawLog(paper),
    name: "change-log.pdf",
    how: searchParams.has("download") ? "attachment" : "inline",
  }));
}
