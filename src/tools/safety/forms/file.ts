import { type LoaderFunctionArgs, redirect } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { failureAsText } from "#platform/http/answers.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { DOCUMENTS } from "../paper/forms.server.ts";
import { inForms } from "./access.server.ts";
import { loadFormYear } from "./form-year.server.ts";
import { requireAsked } from "./find.server.ts";
import { oshaFiles } from "./osha-files.server.ts";
import { formsPath } from "./paths.ts";

/** A form as PDF, or a file for OSHA: `?year=2026`, and for form 300A `&version=1`. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const file = args.params["file"] ?? "";
  return file.endsWith(".csv") ? sendCsv(args, file) : sendForm(args, file);
}

async function sendCsv(args: LoaderFunctionArgs, file: string): Promise<Response> {
  try {
    const { year, at, found } = await inForms(args, async (ctx) => {
      const asked = await requireAsked(ctx, args);
      const files = oshaFiles(await loadFormYear(ctx, asked.place, asked.year), asked.today);
      const which = { "ita-300a.csv": files.summary, "ita-cases.csv": files.cases }[file];
      return { year: asked.year, at: asked.place.id, found: which };
    });
    if (!found) throw new AppError("not_found", "Page not found.");
    // The page says what is to fix.
    if (found.csv === null) return redirect(`${formsPath(year, at)}#send`, 303);
    return new Response(found.csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": contentDisposition("attachment", `${year}-${file}`),
        "Cache-Control": "private, no-store",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    return failureAsText(error);
  }
}

const sendForm = (args: LoaderFunctionArgs, file: string): Promise<Response> =>
  sendPdf(async () => {
    const { searchParams } = new URL(args.request.url);
    const request = await inForms(args, async (ctx) => {
      const { place, year } = await requireAsked(ctx, args);
      const document = DOCUMENTS[file];
      if (!document) throw new AppError("not_found", "Page not found.");
      return document(ctx, await loadFormYear(ctx, place, year), searchParams);
    });
    return {
      file: await renderPdf(request),
      name: `OSHA-${file.replace(".pdf", "")}-${searchParams.get("year") ?? ""}.pdf`,
      how: searchParams.has("download") ? "attachment" : "inline",
    };
  });
