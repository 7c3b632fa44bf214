import { useLoaderData, useParams } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Field } from "#ui/field.tsx";
import { loadSheetsPage } from "./page.server.ts";

export const meta = ({ loaderData }: { loaderData?: { jobName: string } | undefined }) => [
  { title: loaderData ? `Safety data sheets, ${loaderData.jobName}` : "Safety data sheets" },
  { name: "robots", content: "noindex" },
];
export const headers = () => ({
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});
export const loader = loadSheetsPage;

/** A job's safety data sheets, opened from a poster. Needs no account and no script. */
export default function SharedSheets() {
  const { face, jobName, q, count, sheets } = useLoaderData<typeof loader>();
  const { token } = useParams();
  return (
    <ClientPage face={face}>
      <h1 className="text-3xl wrap-anywhere">Safety data sheets</h1>
      <p className="mt-2 text-pencil wrap-anywhere">{jobName}</p>
      {count === 0 ? (
        <p className="mt-6 max-w-measure">This job has no safety data sheets yet.</p>
      ) : (
        <>
          <form role="search" className="office-search-line mt-6">
            <Field
              name="q"
              type="search"
              label="Find a sheet"
              hint="A name, a maker, or words in it."
              unmarked
              defaultValue={q}
              maxLength={100}
              autoComplete="off"
            />
            <SubmitButton kind="plain">Search</SubmitButton>
          </form>
          {q ? (
            <p className="mt-4">
              {sheets.length === 0 ? "No sheet has these words. " : null}
              <a className="text-link" href={`/s/${token}/sheets`}>
                Show all {count} sheets
              </a>
            </p>
          ) : null}
          <ul className="talk-list mt-4">
            {sheets.map(({ id, name, about }) => (
              <li key={id}>
                <a href={`/s/${token}/sheets/${id}`}>
                  <b>{name}</b>
                  <span>{about}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
