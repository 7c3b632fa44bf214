import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { failureAsText } from "#platform/http/answers.server.ts";
import { drawPost, findPost } from "./post.server.ts";
import { readPost } from "./schema.ts";

/** A picture to post. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  try {
    const { searchParams } = new URL(args.request.url);
    const found = await inAccount(args, "work.read", (ctx) => findPost(ctx, readPost(searchParams)));
    const how = searchParams.has("download") ? "attachment" : "inline";
    return new Response(new Uint8Array(await drawPost(found)), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Disposition": contentDisposition(how, `photo-${found.asked.format}.jpg`),
        "X-Content-Type-Options": "nosniff",
        // Somebody may blur more.
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    return failureAsText(error);
  }
}
