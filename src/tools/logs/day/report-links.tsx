import { useOnline } from "#trade/jobs/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { type ReportOf, reportPath } from "../paper/report-path.ts";

/**
 * The ways to a report of a day, and to what weather cost the job. The server makes both, so they are shown
 * while there is a signal.
 */
export function ReportLinks({ of }: { of: ReportOf }) {
  if (!useOnline()) return null;
  return (
    <p className="log-report">
      <a className="button" data-kind="plain" href={reportPath(of)}>
        <Icon name="document" />
        Make a report of this day
      </a>
      <a
        className="button"
        data-kind="plain"
        href={`/account/logs/weather?${new URLSearchParams({ job: of.job, month: of.from.slice(0, 7) })}`}
      >
        Weather and delays
      </a>
    </p>
  );
}
