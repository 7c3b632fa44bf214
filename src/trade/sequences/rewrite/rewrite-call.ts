import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { inAccount } from "#ground/businesses/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { openDraft } from "../draft/drafts.server.ts";
import { toEditor } from "../editor/redirect.server.ts";
import { countRewrite, rewriteWords, loadWriterContext } from "./rewrite.server.ts";

const asked = z.object({
  kind: z.enum(["gift", "mail", "text", "call"], { error: "Only an email, a text, or a call has text." }),
  subject: z.string().max(300, "Keep the subject under 300 characters.").default(""),
  body: z
    .string({ error: "Write something first." })
    .max(20_000, "That’s too long. Shorten it, then try again.")
    .refine((text) => text.trim() !== "", "Write something first."),
  wish: z
    .string({ error: "Say how it should read." })
    .trim()
    .min(1, "Say how it should read.")
    .max(300, "Keep it under 300 characters."),
});

export const loader = toEditor;

/** `POST /account/sequences/{id}/steps/rewrite`: rewrites a step by an instruction. Stores nothing. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    const known = await inAccount(args, "work.write", async (ctx) => {
      await openDraft(ctx, args.params["sequenceId"] ?? "");
      return { ...(await loadWriterContext(ctx)), person: ctx.user?.id ?? "" };
    });
    const { wish, ...words } = form.check(asked);
    const verdict = countRewrite(known.person, now());
    if (!verdict.ok) return refuseTooMany(verdict, {}, "That’s a lot in a short time. Nothing was changed.");
    return await rewriteWords(
      { ...words, body: words.body.replaceAll("\r\n", "\n") },
      wish,
      known.name ?? "us",
      args.request.signal,
    );
  } catch (error) {
    return refuseForm(error, {});
  }
}
