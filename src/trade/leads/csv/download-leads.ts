import type { LoaderFunctionArgs } from "react-router";
import { inAccount, recordAudit } from "#ground/businesses/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { convertWaiting } from "../capture/capture-queue.server.ts";
import { exportRows } from "./export.server.ts";

/** All leads of the business as CSV. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { account, day } = await inAccount(args, "leads.import", async (ctx) => {
    await convertWaiting(ctx);
    await recordAudit(ctx, "leads.exported");
    return { account: ctx.account.id, day: ctx.now.toString().slice(0, 10) };
  });
  return csvResponse(
    exportRows((work) => withAccount(account, work)),
    `leads-${day}.csv`,
  );
}
