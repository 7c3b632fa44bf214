import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData, useNavigation } from "react-router";
import { inAccount, mayMailOthers, zoneOf } from "#features/businesses/public.server.ts";
import { resendVerification } from "#features/identity/public.server.ts";
import {
  anyWaiting,
  countHeldBack,
  keepWaiting,
  leadStandings,
  confirmationWords,
  leadStatus,
  listLeads,
  listPages,
} from "#features/leads/public.server.ts";
import { HeldBackNote } from "#features/leads/public.tsx";
import { dripFromCookie, forgetDripCookie, keepDrip, listDripTitles, titleOf } from "#features/drips/public.server.ts";
import { draftFromCookie, forgetDraftCookie, keepDraft, listTitles } from "#features/magnets/public.server.ts";
import { openCalls } from "#features/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { moment } from "#platform/time/words.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { FirstRunPanel } from "./first-run/panel.tsx";
import { firstRunNote } from "./first-run/run.server.ts";

export const meta = () => [{ title: "Dashboard" }];

/** As many leads as a phone scrolls through on the way to what comes below them. All are a page of their own. */
const SHOWN = 20;

/** What waits for the owner, who came, and what they can give away. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    // At once: one way to the database and back.
    const [zone, pages, magnets, drips, draft, madeDrip, verified, waits, known, calls, held] = await Promise.all([
      zoneOf(ctx),
      listPages(ctx),
      listTitles(ctx),
      listDripTitles(ctx),
      draftFromCookie(ctx, args.request),
      dripFromCookie(ctx, args.request),
      mayMailOthers(ctx),
      anyWaiting(ctx),
      listLeads(ctx, SHOWN),
      openCalls(ctx),
      countHeldBack(ctx),
    ]);
    if (waits) await keepWaiting(ctx);
    const leads = waits ? await listLeads(ctx, SHOWN) : known;
    const called = await leadStandings(ctx, [...new Set(calls.map(({ leadId }) => leadId))]);
    return {
      firstRun: await firstRunNote(ctx, {
        justPutAway: new URL(args.request.url).searchParams.get("first-steps") === "away",
        made: draft?.brief,
      }),
      held,
      draft: draft?.title ?? null,
      madeDrip: madeDrip ? titleOf(madeDrip.brief) : null,
      drips: drips.length,
      verified,
      email: ctx.user?.email ?? "",
      leads: leads.map((lead) => ({
        id: lead.id,
        name: lead.name,
        email: lead.email,
        status: leadStatus(lead),
        confirmation: confirmationWords(lead, ctx.now, zone),
        came: moment(lead.createdAt, zone),
      })),
      calls: calls.flatMap(({ leadId, enrolmentId, step, say, since }) => {
        const lead = called.get(leadId);
        return lead ? [{ key: `${enrolmentId}-${step}`, leadId, name: lead.name, say, since: moment(since, zone) }] : [];
      }),
      magnets: magnets.map((magnet) => ({
        id: magnet.id,
        title: magnet.title,
        ...linkOf(pages.find((page) => page.offer.magnetId === magnet.id && !page.closedAt)),
      })),
      notice: new URL(args.request.url).searchParams.get("notice"),
    };
  });
}

const linkOf = (page: { readonly id: string; readonly slug: string } | undefined) =>
  page ? { link: `${installation().publicUrl}/p/${page.slug}`, sends: `/account/follow-up/${page.id}` } : { link: null, sends: null };

/** `Keep it`, and another verification mail. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { intent } = await readForm(args.request);
    if (intent === "resend" && ctx.user) {
      const resent = await resendVerification(ctx.user);
      return redirect(`/account/dashboard?notice=${resent.sent ? "mail-sent" : "mail-limit"}`, 303);
    }
    if (intent === "keep-drip") {
      const made = await dripFromCookie(ctx, args.request);
      if (!made) return redirect("/account/dashboard", 303);
      const drip = await keepDrip(ctx, made.token);
      return redirect(`/account/drips/${drip.id}`, { status: 303, headers: { "Set-Cookie": forgetDripCookie() } });
    }
    const draft = await draftFromCookie(ctx, args.request);
    if (!draft) return redirect("/account/dashboard", 303);
    const magnet = await keepDraft(ctx, draft.token);
    return redirect(`/account/magnets/${magnet.id}`, { status: 303, headers: { "Set-Cookie": forgetDraftCookie() } });
  });
}

const MARKS = {
  new: "waiting",
  unconfirmed: "waiting",
  replied: "done",
  booked: "done",
  won: "done",
  lost: "stopped",
  unsubscribed: "stopped",
  unreachable: "unsent",
} as const;
const STATUS = {
  new: "No answer yet",
  unconfirmed: "Not confirmed yet",
  replied: "Replied",
  booked: "Appointment made",
  won: "Won",
  lost: "Lost",
  unsubscribed: "Unsubscribed",
  unreachable: "Mail came back",
} as const;
const NOTICES: Record<string, string> = {
  "mail-sent": "A new mail is on its way. Open the link in it.",
  "mail-limit": "We have sent several mails already. Look in your spam folder too, or ask again in an hour.",
};

export default function Dashboard() {
  const { firstRun, draft, madeDrip, drips, verified, email, leads, calls, held, magnets, notice } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page>
      <PageHeader
        title="Dashboard"
        action={magnets.length > 0 ? <LinkButton href="/genLeadMagnet">Make a lead magnet</LinkButton> : undefined}
      />
      <FirstRunPanel note={firstRun} sending={sending} />
      {draft ? (
        <Panel tone="chalk" className="mb-6">
          <h2 className="text-xl">You made “{draft}”</h2>
          <p className="mt-2">Keep it here, then make the short link that you give to people.</p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="keep" />
            <SubmitButton busy="Keeping..." sending={sending}>
              Keep it
            </SubmitButton>
          </Form>
        </Panel>
      ) : null}
      {madeDrip ? (
        <Panel tone="chalk" className="mb-6">
          <h2 className="text-xl">You wrote a lead drip</h2>
          <p className="mt-2">“{madeDrip}”. Keep it here as a draft sequence. Nothing is sent from it until you make it live.</p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="keep-drip" />
            <SubmitButton busy="Keeping..." sending={sending}>
              Keep the lead drip
            </SubmitButton>
          </Form>
        </Panel>
      ) : null}
      {verified ? null : (
        <Panel className="mb-6">
          <h2 className="text-xl">Verify your email address</h2>
          <p className="mt-2 max-w-measure">
            We sent a link to {email}. Until you open it, mail to your clients waits. Nothing is lost: it goes out as soon as you have.
          </p>
          {notice && NOTICES[notice] ? (
            <p className="mt-2 font-bold" role="status">
              {NOTICES[notice]}
            </p>
          ) : null}
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="resend" />
            <SubmitButton kind="plain" busy="Sending..." sending={sending}>
              Send the link again
            </SubmitButton>
          </Form>
        </Panel>
      )}
      {calls.length ? (
        <Section title="Calls to make" id="calls">
          <Table
            caption="People whose follow-up has come to a call, the longest waiting first"
            rows={calls}
            rowKey={({ key }) => key}
            columns={[
              { label: "Name", cell: ({ leadId, name }) => <a href={`/account/leads/${leadId}#calls`}>{name}</a> },
              { label: "About", cell: ({ say }) => say },
              { label: "Since", cell: ({ since }) => <time dateTime={since.iso}>{since.words}</time> },
            ]}
          />
        </Section>
      ) : null}
      <Section
        title="Leads"
        id="leads"
        action={
          <a className="text-link" href="/account/leads">
            All leads
          </a>
        }
      >
        <HeldBackNote count={held} />
        {leads.length ? (
          <Table
            caption="People who asked for your guide, newest first"
            rows={leads}
            rowKey={(lead) => lead.id}
            columns={[
              { label: "Name", cell: (lead) => <a href={`/account/leads/${lead.id}`}>{lead.name}</a> },
              { label: "Email", cell: (lead) => lead.email },
              { label: "Came", cell: (lead) => <time dateTime={lead.came.iso}>{lead.came.words}</time> },
              {
                label: "Status",
                cell: (lead) => (
                  <StateMark state={MARKS[lead.status]}>
                    {lead.status === "unconfirmed" ? lead.confirmation : STATUS[lead.status]}
                  </StateMark>
                ),
              },
            ]}
          />
        ) : (
          <EmptyState
            title="Nobody has asked yet"
            action={
              magnets[0] ? <LinkButton href={`/account/magnets/${magnets[0].id}/link`}>Get your personal link</LinkButton> : undefined
            }
          >
            Give your personal link to people: in your mail signature, on your site, on a card. Whoever leaves their name there shows up
            here, and your follow-up starts by itself.
          </EmptyState>
        )}
      </Section>
      <Section title="Lead magnets" id="magnets">
        {magnets.length ? (
          <Table
            caption="What you can give away"
            rows={magnets}
            rowKey={(magnet) => magnet.id}
            columns={[
              { label: "Title", cell: (magnet) => <a href={`/account/magnets/${magnet.id}`}>{magnet.title}</a> },
              {
                label: "Personal link",
                cell: (magnet) =>
                  magnet.link ? (
                    <>
                      <a id={`link-${magnet.id}`} href={magnet.link}>
                        {magnet.link}
                      </a>{" "}
                      <CopyButton target={`link-${magnet.id}`}>Copy</CopyButton>
                    </>
                  ) : (
                    <a href={`/account/magnets/${magnet.id}/link`}>Make it</a>
                  ),
              },
              { label: "Follow-up", cell: (magnet) => (magnet.sends ? <a href={magnet.sends}>What it sends</a> : "") },
            ]}
          />
        ) : (
          <EmptyState title="No lead magnet yet" action={<LinkButton href="/genLeadMagnet">Make one in a minute</LinkButton>}>
            A lead magnet is a short guide that answers what your clients ask before they hire somebody. Answer a few questions and it is
            made for you.
          </EmptyState>
        )}
        <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
          {magnets.length ? (
            <a className="text-link" href="/account/magnets">
              All lead magnets
            </a>
          ) : null}
          <a className="text-link" href="/account/drips">
            {drips > 0 ? `Lead drips (${drips})` : "Lead drips"}
          </a>
        </p>
      </Section>
    </Page>
  );
}
