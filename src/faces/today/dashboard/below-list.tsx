import { Form } from "react-router";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Panel, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import type { Today } from "./load.server.ts";

const NOTICES: Record<string, string> = {
  "mail-sent": "We sent you a new email. Open the link in it.",
  "mail-limit": "We’ve already sent several emails. Check your spam folder, or try again in an hour.",
};

/** A guide made before sign-in, to be saved with one tap. */
export function Kept({
  draft,
  madeDrip,
  sending,
}: {
  draft: string | null;
  madeDrip: string | null;
  sending: boolean;
}) {
  return (
    <>
      {draft ? (
        <Panel tone="chalk" className="mb-6">
          <h2 className="text-xl">You made “{draft}”</h2>
          <p className="mt-2">Save it, then create the short link you’ll share.</p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="keep" />
            <SubmitButton busy="Saving..." sending={sending}>
              Save it
            </SubmitButton>
          </Form>
        </Panel>
      ) : null}
      {madeDrip ? (
        <Panel tone="chalk" className="mb-6">
          <h2 className="text-xl">You made a follow-up</h2>
          <p className="mt-2">
            “{madeDrip}”. Save it here as a draft. Nothing goes out until you publish it.
          </p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="keep-drip" />
            <SubmitButton busy="Saving..." sending={sending}>
              Save the follow-up
            </SubmitButton>
          </Form>
        </Panel>
      ) : null}
    </>
  );
}

/** Email to clients waits until the owner has verified their own address. */
export function Unverified(props: {
  email: string;
  place: string | null;
  notice: string | null;
  sending: boolean;
}) {
  const { email, place, notice, sending } = props;
  return (
    <Panel className="mb-6">
      <h2 className="text-xl">Verify your email address</h2>
      <p className="mt-2 max-w-measure">
        We sent a link to {email}. Until you open it, we’re holding email to your clients. Nothing is lost. It
        goes out as soon as you do.
      </p>
      {place ? <p className="mt-2 max-w-measure wrap-anywhere">{place}</p> : null}
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
  );
}

/** The newest leads first. */
export function NewestLeads({ leads, magnets }: { leads: Today["leads"]; magnets: Today["magnets"] }) {
  return (
    <Section
      title="Leads"
      id="leads"
      action={
        <a className="text-link" href="/account/leads">
          All leads
        </a>
      }
    >
      {leads.length ? (
        <ul className="day-lines" aria-label="Newest leads first">
          {leads.map((lead) => (
            <li key={lead.id} className="day-line" data-item="" tabIndex={-1}>
              <div>
                <a className="text-link font-bold" href={`/account/leads/${lead.id}`} data-key="Enter">
                  {lead.name}
                </a>
                <p className="text-sm text-pencil">
                  {lead.email ? `${lead.email}, ` : null}
                  <time dateTime={lead.came.iso}>{lead.came.words}</time>
                </p>
              </div>
              <StateMark state={lead.mark.state}>{lead.mark.words}</StateMark>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No leads yet"
          action={
            magnets[0] ? (
              <LinkButton href={`/account/magnets/${magnets[0].id}/link`}>Your personal link</LinkButton>
            ) : undefined
          }
        >
          Share your personal link: in your email signature, on your site, on a card. Anyone who leaves their
          name there shows up here, and your follow-up starts by itself.
        </EmptyState>
      )}
    </Section>
  );
}

/** The guides and drips, with their links. */
export function Magnets({ magnets, drips }: { magnets: Today["magnets"]; drips: number }) {
  return (
    <Section
      title="Lead magnets"
      id="magnets"
      action={
        magnets.length ? (
          <LinkButton kind="plain" size="small" href="/genLeadMagnet">
            Make a lead magnet
          </LinkButton>
        ) : undefined
      }
    >
      {magnets.length ? (
        <Table
          caption="Your guides"
          rows={magnets}
          rowKey={(magnet) => magnet.id}
          columns={[
            {
              label: "Title",
              cell: (magnet) => <a href={`/account/magnets/${magnet.id}`}>{magnet.title}</a>,
            },
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
            {
              label: "Follow-up",
              cell: (magnet) => (magnet.sends ? <a href={magnet.sends}>What it sends</a> : ""),
            },
          ]}
        />
      ) : (
        <EmptyState
          title="No lead magnet yet"
          action={<LinkButton href="/genLeadMagnet">Make one in a minute</LinkButton>}
        >
          A lead magnet is a short guide that answers what clients ask before they hire someone. Answer a few
          questions and we’ll make it for you.
        </EmptyState>
      )}
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        {magnets.length ? (
          <a className="text-link" href="/account/magnets">
            All lead magnets
          </a>
        ) : null}
        <a className="text-link" href="/account/follow-up#drafts">
          {drips > 0 ? `Follow-up drafts (${drips})` : "Follow-up"}
        </a>
      </p>
    </Section>
  );
}
