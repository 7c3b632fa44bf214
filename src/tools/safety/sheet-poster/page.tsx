import { useLoaderData, useParams } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Field } from "#ui/field.tsx";
import { LanguageLinks } from "../own-phone/language-links.tsx";
import type { Language } from "../rules/text.ts";
import { loadSheetsPage } from "./page.server.ts";
import { POSTER_WORDS } from "./words.ts";

export const meta = ({
  loaderData,
}: {
  loaderData?: { jobName: string; language: Language } | undefined;
}) => [
  {
    title: [POSTER_WORDS[loaderData?.language ?? "en"].title, loaderData?.jobName].filter(Boolean).join(", "),
  },
  { name: "robots", content: "noindex" },
];
export const headers = () => ({
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
  Vary: "Accept-Language",
});
export const loader = loadSheetsPage;

/** A job's safety data sheets in English or Spanish, opened from a poster. Needs no account and no script. */
export default function SharedSheets() {
  const { face, jobName, q, count, sheets, language } = useLoaderData<typeof loader>();
  const { token } = useParams();
  const say = POSTER_WORDS[language];
  return (
    <ClientPage face={face}>
      <div lang={language}>
        <LanguageLinks language={language} query={q ? { q } : {}} />
        <h1 className="mt-4 text-3xl wrap-anywhere">{say.title}</h1>
        <p className="mt-2 text-pencil wrap-anywhere">{jobName}</p>
        {count === 0 ? (
          <p className="mt-6 max-w-measure">{say.none}</p>
        ) : (
          <>
            <form role="search" className="search-line mt-6">
              <input type="hidden" name="lang" value={language} />
              <Field
                name="q"
                type="search"
                label={say.find}
                hint={say.hint}
                unmarked
                defaultValue={q}
                maxLength={100}
                autoComplete="off"
              />
              <SubmitButton kind="plain" busy={say.searching}>
                {say.search}
              </SubmitButton>
            </form>
            {q ? (
              <p className="mt-4">
                {sheets.length === 0 ? `${say.noMatch} ` : null}
                <a className="text-link" href={`/s/${token}/sheets?lang=${language}`}>
                  {say.all(count)}
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
      </div>
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
