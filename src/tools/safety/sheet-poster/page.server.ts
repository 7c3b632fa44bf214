import { type LoaderFunctionArgs, redirect } from "react-router";
import { getBusiness, publicProfileOf } from "#ground/businesses/public.server.ts";
import { atLink, atShare, type OpenedShare, recordVisitLater } from "#ground/shares/public.server.ts";
import { allRecordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { findJob, type JobRow } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { jobSheetPdf } from "../sheets/job-pdf.server.ts";
import { pageLanguage } from "../own-phone/words.ts";
import { findSheets, foundBy, SHEET, sheetOf } from "../sheets/sheet.ts";
import { SHEETS_LINK } from "./link.server.ts";
import { POSTER_WORDS } from "./words.ts";

const LONGEST_SEARCH = 100;

/** The job that a poster's link opens. @throws AppError not_found, also for a removed job */
async function jobOfLink(ctx: AccountContext, { kind, madeFor }: OpenedShare): Promise<JobRow> {
  if (kind !== SHEETS_LINK || !madeFor) throw new AppError("not_found", "Page not found.");
  const job = await findJob(ctx, madeFor);
  if (!job) throw new AppError("not_found", "This job isn’t there anymore, so neither are its sheets.");
  return job;
}

/** The safety data sheets of a job, for people without an account. Names nobody and nothing else. */
export const loadSheetsPage = (args: LoaderFunctionArgs) =>
  answering(() =>
    atLink(args.request, args.params["token"], async (ctx, link, isOpen) => {
      if (!isOpen) throw redirect(`/s/${args.params["token"]}`, 303);
      const job = await jobOfLink(ctx, link);
      recordVisitLater(ctx.account.id, args.request, link.id, "looked");
      const q = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST_SEARCH);
      const sheets = (await allRecordsOfKind(ctx, SHEET, { job: job.jobId }))
        .map(({ id, fields }) => ({ id, values: shownFields(fields) }))
        .filter(({ values }) => values["removed"] !== true)
        .map(({ id, values }) => ({ id, sheet: sheetOf(values) }))
        .filter(({ sheet }) => sheet.type === "sds" && sheet.file !== null)
        .map((one) => ({ ...one, found: foundBy(one.sheet) }))
        .toSorted((one, other) => one.sheet.name.localeCompare(other.sheet.name, "en", { numeric: true }));
      const language = pageLanguage(args.request);
      return {
        ...{ q, language, jobName: job.name, count: sheets.length },
        face: publicProfileOf(await getBusiness(ctx)),
        sheets: findSheets(sheets, q).map(({ id, sheet }) => ({
          ...{ id, name: sheet.name },
          about: POSTER_WORDS[language].about({ ...sheet, pages: sheet.file!.pages }),
        })),
      };
    }),
  );

/** The PDF of one of them. */
export const sendSharedSheet = ({ request, params }: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(() =>
    answering(() =>
      atShare(request, params["token"], async (ctx, link) =>
        jobSheetPdf(ctx, params["recordId"] ?? "", {
          job: (await jobOfLink(ctx, link)).jobId,
          type: "sds",
        }),
      ),
    ),
  );
