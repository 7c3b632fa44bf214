import type { LoaderFunctionArgs } from "react-router";
import { answerDripFile } from "../paper/answer-download.server.ts";
import { getDrip } from "./drafts.server.ts";
import { textToRead } from "./model-draft.server.ts";

/**
 * `/genLeadDrip/{pdf|text}/{token}`: a draft as a file; with `?read=other`, the version that was not chosen.
 */
export function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  return answerDripFile(params["format"], async () => {
    const found = await getDrip(params["token"] ?? "");
    return { drip: { ...found, text: await textToRead(found, request) }, from: { businessName: "" } };
  });
}
