import type { ActionFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { readDraft } from "./form.ts";
import { saveDraft } from "./drafts.server.ts";
import { toEditor } from "../editor/redirect.server.ts";

export const loader = toEditor;

/**
 * Autosave. Responds 409 with the other person's text, and saves nothing, if someone else saved meanwhile.
 */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const fields = await readForm(args.request);
    const saved = await saveDraft(ctx, args.params["sequenceId"] ?? "", {
      text: readDraft(fields, newId),
      basis: Number(fields["basis"]),
      over: fields["over"] === "yes",
    });
    return "theirs" in saved
      ? Response.json({ ...saved, at: saved.at.toString() }, { status: 409 })
      : Response.json(saved);
  });
}
