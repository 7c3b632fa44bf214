import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { SentPdf } from "#platform/http/send-pdf.server.ts";
import { SHEET, sheetOf, type SheetType } from "./sheet.ts";
import { keyOf } from "./stored.server.ts";

/**
 * The PDF of a sheet that a job has now.
 * @param of the sheet's record @param only a job and a kind that it must be of
 * @throws AppError not_found
 */
export async function jobSheetPdf(
  ctx: AccountContext,
  of: string,
  only?: { readonly job: string; readonly type: SheetType },
): Promise<SentPdf> {
  const record = isId(of) ? await findStoredRecord(ctx, of) : null;
  const values = record?.kind === SHEET ? shownFields(record.fields) : {};
  const { file, name, type } = sheetOf(values);
  const isOther = only !== undefined && (record?.job !== only.job || type !== only.type);
  const job = record?.job ? await findJob(ctx, record.job) : null;
  if (!file || !job || values["removed"] === true || isOther)
    throw new AppError("not_found", "That sheet isn’t on the job anymore.");
  return { file: keyOf(ctx.account.id, file.sha256), name: `${name}.pdf`, how: "inline" };
}
