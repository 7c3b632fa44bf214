import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { getReport } from "../data.server.ts";
import { sheetOf } from "./sheet.server.ts";

/** The items of a list as they were printed, for spreadsheets. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  inAccount(args, "work.read", async (ctx) => sheetOf(await getReport(ctx, args.params["reportId"] ?? "")));
