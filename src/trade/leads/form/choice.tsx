import { Link } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";

/** Links to choose a page's form, if there are several pages. */
export function FormChoice({
  pages,
  chosen,
  under,
}: {
  pages: readonly { readonly id: string; readonly title: string }[];
  chosen: string;
  under: string;
}) {
  if (pages.length < 2) return null;
  return (
    <nav className="mb-8" aria-label="Your pages">
      <ul className="grid gap-1">
        {pages.map(({ id, title }) => (
          <li key={id}>
            <Link
              className="text-link"
              to={`${under}?page=${id}`}
              aria-current={id === chosen ? "page" : undefined}
            >
              {id === chosen ? <strong>{title}</strong> : title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shown when there is no page yet. */
export function NoForm({ title }: { title: string }) {
  return (
    <Page narrow>
      <PageHeader title={title} />
      <EmptyState
        title="No form yet"
        action={<LinkButton href="/genLeadMagnet">Make a lead magnet</LinkButton>}
        exampleLabel="What people will fill in"
        example={<p className="text-xl">Name, email, and what you choose to ask</p>}
      >
        People use this form to get your guide. Make a lead magnet first. It takes a minute, and the form
        comes with it.
      </EmptyState>
    </Page>
  );
}
