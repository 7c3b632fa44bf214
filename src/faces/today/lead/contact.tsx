import { LinkButton } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";

/** One-tap ways to reach a lead. */
export function LeadContact({ id, phone }: { id: string; phone: string | null }) {
  return (
    <p className="mb-6 flex flex-wrap gap-2" data-no-print="">
      {phone ? (
        <>
          <LinkButton href={`tel:${phone}`}>
            <Icon name="phone" /> Call
          </LinkButton>
          <LinkButton kind="plain" href={`sms:${phone}`}>
            <Icon name="message" /> Text
          </LinkButton>
        </>
      ) : null}
      <LinkButton kind="plain" href={`/account/inbox/${id}`}>
        <Icon name="mail" /> Email
      </LinkButton>
      <LinkButton kind="plain" href={`/account/sequences/start?lead=${id}`}>
        <Icon name="clock" /> Start a follow-up
      </LinkButton>
      {/* A phone shows the history first. */}
      <LinkButton kind="quiet" href="#ending" className="lg:hidden">
        Status and value
      </LinkButton>
      <LinkButton kind="quiet" href="#note" className="lg:hidden">
        Add a note
      </LinkButton>
    </p>
  );
}
