import type { LoaderFunctionArgs } from "react-router";
import { answerDownload } from "../paper/answer-download.server.ts";
import { getDraft } from "./drafts.server.ts";
import { layoutFor } from "../paper/layout.ts";
import { textToRead } from "./model-draft.server.ts";

/**
 * `/genLeadMagnet/{pdf|text|cover}/{token}`: a draft as a file; with `?read=other`, the version that was not
 * chosen.
 */
export function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  return answerDownload(params["format"], async () => {
    const draft = await getDraft(params["token"] ?? "");
    const { brief, createdAt } = draft;
    const text = await textToRead(draft, request);
    return { text, brand: { businessName: brief.company, createdAt, layout: layoutFor(brief.tone) } };
  });
}
