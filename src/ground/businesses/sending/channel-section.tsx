import { Form } from "react-router";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { ErrorSummary } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { CHANNEL_DEFAULTS, CHANNEL_FIELDS } from "./channel-fields.tsx";
import { ServiceChoices } from "./service-choices.tsx";
import { type ServiceChoice, serverValues, serviceOfHost } from "./services.ts";
import type { ChannelView } from "./view.server.ts";

const PAGE = "/account/settings/sending";
const STATES = { off: "waiting", works: "done", problem: "stopped", waiting: "now" } as const;
const STATE_WORDS = {
  off: "Not connected",
  works: "Works",
  problem: "Needs a look",
  waiting: "Waiting for the DNS record",
} as const;

/** One connection: its purpose, its state, and its form when open. */
export function ChannelSection({
  channel,
  open,
  service,
  plain,
  values,
  errors,
  sending,
  offers,
}: {
  channel: ChannelView;
  open: boolean;
  /** The provider chosen for an open form. */
  service: ServiceChoice | null;
  plain: boolean;
  /** Values of a refused form. */
  values: Readonly<Record<string, string>> | undefined;
  errors: Readonly<Record<string, string>>;
  sending: boolean;
  /** Names of the providers where they can sign in instead. */
  offers: readonly string[];
}) {
  const { kind, title, purpose, state, checked, problem, facts, record, blocked } = channel;
  const connected = state !== "off";
  const choices = kind === "smtp" || kind === "imap" ? kind : undefined;
  return (
    <Section
      title={title}
      id={kind}
      action={
        open || blocked || (choices && !connected) ? null : (
          <LinkButton
            kind="plain"
            size="small"
            href={`${PAGE}?open=${kind}#${kind}`}
            aria-label={`${connected ? "Change" : "Connect"}: ${title}`}
          >
            {connected ? "Change" : "Connect"}
          </LinkButton>
        )
      }
    >
      <p className="mt-3 max-w-measure">{purpose}</p>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateMark state={STATES[state]}>{STATE_WORDS[state]}</StateMark>
        {checked ? (
          <span className="text-sm text-pencil">
            last checked <time dateTime={checked.iso}>{checked.words}</time>
          </span>
        ) : null}
      </p>
      {problem || blocked ? <p className="mt-2 max-w-measure">{problem ?? blocked}</p> : null}
      {choices && !connected && !open ? (
        <ServiceChoices
          kind={choices}
          addressOf={(choice) => formAddress(kind, choice)}
          what={title}
          offers={offers}
        />
      ) : null}
      {connected && !open ? (
        <>
          <div className="mt-4">
            <DataList items={facts} />
          </div>
          {record ? <DnsRecord record={record} /> : null}
          <Form method="post" action={PAGE} className="mt-4">
            <input type="hidden" name="connection" value={kind} />
            <SubmitButton
              kind="plain"
              size="small"
              name="do"
              value="check"
              busy="Checking..."
              sending={sending}
              aria-label={`Check now: ${title}`}
            >
              Check now
            </SubmitButton>
          </Form>
        </>
      ) : null}
      {open ? (
        <ChannelForm
          channel={channel}
          service={service ?? serviceOfHost(channel.values?.["host"]) ?? "other"}
          plain={plain}
          values={values}
          errors={errors}
          sending={sending}
        />
      ) : null}
    </Section>
  );
}

function DnsRecord({ record: { name, value } }: { record: { name: string; value: string } }) {
  return (
    <div className="mt-4 grid gap-4">
      <p className="max-w-measure">
        Where your domain is hosted (GoDaddy, Cloudflare, Namecheap, and so on), add a TXT record:
      </p>
      {(
        [
          ["dkim-name", "Name", name],
          ["dkim-value", "Value", value],
        ] as const
      ).map(([id, label, text]) => (
        <div key={id}>
          <p className="label">{label}</p>
          <p className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
            <code id={id} className="min-w-0 flex-1 text-sm break-all">
              {text}
            </code>
            <CopyButton target={id}>{`Copy ${label.toLowerCase()}`}</CopyButton>
          </p>
        </div>
      ))}
    </div>
  );
}

const formAddress = (kind: ChannelView["kind"], service: ServiceChoice) =>
  `${PAGE}?open=${kind}&with=${service}#${kind}`;

function ChannelForm({
  channel: { kind, state, values: stored, title },
  service,
  plain,
  values,
  errors,
  sending,
}: {
  channel: ChannelView;
  service: ServiceChoice;
  plain: boolean;
  values: Readonly<Record<string, string>> | undefined;
  errors: Readonly<Record<string, string>>;
  sending: boolean;
}) {
  const Fields = CHANNEL_FIELDS[kind];
  const connected = state !== "off";
  const isNew = serviceOfHost(stored?.["host"]) !== service;
  return (
    <>
      <Form method="post" action={formAddress(kind, service)} className="form mt-6">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="connection" value={kind} />
        <Fields
          values={
            values ?? {
              ...(stored ?? CHANNEL_DEFAULTS[kind]),
              ...((kind === "smtp" || kind === "imap") && isNew && serverValues(kind, service)),
            }
          }
          errors={errors}
          stored={connected}
          plain={plain}
          service={service}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton
            name="do"
            value="save"
            busy={kind === "dkim" ? "Creating the key..." : "Checking..."}
            sending={sending}
          >
            {kind === "dkim" ? (connected ? "Create a new key" : "Create key") : "Check and save"}
          </SubmitButton>
          <LinkButton kind="quiet" href={`${PAGE}#${kind}`}>
            Cancel
          </LinkButton>
        </div>
      </Form>
      {connected ? (
        <Form method="post" action={PAGE} className="mt-6">
          <input type="hidden" name="connection" value={kind} />
          <Confirm
            label={
              <>
                Remove<span className="sr-only">: {title}</span>
              </>
            }
            size="small"
            question="Everything you typed here is deleted, including passwords. To use it again, you’ll need to set it up again."
          >
            <SubmitButton
              kind="stop"
              size="small"
              name="do"
              value="remove"
              busy="Removing..."
              sending={sending}
            >
              Remove for good
            </SubmitButton>
          </Confirm>
        </Form>
      ) : null}
    </>
  );
}
