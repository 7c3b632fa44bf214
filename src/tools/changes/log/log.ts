import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { billingOf, changeLogOf, drawLog, logRows, paperOfLog } from "./log.server.ts";

/** The change log of a job, as a PDF; `?as=csv` as a spreadsheet, `?as=quickbooks` approved ones to bill. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { logJobId: jobId = "" } = args.params;
  const { searchParams } = new URL(args.request.url);
  const as = searchParams.get("as");
  if (as === "csv" || as === "quickbooks") {
    const rows = await inAccount(args, "work.read", async (ctx) =>
      as === "quickbooks"
        ? billingOf(ctx, jobId)
        : logRows(await changeLogOf(ctx, jobId), (await getBusiness(ctx)).currency),
    );
    return csvResponse(
      (async function* () {
        yield rows;
      })(),
      as === "csv" ? "change-log.csv" : "approved-changes.csv",
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
