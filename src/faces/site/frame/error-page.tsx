import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";

/** No status: the request never reached the server. */
const UNREACHED = 0;

const known: Record<number, { title: string; text: ReactNode }> = {
  [UNREACHED]: {
    title: "No connection right now",
    text: "The page didn’t arrive. What you saved before is safe. Check your signal, then load the page again.",
  },
  403: {
    title: "You can’t open this page",
    text: "You are logged in, but this page belongs to someone else or needs another role. Ask the owner of the business to let you in.",
  },
  404: {
    title: "There is no page here",
    text: "The address may be mistyped, or the page has moved. Nothing of yours was changed.",
  },
  409: {
    title: "Something changed in the meantime",
    text: "Nothing was saved. Go back, reload the page, and check it before you try again.",
  },
  422: {
    title: "That couldn’t be saved",
    text: "Something in it isn’t right, so nothing was changed. Go back: your browser still shows what you typed.",
  },
  429: {
    title: "That was a lot at once",
    text: "We slowed things down to keep the site up for everyone. Wait a minute, then try again.",
  },
  503: {
    title: "We can’t load your data right now",
    text: "What you saved before is safe. What you just typed may not have been saved: go back, and your browser will still show it. Then try again in a minute.",
  },
};

const other = {
  title: "Something broke on our side",
  text: "What you saved before is safe. If you were sending a form, go back: your browser still shows what you typed. Then try once more.",
};

interface Failure {
  /** The HTTP status; 0 when the request never reached the server. */
  readonly status: number;
  /** The server's message, for people. */
  readonly message?: string;
}

/** Statuses whose own message is more useful than a general sentence. */
const SAYS_WHY = new Set([409, 422]);

/** Reads status and message from an error thrown by a loader, action or screen. */
export function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) {
    const message = (error.data as { message?: unknown } | null)?.message;
    return {
      status: error.status,
      ...(SAYS_WHY.has(error.status) && typeof message === "string" ? { message } : {}),
    };
  }
  // The error `fetch` throws without a connection; each browser words it differently.
  const isUnreached = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  return { status: isUnreached ? UNREACHED : 500 };
}

/** The error page: what happened, what was saved, what to do. Never a stack trace. */
export function ErrorPage({ status, message, requestId }: Failure & { requestId?: string }) {
  const { title, text } = known[status] ?? (status === 502 || status === 504 ? known[503]! : other);
  return (
    <Page className="py-16 lg:py-28">
      {status === UNREACHED ? null : (
        <p className="label" data-figures="">
          Error {status}
        </p>
      )}
      <h1 className="mt-2">{title}</h1>
      <p className="mt-6 max-w-measure text-lg">{message ?? text}</p>
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
