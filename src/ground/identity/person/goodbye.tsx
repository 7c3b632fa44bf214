import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";

export const handle = { static: true };
export const headers = () => ({ "X-Robots-Tag": "noindex" });
export const meta = () =>
  head({ title: "Your account is deleted", description: "Your account and everything in it are gone." });

export default function Goodbye() {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Your account is deleted">
        You’re logged out. We’ll send one last email to confirm.
      </PageHeader>
      <p className="max-w-measure">
        Backups hold a copy until they’re replaced. If one is ever restored, we’ll delete your data again.
      </p>
      <p className="mt-8">
        <LinkButton href="/" kind="plain">
          Go to the home page
        </LinkButton>
      </p>
    </Page>
  );
}
