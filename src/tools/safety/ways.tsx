import { Link } from "react-router";
import { useRecords } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ISSUE, isOpen, issueOf, isOverdue } from "#trade/issues/public.ts";
import { useToday } from "#trade/issues/public.tsx";
import { incidentsPath } from "./incidents/paths.ts";
import { actionPath, cardsPath, emergencyPath, inspectionPath, orientationPath, planPath } from "./paths.ts";
import { sheetPath, useSavedSheets } from "./sheet-field/use-sheets.ts";
import { talksPath } from "./talks/start.ts";

interface Way {
  readonly way: string;
  readonly label: string;
  readonly pathOf: (job: string) => string;
  readonly isForGuests: boolean;
}

/** What crews open every day, in the order of a day. */
const DAILY = [
  { way: "talks", label: "Toolbox talks", pathOf: talksPath, isForGuests: true },
  { way: "hazards", label: "Hazards before work", pathOf: planPath, isForGuests: true },
  { way: "inspections", label: "Inspections", pathOf: inspectionPath, isForGuests: true },
  { way: "actions", label: "Actions", pathOf: actionPath, isForGuests: true },
  { way: "incidents", label: "Incidents", pathOf: incidentsPath, isForGuests: false },
  { way: "emergency", label: "Emergency card", pathOf: emergencyPath, isForGuests: true },
] as const satisfies readonly Way[];

const MORE = [
  { way: "library", label: "Library", pathOf: sheetPath, isForGuests: true },
  { way: "orientation", label: "New people", pathOf: orientationPath, isForGuests: true },
  {
    way: "cards",
    label: "People and cards",
    pathOf: (job: string) => `${cardsPath()}?job=${job}`,
    isForGuests: false,
  },
] as const satisfies readonly Way[];

/**
 * Between the screens about safety on a job; actions with how many are open and overdue. Also saves the
 * pinned sheets, because every person of the job comes by here.
 */
export function SafetyWays({ here }: { here: (typeof DAILY)[number]["way"] | (typeof MORE)[number]["way"] }) {
  const { job, isOwnBusiness } = useScreen();
  const today = useToday();
  const why = useSavedSheets(job);
  const actions = (useRecords(ISSUE, job) ?? [])
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ values }) => issueOf(values))
    .filter((issue) => issue.isSafety && isOpen(issue));
  const overdue = actions.filter((action) => isOverdue(action, today)).length;
  const counts = [`${actions.length} open`, ...(overdue > 0 ? [`${overdue} overdue`] : [])].join(", ");
  const linksOf = (ways: readonly Way[]) => (
    <div>
      {ways
        .filter(({ way, isForGuests }) => way !== here && (isOwnBusiness || isForGuests))
        .map(({ way, label, pathOf }) => (
          <Link key={way} className="button" data-kind="plain" to={pathOf(job)}>
            {label}
            {way === "actions" && actions.length > 0 ? `: ${counts}` : ""}
          </Link>
        ))}
    </div>
  );
  return (
    <>
      <p className="label mb-2">Safety on this job</p>
      <nav className="safety-ways" aria-label="More of safety on this job">
        {linksOf(DAILY)}
        <details className="fold">
          <summary>More</summary>
          {linksOf(MORE)}
        </details>
      </nav>
      {why ? (
        <p className="field-hint" role="status">
          Some pinned sheets aren’t saved on this device. {why}
        </p>
      ) : null}
    </>
  );
}
