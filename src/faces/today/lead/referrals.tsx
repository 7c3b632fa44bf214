import { CopyButton, LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Who referred a lead, with a way to thank them. */
export function ReferredBy({ name, by }: { name: string; by: Person | null }) {
  if (!by) return null;
  return (
    <p className="mb-6 flex max-w-measure flex-wrap items-center gap-x-4 gap-y-2">
      <span>
        Referred by{" "}
        <a className="text-link font-bold" href={`/account/leads/${by.id}`}>
          {by.name}
        </a>
        .
      </span>
      <LinkButton kind="plain" size="small" href={`/account/inbox/${by.id}`}>
        Thank {by.name}
        <span className="sr-only"> for referring {name}</span>
      </LinkButton>
    </p>
  );
}

/** A lead's personal link to pass on, and everyone who came by it. */
export function LeadReferrals({
  name,
  referrals: { link, sent },
}: {
  name: string;
  referrals: {
    readonly link: string | null;
    readonly sent: readonly (Person & { readonly outcome: string | null })[];
  };
}) {
  if (!link && sent.length === 0) return null;
  return (
    <Section title="Referrals" id="referrals">
      {sent.length > 0 ? (
        <ul className="mt-3 grid gap-1" aria-label={`Referred by ${name}`}>
          {sent.map(({ id, name: who, outcome }) => (
            <li key={id}>
              <a className="text-link wrap-anywhere" href={`/account/leads/${id}`}>
                {who}
              </a>{" "}
              {outcome ? <span className="text-pencil">{outcome}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {link ? (
        <>
          <p className="mt-3 max-w-measure text-pencil">
            {name}’s own link to your page. Anyone who comes by it shows up here and in your sources.
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <code className="wrap-anywhere text-sm" id="referral-link">
              {link}
            </code>
            <CopyButton target="referral-link">Copy link</CopyButton>
          </div>
        </>
      ) : null}
    </Section>
  );
}
