import { useOnline } from "#trade/fieldwork/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { type ReportRange, reportPath } from "../paper/report-path.ts";

/** Only shown online, because the server makes reports. */
export function ReportLinks({ of }: { of: ReportRange }) {
  if (!useOnline()) return null;
  return (
    <p className="log-report">
      <a className="button" data-kind="plain" href={reportPath(of)}>
        <Icon name="document" />
        Report for this day
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
