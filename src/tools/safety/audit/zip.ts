import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { safeName, streamZip } from "#platform/archive/zip.server.ts";
import { type AccountContext, withMember } from "#platform/db/scope.server.ts";
import { AppError, TooManyError } from "#platform/errors/app-error.ts";
import { failureAsText } from "#platform/http/answers.server.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { documentOfPlan, readPlan } from "../hazards/document.server.ts";
import { documentOfTalk, readTalk } from "../paper/document.server.ts";
import { documentOfAudit } from "./document.server.ts";
import { findAudit, nameOf } from "./find.server.ts";

/** Accounts whose ZIP is being sent: one at a time each, because each talk is drawn for it. */
const sending = new Set<string>();

/** The audit report with the PDF of every talk and plan, as a ZIP that is made while it is sent. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  try {
    const found = await findAudit(args);
    // Nobody reads the body then, so nothing is drawn.
    return args.request.method === "HEAD"
      ? new Response(null, { headers: headersOf(found) })
      : sendAll(found);
  } catch (error) {
    return failureAsText(error);
  }
}

type Found = Awaited<ReturnType<typeof findAudit>>;

const headersOf = ({ audit }: Pick<Found, "audit">) => ({
  "Cache-Control": "private, no-store",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Content-Type": "application/zip",
  "Content-Disposition": contentDisposition("attachment", `${nameOf(audit)}.zip`),
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
});

function sendAll({ audit, account, user, member }: Found): Response {
  if (sending.has(account))
    throw new TooManyError("A download is still running. Try again once it’s done.", 30);
  const nameIn = (folder: string, name: string, job: { name: string; jobId: string }) =>
    `${folder}/${name} ${safeName(job.name, job.jobId.slice(-6))}.pdf`;
  // Null for what was deleted meanwhile. Anything else ends the download: a report that leaves out a talk
  // without saying so would be worse than none.
  const find = <T>(read: (ctx: AccountContext) => Promise<T>) =>
    withMember(account, user, member, read).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    });
  async function* files() {
    yield { name: "safety-audit.pdf", bytes: await renderPdf(await documentOfAudit(audit)) };
    for (const { id, date } of audit.talks) {
      const talk = await find((ctx) => readTalk(ctx, id));
      if (talk)
        yield {
          name: nameIn("talks", talk.talk.number ?? date, talk.job),
          bytes: await renderPdf(await documentOfTalk(talk)),
        };
    }
    for (const { id, date } of audit.plans) {
      const plan = await find((ctx) => readPlan(ctx, id));
      if (plan)
        yield {
          name: nameIn("plans", plan.plan.number ?? `${date} ${id.slice(-6)}`, plan.job),
          bytes: await renderPdf(await documentOfPlan(plan)),
        };
    }
  }
  const sent = Readable.from(streamZip(audit.createdAt, files()), { objectMode: false });
  sending.add(account);
  // Also once the reader goes away.
  sent.once("close", () => sending.delete(account));
  return new Response(Readable.toWeb(sent) as ReadableStream<Uint8Array>, { headers: headersOf({ audit }) });
}
