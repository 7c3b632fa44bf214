import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { requirePerson } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { countCheck, TooManyChecksError } from "../sending/try-connection.server.ts";
import { zoneOf } from "../queries.server.ts";
import { bulkRules } from "./check-domain.ts";
import { saveDomainCheck, findDomainCheck, lookUp, sendingOf } from "./lookup.server.ts";
import { DomainPart } from "./section.tsx";
import { DNS_HOSTS } from "./providers.ts";
import { inAccount } from "../public.server.ts";

export const meta = () => [{ title: "Your sending domain" }];

const PAGE = "/account/settings/sending/domain";

/** Shows the last saved check. A new check queries many servers, so it needs a button press. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "sending.change", async (ctx) => {
    const sending = await sendingOf(ctx);
    const { brand, sender, setup } = installation();
    const ours = { brand, address: setup?.mailServer === null ? null : sender.mailbox.address };
    if ("is" in sending) return { is: sending.is, from: "from" in sending ? sending.from : "", ours };
    const check = await findDomainCheck(ctx, sending);
    const { domain, from, host } = sending;
    return {
      is: "own" as const,
      domain,
      from,
      host,
      check: check
        ? {
            at: moment(check.at, await zoneOf(ctx)),
            parts: check.parts,
            dnsHost: DNS_HOSTS.find(({ name }) => name === check.dnsHost) ?? null,
            rules: bulkRules(check.parts, sending.encrypted),
          }
        : null,
    };
  });
}

/** Checks again. DNS takes seconds and must not hold a transaction open, so it reads, queries, then saves. */
export async function action(args: ActionFunctionArgs) {
  const sending = await inAccount(args, "sending.change", sendingOf);
  if ("is" in sending) return redirect(PAGE, 303);
  try {
    countCheck(await requirePerson(args.request, args.context));
  } catch (error) {
    if (error instanceof TooManyChecksError)
      return refuseTooMany(error.verdict, {}, "That’s a lot of checks.");
    throw error;
  }
  const facts = await lookUp(sending);
  await inAccount(args, "sending.change", (ctx) => saveDomainCheck(ctx, facts));
  return redirect(PAGE, 303);
}

const RULES = { kept: "done", open: "stopped", unknown: "waiting", yours: "now" } as const;
const RULE_WORDS = { kept: "Met", open: "Not yet", unknown: "Unknown", yours: "Up to you" } as const;

export default function Domain() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  if (view.is !== "own")
    return (
      <Page narrow>
        <PageHeader
          title="Your sending domain"
          action={
            <LinkButton kind="plain" href="/account/settings/sending#smtp">
              {view.is === "none" ? "Connect your email" : "Change your email"}
            </LinkButton>
          }
        >
          {view.is === "none" && view.ours.address === null
            ? "There’s no domain to check yet. Connect your own email and this page checks its domain."
            : view.is === "none"
              ? `Your email goes out through ${view.ours.brand}, from ${view.ours.address}. There’s nothing to set up. If you connect your own email, this page checks its domain.`
              : `Your email comes from ${view.from}. That domain belongs to your email provider, so only they can set it up, and receivers trust it less when another app sends for it. An address at your own domain is better.`}
        </PageHeader>
      </Page>
    );
  const { domain, host, check } = view;
  return (
    <Page narrow>
      <PageHeader
        title="Your sending domain"
        action={
          <Form method="post">
            <SubmitButton kind={check ? "plain" : "chalk"} busy="Checking DNS..." sending={sending}>
              {check ? "Check again" : "Check now"}
            </SubmitButton>
          </Form>
        }
      >
        Whether Gmail, Outlook, and others trust that email from {domain}, sent through {host}, is really
        yours, and what to paste where.
      </PageHeader>
      <StatusLine kind={refused ? "error" : "info"}>{refused?.message}</StatusLine>
      {check ? (
        <>
          <p className="text-pencil">
            Last checked <time dateTime={check.at.iso}>{check.at.words}</time>
          </p>
          {check.dnsHost ? (
            <p className="mt-2 max-w-measure">
              DNS records for {domain} are at {check.dnsHost.name}. {check.dnsHost.hint}
            </p>
          ) : null}
          <div className="pb-6" />
          {check.parts.map((part) => (
            <DomainPart key={part.id} part={part} piecesFirst={check.dnsHost?.wantsPieces === true} />
          ))}
          <Section title="What Gmail and Yahoo require from bulk senders" id="bulk">
            <p className="mt-3 max-w-measure">
              Required since 2024 for anyone who sends 5,000 emails a day to their addresses. It helps you
              even if you send less.
            </p>
            <ul className="mt-4 grid gap-3">
              {check.rules.map(({ rule, state }) => (
                <li key={rule} className="max-w-measure">
                  <StateMark state={RULES[state]}>{RULE_WORDS[state]}</StateMark>
                  <span className="block">{rule}</span>
                </li>
              ))}
            </ul>
          </Section>
        </>
      ) : (
        <p className="max-w-measure">
          Not checked yet, or you’ve changed how your email goes out. The check looks up SPF, DKIM, DMARC,
          reverse DNS, and where replies go. It doesn’t change anything.
        </p>
      )}
    </Page>
  );
}
