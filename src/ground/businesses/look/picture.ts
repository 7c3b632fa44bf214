import type { LoaderFunctionArgs } from "react-router";
import { pictureFile } from "./public-picture.server.ts";
import { sendPublicPicture } from "./send-public-picture.server.ts";

/**
 * `/picture/{kind}/{token}.webp`: a face, a picture of recent work, or the cover of a guide, for the pages of
 * a business.
 */
export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  const { kind = "", file = "" } = params;
  const key = kind !== "logo" && file.endsWith(".webp") ? pictureFile(kind, file.slice(0, -5)) : undefined;
  return sendPublicPicture(key, { type: "image/webp", name: "picture.webp" });
}
