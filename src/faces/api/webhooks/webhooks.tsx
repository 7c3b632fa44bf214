import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { isRecentlyConfirmed, requireRecentProof, withNext } from "#ground/identity/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { ConfirmFirst } from "../confirm-first.tsx";
import { NewSecret } from "./new-secret.tsx";
import { eventChoices, tickedIn } from "./choices.server.ts";
import { WebhookFields } from "./form.tsx";
import { addWebhook, listWebhooks } from "./webhooks.server.ts";

export const meta = () => [{ title: "Webhooks" }];

const HERE = "/account/settings/api/webhooks";

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "api.change", async (ctx) => {
    const confirmed = await isRecentlyConfirmed(args.request);
    const webhooks = await listWebhooks(ctx);
    return {
      newId: newId(),
      choices: eventChoices(),
      confirmPath: confirmed ? null : withNext("/account/confirm", HERE),
      webhooks: webhooks.map(({ id, url, events, disabledAt, disabledWhy }) => ({
        id,
        url,
        events: events.join(", "),
        state:
          disabledAt === null
            ? ("on" as const)
            : disabledWhy === "failing"
              ? ("failing" as const)
              : ("off" as const),
      })),
      notice: new URL(args.request.url).searchParams.has("removed")
        ? "Webhook removed. Nothing will be sent there."
        : null,
    };
  });
}

/**
 * Adds a webhook and shows its secret once. Needs a fresh login, because it decides where clients' data
 * goes.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  await inAccount(args, "api.change", async () => {});
  await requireRecentProof(args);
  return inAccount(args, "api.change", async (ctx) => {
    const { id = "", url = "" } = form;
    const events = tickedIn(form);
    try {
      if (!events.length)
        throw new AppError("invalid", "Choose at least one.", {
          fields: { events: "Choose at least one event." },
        });
      const { webhook, secret } = await addWebhook(ctx, {
        ...(isId(id) ? { id } : {}),
        url: url.trim().slice(0, 2000),
        events,
      });
      return { secret, id: webhook.id };
    } catch (error) {
      return refuseForm(error, { url, events });
    }
  });
}

export default function Webhooks() {
  const { newId: id, choices, confirmPath, webhooks, notice } = useLoaderData<typeof loader>();
  const acted = useActionData<typeof action>();
  const made = acted && "secret" in acted ? acted : undefined;
  const refused = acted && "errors" in acted ? acted : undefined;
  return (
    <Page>
      <PageHeader title="Webhooks">
        Notify another app within seconds when something happens to a lead or a job. Deliveries are signed and
        retried for three days.
      </PageHeader>
      <StatusLine kind="done" takesFocus={notice !== null && !acted}>
        {acted ? null : notice}
      </StatusLine>
      {made ? <NewSecret secret={made.secret} /> : null}
      <Section title="Your webhooks" id="webhooks">
        {webhooks.length === 0 ? (
          <p className="mt-4 max-w-measure">No webhooks yet.</p>
        ) : (
          <Table
            caption="Webhooks"
            rows={webhooks}
            rowKey={(webhook) => webhook.id}
            columns={[
              {
                label: "Address",
                cell: (webhook) => (
                  <a className="text-link wrap-anywhere" href={`${HERE}/${webhook.id}`}>
                    {webhook.url}
                  </a>
                ),
              },
              {
                label: "Events",
                cell: (webhook) => <span className="text-sm wrap-anywhere">{webhook.events}</span>,
              },
              { label: "Status", cell: (webhook) => <WebhookState state={webhook.state} /> },
            ]}
          />
        )}
      </Section>
      <Section title="Add a webhook" id="add">
        <ol className="mt-4 mb-6 grid max-w-measure list-decimal gap-2 pl-6">
          <li>
            In Zapier, Make, or n8n, start with their webhook trigger (“Catch Hook”, “Custom webhook”, or
            “Webhook”) and copy its address.
          </li>
          <li>Paste the address below, choose the events, and add the webhook.</li>
          <li>
            Open it here and send a test, so the other app learns the fields. Each delivery is JSON, and you
            see what was sent.
          </li>
        </ol>
        {confirmPath ? (
          <ConfirmFirst path={confirmPath}>
            The events you choose are sent there, with lead names and email addresses.
          </ConfirmFirst>
        ) : (
          // A full page load, so that the result takes the focus wherever the form is.
          <Form method="post" action={HERE} reloadDocument className="form max-w-narrow">
            <ErrorSummary errors={refused?.errors} />
            <input type="hidden" name="id" value={id} />
            <WebhookFields
              choices={choices}
              url={refused?.values.url}
              events={refused?.values.events ?? []}
              errors={refused?.errors}
            />
            <StatusLine kind="error">{refused?.message}</StatusLine>
            <SubmitButton busy="Adding it...">Add the webhook</SubmitButton>
          </Form>
        )}
      </Section>
      <p className="pb-12">
        <a className="text-link inline-block py-2.5" href="/account/settings/api">
          Back to API keys
        </a>
      </p>
    </Page>
  );
}

function WebhookState({ state }: { state: "on" | "off" | "failing" }) {
  if (state === "on") return <StateMark state="done">On</StateMark>;
  return (
    <StateMark state="stopped">
      {state === "failing" ? "Off: nothing got through for three days" : "Off"}
    </StateMark>
  );
}
