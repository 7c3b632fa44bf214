import { useLoaderData } from "react-router";
import { ClientPage } from "#ui/client-page.tsx";
import { type EmergencyPageView, loadEmergencyPage } from "./page.server.ts";
import { EmergencySheet } from "./sheet.tsx";

export const meta = ({ loaderData }: { loaderData?: EmergencyPageView | undefined }) =>
  loaderData
    ? [{ title: `Emergency card, ${loaderData.jobName}` }, { name: "robots", content: "noindex" }]
    : [];
export const headers = () => ({
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});
export const loader = loadEmergencyPage;

/** The emergency card that a code on the wall opens. Needs no account and no script. */
export default function EmergencyPage() {
  const { card, jobName, face } = useLoaderData<typeof loader>();
  return (
    <ClientPage face={face}>
      <p className="label mt-4">Emergency card</p>
      <h1 className="mt-2 mb-6 text-3xl wrap-anywhere">{jobName}</h1>
      <EmergencySheet card={card} />
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
