import type { LoaderFunctionArgs } from "react-router";
import { answerDownload } from "./downloads.server.ts";
import { getDraft } from "./drafts.server.ts";

/** `/genLeadMagnet/{pdf|text|cover}/{token}`: what a visitor just made, as a file. */
export function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  return answerDownload(params["format"], async () => {
    const draft = await getDraft(params["token"] ?? "");
    return { text: draft.text, businessName: draft.brief.company, createdAt: draft.createdAt };
  });
}
