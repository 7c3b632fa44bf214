import type { Moment } from "#platform/time/format.ts";
import { Section } from "#ui/layout.tsx";

export interface ShownConsent extends Moment {
  readonly id: string;
  readonly wording: string;
  readonly source: string;
  readonly confirmed: Moment | null;
}

/** The consents of a lead, in the words they saw, with links to receipts. */
export function LeadConsents({ id, consents }: { id: string; consents: readonly ShownConsent[] }) {
  return (
    <Section title="Consent" id="consent">
      {consents.length ? null : <p className="mt-3">Nothing yet.</p>}
      {consents.map((consent) => (
        <figure key={consent.id} className="mt-4 max-w-measure">
          <blockquote>{consent.wording}</blockquote>
          <figcaption className="mt-1 text-sm text-pencil">
            On {consent.source}, <time dateTime={consent.iso}>{consent.words}</time>
            {consent.confirmed ? (
              <>
                . Confirmed by email <time dateTime={consent.confirmed.iso}>{consent.confirmed.words}</time>
              </>
            ) : null}
          </figcaption>
        </figure>
      ))}
      {consents.length ? (
        <p className="mt-4">
          <a className="text-link" href={`/account/leads/${id}/consent`}>
            Print proof of consent
          </a>
        </p>
      ) : null}
    </Section>
  );
}
