import type { LoaderFunctionArgs } from "react-router";
import { atPaper } from "#ground/papers/public.server.ts";
import { getReport } from "../data.server.ts";
import { REPORT } from "../mail/send.server.ts";
import { sheetOf } from "./sheet.server.ts";

/** The items of a list that was sent, for spreadsheets. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  atPaper(args, REPORT, async (ctx, { thingId }) => sheetOf(await getReport(ctx, thingId)));
