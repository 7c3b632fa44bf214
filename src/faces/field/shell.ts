import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { fieldDocument } from "#platform/http/field-document.server.ts";

/**
 * A field screen: everyone signed in with access gets the document, which reads the data on the device. A
 * guest sees only their job.
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, args.params["jobId"] === undefined ? "work.read" : "job.work", () =>
    Promise.resolve(fieldDocument()),
  );
}
