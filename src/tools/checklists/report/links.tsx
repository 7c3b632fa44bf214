import { useOnline, useScreen } from "#trade/fieldwork/public.tsx";

/** To the report of a checklist. Only online, because the server makes it. */
export function RunReportLink({ run }: { run: string }) {
  const { isOwnBusiness } = useScreen();
  if (!useOnline() || !isOwnBusiness) return null;
  return (
    <p className="mt-4">
      <a className="button" data-kind="plain" href={`/account/checklists/${run}/report`}>
        Report
      </a>
    </p>
  );
}

/** To the list of a job's issues and its closing certificate. Only online, because the server makes them. */
export function IssuesReportLink() {
  const { job, isOwnBusiness } = useScreen();
  if (!useOnline() || !isOwnBusiness) return null;
  return (
    <a className="text-link" href={`/account/checklists/report?job=${job}`}>
      Report or certificate
    </a>
  );
}
