import type { LoaderFunctionArgs } from "react-router";
import { sendContactCard } from "#ground/businesses/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { atPage } from "./pages.server.ts";

/** The business of a page, for the contacts of its reader's phone. */
export const loader = ({ params }: LoaderFunctionArgs): Promise<Response> =>
  answering(() =>
    atPage(params["slug"] ?? "", (_ctx, _page, business) => Promise.resolve(sendContactCard(business))),
  );
