import { useOnline, useScreen } from "#trade/fieldwork/public.tsx";

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
