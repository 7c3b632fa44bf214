import { Section } from "#ui/layout.tsx";
import type { VisitsSectionData } from "./shown.server.ts";
import { VisitLinks } from "./visit-links.tsx";

/** Today's visits, in their order, and the next one. Renders nothing without any. */
export function VisitsSection({ visits, next }: Pick<VisitsSectionData, "visits" | "next">) {
  if (visits.length === 0 && !next) return null;
  return (
    <Section
      title="Visits"
      id="visits"
      action={
        <a className="text-link" href="/account/visits">
          All visits
        </a>
      }
    >
      {visits.length > 0 ? (
        <ul className="day-lines">
          {visits.map((visit) => (
            <li key={visit.id} className="day-line" data-item="" tabIndex={-1}>
              <div>
                <p>
                  <b>
                    <time dateTime={visit.iso}>{visit.time}</time>
                  </b>{" "}
                  <a className="text-link" href={`/account/visits/${visit.id}`} data-key="Enter">
                    {visit.name}
                  </a>
                </p>
                <p className="text-pencil">
                  {visit.state === "missed" ? "They weren’t there. " : null}
                  {visit.isByPhone ? "By phone" : (visit.address ?? "").replaceAll("\n", ", ")}
                </p>
              </div>
              <div className="visit-links">
                <VisitLinks visit={visit} />
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {next ? (
        <p className="mt-3">
          {visits.length === 0 ? "None today. " : null}Next: {next.when},{" "}
          <a className="text-link" href={`/account/visits/${next.id}`}>
            {next.name}
          </a>
        </p>
      ) : null}
    </Section>
  );
}
