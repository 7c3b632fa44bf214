import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import { linkToSign } from "./links.server.ts";

/** What the leader’s phone shows: an address, and its QR code as an SVG path in modules. */
export interface SignLink {
  readonly address: string;
  readonly side: number;
  readonly path: string;
}

/** Makes or finds today’s link of a talk. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const address = await inAccount(args, "work.write", (ctx) => linkToSign(ctx, args.params["talkId"] ?? ""));
  const matrix = qrMatrix(address);
  const link: SignLink = { address, side: matrix.length, path: qrPath(matrix) };
  return Response.json(link, { headers: { "Cache-Control": "no-store" } });
}

/** For a person who opens the address in a browser. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  inAccount(args, "work.write", () => Promise.reject(new AppError("not_found", "Page not found.")));
