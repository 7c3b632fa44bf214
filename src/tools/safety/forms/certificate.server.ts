import { drawingOf } from "#ground/signatures/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError, type FieldErrors } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { openDaysOf } from "../incidents/forms/open-cases.ts";
import type { FormYear } from "./form-year.server.ts";
import type { Certificate } from "./years.server.ts";
import { certifySchema } from "./schema.ts";

/**
 * Reads what certifies form 300A as it is now.
 * @param today "2027-01-28", where the business is
 * @throws AppError invalid with a message per field; conflict for a form that isn’t what the person saw
 */
export function readCertificate(
  form: PostedForm,
  { establishment, totals, certificates, isChanged, year, cases }: FormYear,
  today: string,
): Omit<Certificate, "version"> {
  if (certificates.length > 0 && !isChanged)
    throw new AppError("conflict", "This form 300A is certified already.");
  const drawing = drawingOf(form["drawing"]);
  let fields: FieldErrors = drawing ? {} : { drawing: "Draw your signature in the box." };
  let typed: ReturnType<typeof certifySchema.parse> | undefined;
  try {
    typed = form.check(certifySchema);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    fields = { ...error.fields, ...fields };
  }
  const day = form["day"] ?? "";
  if (day > today) fields = { day: "Enter today or an earlier day.", ...fields };
  else if (day <= `${year}-12-31`)
    fields = { day: `Form 300A is certified after ${year} is over.`, ...fields };
  if (certificates.length > 0 && typed?.reason === "")
    fields = { ...fields, reason: "Say why form 300A changed after it was certified." };
  if (!typed || !drawing || Object.keys(fields).length > 0)
    throw new AppError("invalid", "Some fields need another look.", { fields });
  if (`${year}-12-31` >= today)
    throw new AppError("conflict", `${year} isn’t over yet. Certify form 300A in January.`);
  if (establishment.hours === null || establishment.averageEmployees === null)
    throw new AppError(
      "conflict",
      "Enter the hours worked and the average employees first. Form 300A has them.",
    );
  if (form["seen"] !== seenOf(totals, establishment))
    throw new AppError("conflict", "Form 300A changed while you read it. Read it again, then certify it.");
  const { name, title, phone, reason } = typed;
  const id = form["id"] ?? "";
  if (!isId(id)) throw new AppError("invalid", "This form is incomplete. Reload the page.");
  return {
    ...{
      id,
      form: { establishment, totals, open: openDaysOf(cases) },
      name,
      title,
      phone,
      day: typed.day,
      drawing,
    },
    reason: certificates.length > 0 ? reason : "",
  };
}

/** What a person saw when they certified, so that nobody certifies other numbers. */
export const seenOf = (totals: FormYear["totals"], establishment: FormYear["establishment"]): string =>
  JSON.stringify([totals, establishment]);
