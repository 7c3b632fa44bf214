import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";

export const handle = { static: true };
export const headers = () => ({ "X-Robots-Tag": "noindex" });
export const meta = () =>
  head({ title: "Your account is deleted", description: "Your account and what was in it are gone." });

export default function Goodbye() {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Your account is deleted">You are logged out. A last mail confirms it.</PageHeader>
      <p className="max-w-measure">
        Backups keep a copy until they are replaced. If one ever has to be restored, we delete your data
        again.
      </p>
      <p className="mt-8">
        <LinkButton href="/" kind="plain">
          Go to the home page
        </LinkButton>
      </p>
    </Page>
  );
}
