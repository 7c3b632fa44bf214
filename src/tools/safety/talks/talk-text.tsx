import { HEADINGS, type Language, type TalkText as Text } from "../rules/text.ts";

/** The words of a talk, with its sources at the end. */
export function TalkText({
  text,
  language,
  isTitled = true,
}: {
  text: Text;
  language: Language;
  /** Whether it begins with its title. */
  isTitled?: boolean;
}) {
  const { open, look, ask, agree } = text[language];
  const heads = HEADINGS[language];
  const Head = isTitled ? "h3" : "h2";
  return (
    <article className="talk-words" lang={language}>
      {isTitled ? <h2>{text.title[language]}</h2> : null}
      {open.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {(
        [
          ["look", look],
          ["ask", ask],
          ["agree", agree],
        ] as const
      ).map(([part, lines]) =>
        lines.length === 0 ? null : (
          <section key={part}>
            <Head>{heads[part]}</Head>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ),
      )}
      {text.sources.length === 0 ? null : (
        <section className="talk-sources">
          <Head>{heads.sources}</Head>
          <ul lang="en">
            {text.sources.map(({ name, cite, year }) => (
              <li key={`${name} ${cite}`}>
                {name}: {cite} ({year})
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
