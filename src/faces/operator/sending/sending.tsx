import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { checkInstallation, installationSending } from "#ground/businesses/public.server.ts";
import { DomainPart } from "#ground/businesses/public.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { mailHealth } from "#platform/mail/health.server.ts";
import { moment } from "#platform/time/format.ts";
import { textHealth } from "#platform/sms/health.server.ts";
import { Bars, Columns, formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import { accountNumbers, overdueSteps } from "../accounts/accounts.server.ts";
import { inOperator } from "../in-operator.server.ts";
import { everyHour } from "../rules.ts";
import { failureBars, labeledStates } from "./outcomes.ts";
import { SentTexts } from "./texts.tsx";

export const meta = () => [{ title: "Operator: sending" }, { name: "robots", content: "noindex" }];

const DAYS = 7;

/** Email sending in numbers. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const health = await mailHealth(ctx, DAYS);
    const texts = await textHealth(ctx, DAYS);
    const bounces: { id: string; name: string; count: number }[] = [];
    for (const { account, count } of health.bounces)
      bounces.push({ id: account, count, name: (await accountNumbers(ctx, account))?.name ?? "No name yet" });
    const of = (own: boolean, state: string) =>
      health.states.find((one) => one.own === own && one.state === state)?.count ?? 0;
    return {
      setup: shownSetup(),
      states: STATES.map(({ state, label }) => ({
        state,
        label,
        business: of(false, state),
        own: of(true, state),
      })),
      waiting: waitingWords(health.oldest, ctx.now),
      retried: health.retried,
      overdue: await overdueSteps(ctx, 15),
      hours: everyHour(new Map(health.hours.map(({ hour, count }) => [hour.slice(0, 13), count])), ctx.now),
      failures: health.failures,
      bounces,
      texts: { ...texts, waiting: waitingWords(texts.oldest, ctx.now) },
    };
  });
}

/** The state of the message that is due first; a message scheduled for a retry isn't late yet. */
function waitingWords(due: Temporal.Instant | null, now: Temporal.Instant): string {
  if (!due) return "Nothing waiting";
  const { words } = moment(due, "UTC");
  return Temporal.Instant.compare(due, now) <= 0 ? `Since ${words}` : `Nothing is due. Next: ${words}`;
}

function shownSetup() {
  const { setup, sender } = installation();
  return setup
    ? { mailServer: setup.mailServer, mailbox: setup.mailbox, from: sender.mailbox.address }
    : null;
}

/**
 * Looks up the DNS records of the installation's own sender and shows them without storing them. DNS is
 * queried outside the transaction.
 */
export async function action(args: ActionFunctionArgs) {
  await inOperator(args, async () => undefined);
  const sending = installationSending();
  return { parts: sending ? await checkInstallation(sending) : [] };
}

const STATES = labeledStates("a reply, an opt-out, a complaint, a suspension");

const FAILURES: Readonly<Record<string, string>> = {
  bad_address: "The address doesn’t exist",
  refused: "The mail server refused it",
  gave_up: "The mail server didn’t accept it for three days",
  unusable: "The message couldn’t be created",
};

export default function OperatorSending() {
  const { setup, states, waiting, retried, overdue, hours, failures, bounces, texts } =
    useLoaderData<typeof loader>();
  const looked = useActionData<typeof action>();
  const busy = useNavigation().state === "submitting";
  const all = hours.reduce((sum, one) => sum + one.count, 0);
  const peak = hours.reduce((most, one) => (one.count > most.count ? one : most), hours[0]!);
  return (
    <Page className="pb-16">
      <PageHeader title="Sending">
        Email and texts from all accounts in the last {DAYS} days, in numbers.
      </PageHeader>
      <Section title="Setup" id="setup">
        <DataList
          items={[
            [
              "Email goes out through",
              setup?.mailServer ??
                "No mail server is set, so messages are saved as files in the outbox folder.",
            ],
            ["Replies and bounces", setup?.mailbox ? `Read from ${setup.mailbox}` : "No mailbox is read."],
            ["Waiting longest", waiting],
            ["Waiting to retry", formatNumber(retried)],
            [
              "Follow-up overdue",
              overdue === 0
                ? "None"
                : `${formatNumber(overdue)} ${overdue === 1 ? "step is" : "steps are"} more than 15 minutes late`,
            ],
          ]}
        />
      </Section>
      {setup?.mailServer ? (
        <Section title="Domain check" id="domain">
          <p className="mt-3 max-w-measure">
            Whether Gmail and others trust that email from {setup.from}, sent through {setup.mailServer}, is
            ours: SPF, DKIM, DMARC, reverse DNS, and where replies go. Checking DNS doesn’t change anything.
            “Signature” means DKIM_KEY and DKIM_SELECTOR, “Your mail server” means SMTP_URL, and the Business
            page means MAIL_FROM.
          </p>
          <Form method="post" action="#domain" className="mt-4">
            <SubmitButton kind="plain" busy="Checking DNS..." sending={busy}>
              {looked ? "Check again" : "Check now"}
            </SubmitButton>
          </Form>
          {looked?.parts.map((part) => (
            <DomainPart key={part.id} part={part} piecesFirst={false} />
          ))}
        </Section>
      ) : null}
      <Section title="By status" id="states">
        <Table
          keep
          caption={`Messages in the last ${DAYS} days by status`}
          rows={states}
          rowKey={(one) => one.state}
          columns={[
            { label: "Status", cell: (one) => one.label },
            { label: "Businesses", figures: true, cell: (one) => formatNumber(one.business) },
            { label: "Our own", figures: true, cell: (one) => formatNumber(one.own) },
          ]}
        />
        <p className="mt-4 max-w-measure text-pencil">
          “Businesses” is what they send clients. “Our own” is login emails, invitations, and contact page
          messages.
        </p>
      </Section>
      <Section title="By hour" id="hours">
        <Columns
          caption={`Sent in 24 hours: ${formatNumber(all)}`}
          head={["Hour (UTC)", "Sent"]}
          columns={hours.map(({ hour, count }) => ({
            key: hour,
            label: `${hour.slice(11)}:00`,
            value: count,
          }))}
          peak={
            peak.count > 0 ? `Most: ${formatNumber(peak.count)} from ${peak.hour.slice(11)}:00` : undefined
          }
        />
      </Section>
      <Section title="Failures" id="failures">
        {failures.length ? (
          <Bars
            caption="Failed messages by reason"
            head={["Reason", "Messages"]}
            bars={failureBars(failures, FAILURES)}
          />
        ) : (
          <p>No messages failed in {DAYS} days.</p>
        )}
      </Section>
      <Section title="Bounces by account" id="bounces">
        {bounces.length ? (
          <Bars
            caption="Accounts with the most bad addresses"
            head={["Account", "Bounces"]}
            bars={bounces.map(({ id, name, count }) => ({
              key: id,
              value: count,
              label: (
                <Link className="text-link inline-block py-1" to={`/operator/accounts/${id}`}>
                  {name}
                </Link>
              ),
            }))}
          />
        ) : (
          <p>No emails bounced.</p>
        )}
      </Section>
      <SentTexts texts={texts} days={DAYS} />
    </Page>
  );
}
