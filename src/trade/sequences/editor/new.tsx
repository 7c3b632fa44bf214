import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary } from "#ui/messages.tsx";
import { liveSequence } from "../live.server.ts";
import { draftOf, type DraftText } from "../draft/draft.ts";
import { readDraft } from "../draft/form.ts";
import { beginDraft } from "../draft/drafts.server.ts";
import { matterEvents } from "../plan/matter-events.ts";
import { TriggerFields } from "./trigger-fields.tsx";

export const meta = () => [{ title: "New follow-up" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const pages = (await listPages(ctx)).filter(({ closedAt }) => closedAt === null);
    return {
      pages: pages.map(({ id, offer }) => ({ id, title: offer.title })),
      events: matterEvents(),
    };
  });
}

/** Starts the draft. A page's draft starts with the guide the page promises. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const text = readDraft(await readForm(args.request), newId);
    const errors: Record<string, string> = {};
    if (!text.name.trim()) errors["name"] = "Enter a name.";
    const { kind, pageId, on } = text.trigger;
    if (kind === "new lead" && !pageId) errors["trigger.pageId"] = "Choose a guide.";
    if (kind === "date" && !on) errors["trigger.on"] = "Choose a date.";
    if (Object.keys(errors).length) return data({ text, errors, at: newId() }, { status: 422 });
    const live = kind === "new lead" ? await liveSequence(ctx, pageId) : undefined;
    const steps = live ? draftOf(live.steps.slice(0, 1), () => newId()) : [];
    return redirect(`/account/sequences/${await beginDraft(ctx, { ...text, steps })}/edit`, 303);
  });
}

const BEGIN: DraftText = { name: "", trigger: { kind: "manual", pageId: "", what: "", on: "" }, steps: [] };

export default function NewSequence() {
  const { pages, events } = useLoaderData<typeof loader>();
  const typed = useActionData<typeof action>();
  const { name, trigger } = typed?.text ?? BEGIN;
  const errors: Readonly<Record<string, string>> = typed?.errors ?? {};
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow className="pb-12">
      <PageHeader title="New follow-up">
        Name it and choose what starts it. You add the steps next.
      </PageHeader>
      <Form method="post" className="form" noValidate key={typed?.at}>
        <ErrorSummary errors={errors} />
        <Field
          name="name"
          label="Name"
          hint="Such as “After a quote”. Clients never see it."
          unmarked
          required
          maxLength={120}
          defaultValue={name}
          error={errors["name"]}
        />
        <TriggerFields trigger={trigger} pages={pages} events={events} errors={errors} />
        <SubmitButton busy="One moment..." sending={sending}>
          Add steps
        </SubmitButton>
      </Form>
    </Page>
  );
}
