import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { JobOnSite } from "./jobs-on-site.server.ts";

/** The jobs of somebody in the field, above everything else of the day. */
export function JobsOnSite({ jobs }: { jobs: readonly JobOnSite[] }) {
  if (jobs.length === 0) return null;
  return (
    <Section title="Jobs on site" id="jobs-on-site">
      <ul>
        {jobs.map(({ id, name, address, daily }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-rule py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <a className="text-link wrap-anywhere" href={`/account/job/${id}`}>
                {name}
              </a>
              {address ? <p className="text-sm text-pencil">{address}</p> : null}
            </div>
            {daily ? (
              <LinkButton href={daily.path} kind="plain" size="small">
                {daily.label}
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
