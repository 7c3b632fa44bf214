import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";

const known: Record<number, { title: string; text: ReactNode }> = {
  403: {
    title: "You can’t open this page",
    text: "You are logged in, but this page belongs to someone else or needs another role. Ask the owner of the business to let you in.",
  },
  404: {
    title: "There is no page here",
    text: "The address may be mistyped, or the page has moved. Nothing of yours was changed.",
  },
  429: {
    title: "That was a lot at once",
    text: "We slowed things down to keep the site up for everyone. Wait a minute, then try again.",
  },
  503: {
    title: "We can’t reach the records right now",
    text: "What you saved before is safe. What you just typed may not have been saved: go back, and your browser will still show it. Then try again in a minute.",
  },
};

const other = {
  title: "Something broke on our side",
  text: "What you saved before is safe. If you were sending a form, go back: your browser still shows what you typed. Then try once more.",
};

/** What a person sees when a page cannot be shown: what happened, what was kept, what to do. Never a stack. */
export function ErrorPage({ status, requestId }: { status: number; requestId?: string }) {
  const { title, text } = known[status] ?? other;
  return (
    <Page className="py-16 lg:py-28">
      <p className="label" data-figures="">
        Error {status}
      </p>
      <h1 className="mt-2">{title}</h1>
      <p className="mt-6 max-w-measure text-lg">{text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {status === 403 ? (
          <LinkButton href="/account/dashboard">Go to the dashboard</LinkButton>
        ) : (
          <LinkButton href="/">Go to the home page</LinkButton>
        )}
        <LinkButton href="/contact" kind="plain">
          Tell us about it
        </LinkButton>
      </div>
      {requestId ? (
        <p className="mt-8 text-sm text-pencil">
          If you write to us, give us this number: <span data-figures="">{requestId}</span>
        </p>
      ) : null}
    </Page>
  );
}
