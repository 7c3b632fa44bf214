import { LinkButton } from "#ui/button.tsx";
import type { ShownVisit } from "./shown.server.ts";

/** How to reach the client and get there. */
export function VisitLinks({ visit }: { visit: ShownVisit }) {
  const { dial, phone, route, name } = visit;
  return (
    <>
      {dial ? (
        <>
          <LinkButton
            kind="plain"
            size="small"
            href={`tel:${dial}`}
            aria-label={`Call ${name}, ${phone ?? ""}`}
          >
            Call
          </LinkButton>
          <LinkButton kind="plain" size="small" href={`sms:${dial}`} aria-label={`Text ${name}`}>
            Text
          </LinkButton>
        </>
      ) : null}
      {route ? (
        <LinkButton
          kind="plain"
          size="small"
          href={route}
          target="_blank"
          rel="noreferrer"
          aria-label={`Route to ${name}`}
        >
          Route
        </LinkButton>
      ) : null}
    </>
  );
}
