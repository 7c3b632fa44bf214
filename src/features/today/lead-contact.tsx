import { LinkButton } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";

/** Ways to reach somebody with one tap. */
export function LeadContact({ email, phone, mayMail }: { email: string; phone: string | null; mayMail: boolean }) {
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
      {mayMail ? (
        <LinkButton kind="plain" href={`mailto:${email}`}>
          <Icon name="mail" /> Mail
        </LinkButton>
      ) : null}
    </p>
  );
}
