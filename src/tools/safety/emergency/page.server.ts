import { type LoaderFunctionArgs, redirect } from "react-router";
import { getBusiness, publicProfileOf } from "#ground/businesses/public.server.ts";
import { atLink, recordVisitLater } from "#ground/shares/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { EMERGENCY_LINK, getCard } from "./stored.server.ts";

/** An emergency card for people without an account, and nothing else of its job. */
export const loadEmergencyPage = ({ request, params }: LoaderFunctionArgs) =>
  answering(() =>
    atLink(request, params["token"], async (ctx, { kind, jobId, id }, isOpen) => {
      if (!isOpen) throw redirect(`/s/${params["token"]}`, 303);
      if (kind !== EMERGENCY_LINK || !jobId) throw new AppError("not_found", "Page not found.");
      const { card, job } = await getCard(ctx, jobId);
      recordVisitLater(ctx.account.id, request, id, "looked");
      return { card, jobName: job.name, face: publicProfileOf(await getBusiness(ctx)) };
    }),
  );

export type EmergencyPageView = Awaited<ReturnType<typeof loadEmergencyPage>>;
