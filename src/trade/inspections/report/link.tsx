import { useOnline, useScreen } from "#trade/fieldwork/public.tsx";

/** To the report of a run. Only online, because the server makes it. */
export function RunReportLink({ href }: { href: string }) {
  const { isOwnBusiness } = useScreen();
  if (!useOnline() || !isOwnBusiness) return null;
  return (
    <p className="mt-4">
      <a className="button" data-kind="plain" href={href}>
        Report
      </a>
    </p>
  );
}
