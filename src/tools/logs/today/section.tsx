import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { ReviewSectionData } from "./load.server.ts";

/** Logs that wait for approval. Renders nothing when there are none. */
export function ReviewSection({ days, more }: Pick<ReviewSectionData, "days" | "more">) {
  if (days.length === 0) return null;
  return (
    <Section title="Logs to approve" id="logs">
      <ul className="day-lines">
        {days.map(({ id, job, date, company, href }) => (
          <li key={id} className="day-line" data-item="" tabIndex={-1}>
            <p>
              <b>{job}</b>, {date}
              {company === null ? "" : `, by ${company}`}
            </p>
            <LinkButton
              kind="plain"
              size="small"
              href={href}
              data-key="Enter"
              aria-label={`Review: ${job}, ${date}${company === null ? "" : `, by ${company}`}`}
            >
              Review
            </LinkButton>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-4">
          <a className="text-link" href="/account/logs">
            And {more} more in Logs
          </a>
        </p>
      ) : null}
    </Section>
  );
}
