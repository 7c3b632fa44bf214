import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, sendContactCard } from "#ground/businesses/public.server.ts";
import { atShare } from "#ground/shares/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";

/** The business that sent a paper, for the contacts of its reader's phone. */
export const loader = ({ request, params }: LoaderFunctionArgs): Promise<Response> =>
  answering(async () => sendContactCard(await atShare(request, params["token"], (ctx) => getBusiness(ctx))));
