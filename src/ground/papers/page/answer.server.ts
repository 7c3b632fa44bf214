import { type ActionFunctionArgs, redirect } from "react-router";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { acceptSignal } from "#ground/events/public.server.ts";
import { atShare, recordVisitLater } from "#ground/shares/public.server.ts";
import { refuseOtherChoice } from "#ground/signatures/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { askAboutPaper, decidePaper } from "../answer.server.ts";
import { choiceIn } from "../choices.server.ts";
import type { Paper, Received } from "../papers.server.ts";
import { personOf, receivedAt } from "./load.server.ts";
import { decisionSchema, questionSchema } from "./schema.ts";

/**
 * Answers the forms of a paper's page: `read` and `save` open the document, `approve`, `decline` and `ask`
 * save an answer once, however often they are pressed.
 * @param kind of the papers that the page shows
 * @param about what a question is about, if not the whole paper; @param at the page to return to, within the
 * paper's own: "/{photo}"
 */
export function answerPaper(
  args: ActionFunctionArgs,
  kind: string,
  { about, at = "" }: { readonly about?: AboutWhat; readonly at?: string } = {},
) {
  return answering(async () => {
    const form = await readForm(args.request);
    const { do: what = "", here = "" } = form;
    if (what === "read" || what === "save") return openDocument(args, kind, what, here);
    try {
      const answer = ANSWERS[what];
      if (!answer) throw new AppError("invalid", "Choose a reply.");
      const { account, linkId, page } = await atShare(
        args.request,
        args.params["token"],
        async (ctx, link) => {
          await answer.save(ctx, await receivedAt(ctx, link.id, kind, true), form, about);
          return { account: ctx.account.id, linkId: link.id, page: link.page ?? kind };
        },
      );
      recordVisitLater(account, args.request, linkId, answer.visit);
      return redirect(`/s/${args.params["token"]}/${page}${at}?did=${answer.visit}#answer`, 303);
    } catch (error) {
      const { name = "", words = "" } = form;
      return refuseForm(error, { do: what, name, words });
    }
  });
}

/** What of a paper its page is about; throws if it isn't there. */
type AboutWhat = (ctx: AccountContext, paper: Paper) => Promise<Json>;

interface AnswerForm {
  readonly visit: "approved" | "refused" | "asked";
  save(ctx: AccountContext, received: Received, form: PostedForm, about?: AboutWhat): Promise<void>;
}

const decision = (answer: "approved" | "declined", visit: AnswerForm["visit"]): AnswerForm => ({
  visit,
  async save(ctx, received, form) {
    const { document, ...given } = form.check(decisionSchema);
    await refuseIfSuspended(ctx);
    if (document !== undefined && document !== received.paper.sha256)
      throw new AppError("conflict", "The document was replaced while this page was open. Read the new one.");
    const choice = answer === "approved" ? await choiceIn(ctx, received.paper, form) : null;
    refuseOtherChoice(choice, form);
    await decidePaper(ctx, received, { answer, ...given, details: choice?.details ?? null });
  },
});

const ANSWERS: Readonly<Record<string, AnswerForm>> = {
  approve: decision("approved", "approved"),
  decline: decision("declined", "refused"),
  ask: {
    visit: "asked",
    async save(ctx, received, form, about) {
      const question = form.check(questionSchema);
      await refuseIfSuspended(ctx);
      const details = (await about?.(ctx, received.paper)) ?? null;
      await askAboutPaper(ctx, received, { ...question, details });
    },
  },
};

async function refuseIfSuspended(ctx: AccountContext): Promise<void> {
  if (!(await lockIfActive(ctx)))
    throw new AppError("conflict", "This business can’t take replies here right now. Please call them.");
}

async function openDocument(
  { request, params }: ActionFunctionArgs,
  kind: string,
  how: "read" | "save",
  here: string,
): Promise<Response> {
  const { token } = params;
  const { account, linkId, person } = await atShare(request, token, async (ctx, { id }) => ({
    account: ctx.account.id,
    linkId: id,
    person: personOf(await receivedAt(ctx, id, kind)),
  }));
  // Both in the background, so that the reader doesn't wait.
  recordVisitLater(account, request, linkId, how === "save" ? "saved" : "opened");
  void acceptSignal(here, request.headers, { personId: person, what: "downloaded", about: linkId });
  return redirect(`/s/${token}/file${how === "save" ? "?download" : ""}`, 303);
}
