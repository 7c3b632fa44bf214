import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { fieldDocument } from "#platform/http/field-document.server.ts";

/**
 * A field screen: whoever is signed in and may see it gets the document, which reads what the device holds. A
 * guest is kept to their job.
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, args.params["jobId"] === undefined ? "work.read" : "job.work", () =>
    Promise.resolve(fieldDocument()),
  );
}
