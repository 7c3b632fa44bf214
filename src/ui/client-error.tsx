import { isRouteErrorResponse, useRouteError } from "react-router";
import { Page } from "./layout.tsx";

/**
 * Shown to a client when a link doesn't open: what happened and what to do, without the product's
 * navigation.
 */
export function ClientErrorBoundary() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error) ? (error.data as { message?: unknown } | null) : null;
  const message =
    typeof known?.message === "string"
      ? known.message
      : "Something went wrong on our side. Nothing was lost. Please try again.";
  return (
    <main id="content">
      <Page narrow className="py-16">
        <title>This link can’t be opened</title>
        <meta name="robots" content="noindex" />
        <h1>This link can’t be opened</h1>
        <p className="mt-6 max-w-measure text-lg">{message}</p>
      </Page>
    </main>
  );
}
