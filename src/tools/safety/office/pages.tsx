import { filterQuery, type ListFilters } from "#ground/worklist/public.tsx";
import { OFFICE_CARDS } from "../paths.ts";

const PAGES = [
  ["/account/safety", "Talks"],
  ["/account/safety/plans", "Hazards before work"],
  ["/account/safety/inspections", "Inspections"],
  ["/account/safety/actions", "Actions"],
  ["/account/safety/incidents", "Incidents"],
  ["/account/safety/forms", "OSHA forms"],
  [OFFICE_CARDS, "People and cards"],
  ["/account/safety/library", "Library"],
  ["/account/safety/chemicals", "Chemicals"],
  ["/account/safety/audit", "Audit report"],
] as const;
type Path = (typeof PAGES)[number][0];

/** Between the pages about safety on all jobs. */
export const SafetyPages = ({ here }: { here: Path }) => (
  <nav className="mb-2 flex flex-wrap gap-x-6" aria-label="Safety">
    {PAGES.map(([href, label]) => (
      <a
        key={href}
        className="text-link py-2.5"
        aria-current={href === here ? "page" : undefined}
        href={href}
      >
        {label}
      </a>
    ))}
  </nav>
);

/** The links above a list of all jobs: to the other lists, and to those in one state. */
export const SafetyViews = <State extends string>({
  here,
  filters,
  states,
}: {
  here: Path;
  filters: ListFilters;
  states: readonly (readonly [State, string])[];
}) => (
  <>
    <SafetyPages here={here} />
    <nav className="mb-2 flex flex-wrap gap-x-6" aria-label="States">
      {states.map(([state, label]) => (
        <a
          key={state}
          className="text-link py-2.5"
          aria-current={filters.type === state ? "true" : undefined}
          href={`${here}${filterQuery({ ...filters, type: state })}`}
        >
          {label}
        </a>
      ))}
    </nav>
  </>
);
