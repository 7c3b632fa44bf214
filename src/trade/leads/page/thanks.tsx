import { LinkButton } from "#ui/button.tsx";
import { ClientPage, type ClientPageFace } from "#ui/client-page.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { CHECK_YOUR_MAIL } from "../capture/confirm-mail.ts";
import { AboutBusiness, FromBusiness, NextSteps } from "../profile/parts.tsx";
import type { Profile } from "../profile/profile.ts";
import { AskQuestion } from "../questions/form.tsx";
import type { ShownThanks } from "./thanks.server.ts";

/** The page after asking: what happens next, and what they can do meanwhile. */
export function Thanks({
  page: { face, here, title, profile, card },
  thanks: { steps, question, didAsk },
  confirms,
}: {
  page: {
    readonly face: ClientPageFace;
    readonly here: string;
    readonly title: string;
    readonly profile: Profile;
    readonly card: string;
  };
  thanks: ShownThanks;
  /** Whether the page asks people to confirm their address first. */
  confirms: boolean;
}) {
  if (confirms)
    return (
      <ClientPage face={face} here={here || undefined}>
        <h1>{CHECK_YOUR_MAIL.title}</h1>
        <p className="mt-6 max-w-measure text-lg">{CHECK_YOUR_MAIL.text}</p>
        <p className="mt-4 max-w-measure">
          What you’ll get: <strong>{title}</strong>, from {face.business}.
        </p>
      </ClientPage>
    );
  return (
    <ClientPage face={face} here={here || undefined}>
      {didAsk ? (
        <StatusLine kind="done">Sent. {face.business} has your question and replies by email.</StatusLine>
      ) : null}
      <h1>It’s on its way</h1>
      <NextSteps steps={steps}>
        <div className="mt-6 flex flex-wrap gap-3">
          {profile.visitLink ? <LinkButton href={profile.visitLink}>Book a visit</LinkButton> : null}
          <LinkButton href={card} kind="plain">
            Save our contact
          </LinkButton>
        </div>
      </NextSteps>
      <FromBusiness face={face} profile={profile} />
      {question ? (
        <AskQuestion {...question} who={profile.person ?? face.business} />
      ) : (
        <p className="mt-6 max-w-measure">
          Have a question in the meantime? Reply to that email. It goes straight to {face.business}.
        </p>
      )}
      <AboutBusiness face={face} profile={profile} />
    </ClientPage>
  );
}
