import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { isRecentlyConfirmed, requireRecentProof, withNext } from "#ground/identity/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { NewSecret } from "./new-secret.tsx";
import { eventChoices, tickedIn } from "./choices.server.ts";
import { WebhookFields } from "./form.tsx";
import { DeliveryLog, MOST_SHOWN } from "./log.tsx";
import {
  changeWebhook,
  getWebhook,
  listDeliveries,
  removeWebhook,
  rotateSecret,
  sendAgain,
  sendTest,
} from "./webhooks.server.ts";

export const meta = () => [{ title: "Webhook" }];

const ALL = "/account/settings/api/webhooks";
const idOf = ({ params }: LoaderFunctionArgs | ActionFunctionArgs) => params["webhookId"] ?? "";

const NOTICES: Readonly<Record<string, string>> = {
  saved: "Saved.",
  test: "Test sent. Reload in a few seconds to see the result.",
  again: "Sending again.",
  on: "Webhook on.",
  off: "Webhook off. Nothing is sent there.",
};

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "api.change", async (ctx) => {
    const confirmed = await isRecentlyConfirmed(args.request);
    const webhook = await getWebhook(ctx, idOf(args));
    const [log, zone] = [await listDeliveries(ctx, webhook.id, { limit: MOST_SHOWN }), await zoneOf(ctx)];
    const { url, events, disabledAt, disabledWhy } = webhook;
    return {
      url,
      events,
      choices: eventChoices(),
      isOn: disabledAt === null,
      isFailing: disabledWhy === "failing",
      confirmPath: confirmed ? null : withNext("/account/confirm", `${ALL}/${webhook.id}`),
      log: log.map(({ id, type, state, attempts, createdAt, dueAt, status, ...one }) => ({
        ...{ id, type, state, attempts, status, answer: one.answer, problem: one.problem },
        body: one.body === null ? null : JSON.stringify(JSON.parse(one.body), null, 2),
        took: one.tookMs === null ? null : formatTook(one.tookMs),
        at: moment(createdAt, zone),
        next: state === "waiting" && attempts > 0 ? moment(dueAt, zone) : null,
      })),
      notice: NOTICES[new URL(args.request.url).searchParams.get("done") ?? ""] ?? null,
    };
  });
}

/** "80 ms", "2.4 s". */
const formatTook = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Actions that need a fresh login, because they decide where clients' data goes or who can sign for us. */
const PROVEN: readonly string[] = ["save", "secret", "on"];

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { intent = "", delivery = "" } = form;
  await inAccount(args, "api.change", (ctx) => getWebhook(ctx, idOf(args)));
  if (PROVEN.includes(intent)) await requireRecentProof(args);
  return inAccount(args, "api.change", async (ctx) => {
    const id = idOf(args);
    const events = tickedIn(form);
    const done = (what: string) => redirect(`${ALL}/${id}?done=${what}`, 303);
    try {
      switch (intent) {
        case "save":
          if (!events.length)
            throw new AppError("invalid", "Choose at least one.", {
              fields: { events: "Choose at least one event." },
            });
          await changeWebhook(ctx, id, { url: (form["url"] ?? "").trim().slice(0, 2000), events });
          return done("saved");
        case "on":
        case "off":
          await changeWebhook(ctx, id, { on: intent === "on" });
          return done(intent);
        case "test":
          await sendTest(ctx, id);
          return done("test");
        case "again":
          await sendAgain(ctx, id, delivery);
          return done("again");
        case "secret": {
          const { secret, oldSecretUntil } = await rotateSecret(ctx, id);
          return { secret, until: moment(oldSecretUntil, await zoneOf(ctx)).words };
        }
        case "remove":
          await removeWebhook(ctx, id);
          return redirect(`${ALL}?removed`, 303);
        default:
          throw new AppError("invalid", "Choose what to do.");
      }
    } catch (error) {
      return refuseForm(error, { url: form["url"] ?? "", events });
    }
  });
}

export default function Webhook() {
  const { url, events, choices, isOn, isFailing, confirmPath, log, notice } = useLoaderData<typeof loader>();
  const acted = useActionData<typeof action>();
  const made = acted && "secret" in acted ? acted : undefined;
  const refused = acted && "errors" in acted ? acted : undefined;
  return (
    <Page>
      <PageHeader title="Webhook">
        <span className="wrap-anywhere">{url}</span>
      </PageHeader>
      <StatusLine kind={refused?.message ? "error" : "done"} takesFocus={notice !== null && !acted}>
        {acted ? refused?.message : notice}
      </StatusLine>
      {made ? <NewSecret secret={made.secret} until={made.until} /> : null}
      {isOn ? null : (
        <p className="mb-6 max-w-measure">
          {isFailing
            ? "It’s off because the other app accepted nothing we sent for three days. Once the other app works again, turn it on and resend what it missed."
            : "It’s off. Nothing is sent there."}
        </p>
      )}
      <div className="my-6 flex flex-wrap gap-3">
        {isOn ? (
          <>
            <Do intent="test" busy="Sending...">
              Send a test
            </Do>
            <Do intent="off" busy="Turning off...">
              Turn off
            </Do>
          </>
        ) : confirmPath ? (
          <LinkButton href={confirmPath} kind="plain">
            Confirm it’s you to turn it on
          </LinkButton>
        ) : (
          <Do intent="on" busy="Turning on...">
            Turn on
          </Do>
        )}
      </div>
      <Section title="Deliveries" id="log">
        <DeliveryLog log={log} isOn={isOn} />
      </Section>
      <Section title="Edit" id="change">
        {confirmPath ? (
          <LinkButton href={confirmPath} kind="plain">
            Confirm it’s you
          </LinkButton>
        ) : (
          <>
            <Form method="post" reloadDocument className="form max-w-narrow">
              <ErrorSummary errors={refused?.errors} />
              <WebhookFields
                choices={choices}
                url={refused?.values.url || url}
                events={refused ? refused.values.events : events}
                errors={refused?.errors}
              />
              <SubmitButton name="intent" value="save" busy="Saving...">
                Save
              </SubmitButton>
            </Form>
            <h3 className="mt-10 text-xl">A new secret</h3>
            <p className="mt-2 mb-4 max-w-measure">
              Use this if someone else may have seen it. For 24 hours, deliveries are signed with both, so you
              have time to switch.
            </p>
            <Do intent="secret" busy="Making it...">
              Make a new secret
            </Do>
          </>
        )}
      </Section>
      <Section title="Remove" id="remove">
        <p className="mt-4 mb-6 max-w-measure">Nothing is sent there anymore, and its log is deleted.</p>
        <Confirm label="Remove this webhook" question="Its log is deleted too. This can’t be undone.">
          <Do intent="remove" busy="Removing..." kind="stop">
            Remove for good
          </Do>
        </Confirm>
      </Section>
      <p className="pb-12">
        <a className="text-link inline-block py-2.5" href={ALL}>
          Back to all webhooks
        </a>
      </p>
    </Page>
  );
}

function Do({
  intent,
  busy,
  kind = "plain",
  children,
}: {
  intent: string;
  busy: string;
  kind?: "plain" | "stop";
  children: string;
}) {
  return (
    // Full page loads, so that the result takes the focus wherever the button is.
    <Form method="post" reloadDocument>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton kind={kind} busy={busy}>
        {children}
      </SubmitButton>
    </Form>
  );
}
