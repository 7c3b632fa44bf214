import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { RepliesNote } from "../replies-note.tsx";
import { PageLink } from "./content-steps.tsx";
import type { StartView } from "./load-start.server.ts";

/** The result: the link to share, and what a new lead gets now. */
export function LiveNow({
  view: { page, plan, followUp, isVerified, outboxHint, email, mail },
}: {
  view: StartView;
}) {
  return (
    <Page className="pb-16">
      <PageHeader title="You’re live">
        Anyone who asks on your page gets your guide, and your follow-up starts by itself.
      </PageHeader>
      {isVerified ? null : (
        <p className="mb-6 max-w-measure">
          <strong>We’re holding email to your clients.</strong> Open the link we sent to {email} and it all
          goes out.
          {outboxHint ? <span className="mt-2 block wrap-anywhere">{outboxHint}</span> : null}
        </p>
      )}
      {isVerified && followUp?.why ? (
        <p className="mb-6 max-w-measure">
          <strong>{followUp.words}.</strong> {followUp.why}
        </p>
      ) : null}
      {page ? (
        <div className="mb-10">
          <PageLink page={page} />
        </div>
      ) : null}
      {mail.replies && mail.sends ? (
        <Section title="When someone replies" id="replies">
          <RepliesNote note={mail.replies} mayConnect={mail.mayConnect} />
        </Section>
      ) : null}
      <div className="mt-8 mb-10 flex flex-wrap gap-3">
        <LinkButton href="/account/dashboard" kind="signal" size="large">
          Go to Today
        </LinkButton>
        <LinkButton href="/account/plays" kind="plain" size="large">
          Ready-made follow-ups
        </LinkButton>
      </div>
      {plan.length ? (
        <Section title="If someone asked right now" id="plan">
          <p className="mb-4 max-w-measure">
            Days are counted from the previous email. We only send during your{" "}
            <a className="text-link" href="/account/settings#follow-up">
              sending hours
            </a>
            , so a date can move to your next working day.
          </p>
          <Timeline label="What goes out, and when">
            {plan.map(({ title, kind, words, iso }) => (
              <TimelineStep
                key={iso + title}
                state="waiting"
                stateLabel={kind}
                when={words}
                dateTime={iso}
                title={title}
              />
            ))}
          </Timeline>
        </Section>
      ) : null}
    </Page>
  );
}
