import type { LoaderFunctionArgs } from "react-router";
import { atShare } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import type { Document } from "../signatures.server.ts";

/**
 * Runs `work` at a link that asks for a signature.
 * @throws AppError not_found for a link that opens nothing (any more), or asks for no signature
 */
export function atSigning<T>(
  { request, params }: LoaderFunctionArgs,
  work: (ctx: AccountContext, document: Document) => Promise<T>,
): Promise<T> {
  return atShare(
    request,
    params["token"],
    (ctx, { id, title, file, fileName, jobId, madeFor, askSignature }) => {
      if (!askSignature) throw new AppError("not_found", "This document doesn’t need a signature.");
      return work(ctx, { id, title, file, fileName, jobId, madeFor });
    },
  );
}

/** Network address and browser of a request. */
export function senderOf({ request, context }: LoaderFunctionArgs): { address: string; userAgent: string } {
  return { address: context.get(clientAddressContext), userAgent: request.headers.get("user-agent") ?? "" };
}
