import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";

/** No status: the request never reached the server. */
const UNREACHED = 0;

const known: Record<number, { title: string; text: ReactNode }> = {
  [UNREACHED]: {
    title: "No connection right now",
    text: "The page didn’t load. Everything you saved is safe. Check your signal, then reload the page.",
  },
  403: {
    title: "You can’t open this page",
    text: "You’re logged in, but this page belongs to someone else or needs a different role. Ask the owner of the business for access.",
  },
  404: {
    title: "Page not found",
    text: "The address may be mistyped, or the page may have moved.",
  },
  409: {
    title: "Someone else changed this",
    text: "Your change wasn’t saved. Go back, reload the page, and look it over before you try again.",
  },
  422: {
    title: "That couldn’t be saved",
    text: "Something you entered isn’t right, so nothing was changed. Go back: your browser should still show what you typed. Fix it and save again.",
  },
  429: {
    title: "Too many requests",
    text: "We slowed things down to keep the site up for everyone. Wait a minute, then try again.",
  },
  503: {
    title: "We can’t load your data right now",
    text: "Everything you saved is safe. What you just typed may not be. Go back, where your browser should still show it, and try again in a minute.",
  },
};

const other = {
  title: "Something broke on our side",
  text: "Everything you saved is safe. If you were sending a form, go back, where your browser should still show what you typed, and try again.",
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
          <LinkButton href="/account/dashboard">Go to Today</LinkButton>
        ) : (
          <LinkButton href="/">Go to the home page</LinkButton>
        )}
        <LinkButton href="/contact" kind="plain">
          Tell us about it
        </LinkButton>
      </div>
      {requestId ? (
        <p className="mt-8 text-sm text-pencil">
          If you write to us, include this number: <span data-figures="">{requestId}</span>
        </p>
      ) : null}
    </Page>
  );
}
