import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData, useNavigation } from "react-router";
import { inAccount, mayMailOthers, zoneOf } from "#features/businesses/public.server.ts";
import { getLead, leadStatus, leadStory, mayText, recordReply } from "#features/leads/public.server.ts";
import { holdLead, ledgerOfLead, letGoOn, outcomeOf } from "#features/sequences/public.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { moment } from "#platform/time/words.ts";
import { SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";

import { ByHand } from "./by-hand.tsx";
import { messagesToSend, noteSentByHand } from "./by-hand.server.ts";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [{ title: loaderData?.name ?? "Lead" }];

const STATUS = {
  new: "Waiting for their answer",
  replied: "Replied",
  unsubscribed: "Unsubscribed",
  unreachable: "Their mail address does not work",
} as const;

const HEARD = { mail: "by mail", text: "by text", owner: "noted by you" } as const;

/** One lead: how they came, what they agreed to, and every step with its outcome. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const lead = await getLead(ctx, args.params["leadId"] ?? "");
    const zone = await zoneOf(ctx);
    const at = (instant: Temporal.Instant) => moment(instant, zone);
    const mayMail = await mayMailOthers(ctx);
    const { touches, consents, replies } = await leadStory(ctx, lead.id);
    const ledger = await ledgerOfLead(ctx, lead.id);
    const texting = (await mayText(ctx, [lead.id])).get(lead.id);
    return {
      name: lead.name,
      email: lead.email,
      status: leadStatus(lead),
      canGoOn: ledger.some(({ state }) => state === "held"),
      canHold: ledger.some(({ state, kind }) => state === "waiting" && kind === "mail"),
      came: at(lead.createdAt),
      byHand: await messagesToSend(ctx, lead),
      texts: texting?.phone ? (texting.refusal === null ? `May go to ${texting.phone}` : `None go out: ${texting.refusal}`) : null,
      touches: touches.map((touch) => ({ ...at(touch.at), source: Object.values(touch.source).join(", ") })),
      consents: consents.map((consent) => ({ ...at(consent.at), wording: consent.wording, source: consent.source })),
      replies: replies.map((reply) => ({ ...at(reply.at), via: reply.via, subject: reply.subject, body: reply.body })),
      steps: ledger.map((line) => {
        const outcome = outcomeOf(line, ctx.now, mayMail);
        return { subject: line.subject, state: outcome.state, label: outcome.label, explanation: outcome.explanation, ...at(outcome.at) };
      }),
    };
  });
}

/** `They replied` stops what is planned; `Hold` keeps it back until `Go on`; `I sent it` is said of what waits in the outbox. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const leadId = args.params["leadId"] ?? "";
    const { do: answer, message } = await readForm(args.request);
    const lead = await getLead(ctx, leadId);
    if (answer === "hold") await holdLead(ctx, lead.id);
    else if (answer === "go-on") await letGoOn(ctx, lead.id);
    else if (answer === "sent-mail" || answer === "sent-text")
      await noteSentByHand(ctx, answer === "sent-mail" ? "mail" : "text", message ?? "", lead.id);
    else await recordReply(ctx, lead.id, { via: "owner" });
    return redirect(`/account/leads/${leadId}`, 303);
  });
}

export default function LeadPage() {
  const lead = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page>
      <PageHeader
        title={lead.name}
        action={
          lead.status === "new" ? (
            <Form method="post" className="flex flex-wrap gap-3">
              <SubmitButton name="do" value="replied" busy="Noting..." sending={sending}>
                They replied
              </SubmitButton>
              {lead.canGoOn ? (
                <SubmitButton kind="plain" name="do" value="go-on" busy="One moment..." sending={sending}>
                  Go on
                </SubmitButton>
              ) : null}
              {lead.canHold ? (
                <SubmitButton kind="plain" name="do" value="hold" busy="Holding..." sending={sending}>
                  Hold
                </SubmitButton>
              ) : null}
            </Form>
          ) : null
        }
      >
        <a href={`mailto:${lead.email}`}>{lead.email}</a>
      </PageHeader>
      <DataList
        items={[
          ["Where it stands", STATUS[lead.status]],
          [
            "First came",
            <time key="came" dateTime={lead.came.iso}>
              {lead.came.words}
            </time>,
          ],
          ["Times asked", String(lead.touches.length)],
          ...(lead.texts ? [["Texts", lead.texts] as const] : []),
        ]}
      />
      <ByHand name={lead.name} messages={lead.byHand} sending={sending} />
      <Section title="Follow-up" id="follow-up">
        {lead.status === "new" && (lead.canGoOn || lead.canHold) ? (
          <p className="mt-3 mb-6 max-w-measure">
            {lead.canGoOn
              ? "On hold: nothing goes out until you tap “Go on”. What is late by then goes out in the next working hours."
              : "“They replied” ends it. “Hold” keeps it back until you let it go on."}
          </p>
        ) : null}
        <Timeline label={`Follow-up for ${lead.name}`}>
          {lead.steps.map((step) => (
            <TimelineStep
              key={step.iso + step.subject}
              state={step.state}
              stateLabel={step.label}
              when={step.words}
              dateTime={step.iso}
              title={step.subject}
            >
              {step.explanation}
            </TimelineStep>
          ))}
        </Timeline>
      </Section>
      {lead.replies.length ? (
        <Section title="What they wrote" id="replies">
          {lead.replies.map((reply) => (
            <article key={reply.iso} className="mt-4 max-w-measure">
              <p className="text-sm text-pencil">
                <time dateTime={reply.iso}>{reply.words}</time>, {HEARD[reply.via]}
              </p>
              {reply.subject ? <h3 className="mt-1">{reply.subject}</h3> : null}
              {reply.body ? <p className="mt-2 whitespace-pre-line">{reply.body}</p> : null}
            </article>
          ))}
        </Section>
      ) : null}
      <Section title="What they agreed to" id="consent">
        {lead.consents.map((consent) => (
          <figure key={consent.iso} className="mt-4 max-w-measure">
            <blockquote>{consent.wording}</blockquote>
            <figcaption className="mt-1 text-sm text-pencil">
              On {consent.source}, <time dateTime={consent.iso}>{consent.words}</time>
            </figcaption>
          </figure>
        ))}
      </Section>
    </Page>
  );
}
