import type { LoaderFunctionArgs } from "react-router";
import { logoFileAt } from "./public-profile.server.ts";
import { sendPublicPicture } from "./send-public-picture.server.ts";

/** `/logo/{token}.png`: a business's logo, for its pages and emails. */
export const loader = ({ params }: LoaderFunctionArgs): Promise<Response> =>
  sendPublicPicture(logoFileAt(params["file"] ?? ""), { type: "image/png", name: "logo.png" });
