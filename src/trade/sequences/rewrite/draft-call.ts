import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { inAccount } from "#ground/businesses/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { openDraft } from "../draft/drafts.server.ts";
import { toEditor } from "../editor/redirect.server.ts";
import { countRewrite, draftWords, loadWriterContext } from "./rewrite.server.ts";

const asked = z.object({
  kind: z.enum(["mail", "text", "call"], { error: "Only an email, a text, or a call has text." }),
  wish: z.string().trim().max(300, "Keep it under 300 characters.").default(""),
  before: z.coerce.number().int().min(0).max(60).catch(0),
});

export const loader = toEditor;

/** `POST /account/sequences/{id}/steps/draft`: suggests text for an empty step. Stores nothing. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    const known = await inAccount(args, "work.write", async (ctx) => {
      await openDraft(ctx, args.params["sequenceId"] ?? "");
      return { ...(await loadWriterContext(ctx)), person: ctx.user?.id ?? "" };
    });
    const { kind, wish, before } = form.check(asked);
    const verdict = countRewrite(known.person, now());
    if (!verdict.ok) return refuseTooMany(verdict, {}, "That’s a lot in a short time.");
    return await draftWords({ kind, before }, { wish, known, signal: args.request.signal });
  } catch (error) {
    return refuseForm(error, {});
  }
}
