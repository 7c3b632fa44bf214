import { Form } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";

/** One-tap ways to reach a lead, and what tools begin for them. */
export function LeadContact({
  id,
  phone,
  hasEmail,
  mayFollowUp,
  begins,
}: {
  id: string;
  phone: string | null;
  hasEmail: boolean;
  /** False if the business wants no automatic messages to them. */
  mayFollowUp: boolean;
  begins: readonly { readonly label: string; readonly path: string }[];
}) {
  return (
    <div className="mb-6 flex flex-wrap gap-2" data-no-print="">
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
      {hasEmail ? (
        <LinkButton kind="plain" href={`/account/inbox/${id}`}>
          <Icon name="mail" /> Email
        </LinkButton>
      ) : null}
      {mayFollowUp ? (
        <LinkButton kind="plain" href={`/account/sequences/start?lead=${id}`}>
          <Icon name="clock" /> Start a follow-up
        </LinkButton>
      ) : null}
      <LinkButton kind="plain" href={`/account/leads/${id}/edit`}>
        <Icon name="edit" /> Edit
      </LinkButton>
      <LinkButton kind="quiet" href={`/account/leads/${id}/merge`}>
        Same person as…
      </LinkButton>
      {begins.map(({ label, path }) => (
        <Form key={path} method="post" action={path}>
          <SubmitButton kind="plain" name="lead" value={id}>
            <Icon name="document" /> {label}
          </SubmitButton>
        </Form>
      ))}
      {/* A phone shows the history first. */}
      <LinkButton kind="quiet" href="#ending" className="lg:hidden">
        Status and value
      </LinkButton>
      <LinkButton kind="quiet" href="#note" className="lg:hidden">
        Add a note
      </LinkButton>
    </div>
  );
}
