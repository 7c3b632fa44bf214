import { Page } from "#ui/layout.tsx";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/messages.tsx";

/** A tool that the business hasn't been invited to. @param page its public page, with the waitlist */
export function ByInvitation({ name, page }: { name: string; page: string }) {
  return (
    <Page className="field-page">
      <title>{name}</title>
      <header>
        <h1>{name}</h1>
      </header>
      <EmptyState
        title="This tool is in early access"
        action={<LinkButton href={page}>About {name}</LinkButton>}
      >
        Your business doesn’t have access yet. Join the waitlist and we’ll email you when it’s your turn.
      </EmptyState>
    </Page>
  );
}
