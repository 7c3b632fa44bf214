import { useOnline } from "#features/jobs/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { type ReportOf, reportPath } from "./report-path.ts";

/** The way to a report of a day. The server makes it, so it is shown while there is a signal. */
export function ReportLink({ of }: { of: ReportOf }) {
  if (!useOnline()) return null;
  return (
    <p className="log-report">
      <a className="button" data-kind="plain" href={reportPath(of)}>
        <Icon name="document" />
        Make a report of this day
      </a>
    </p>
  );
}
