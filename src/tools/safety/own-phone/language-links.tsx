import { LANGUAGE_NAMES, type Language, LANGUAGES } from "../rules/text.ts";

/** Between the languages of a page that needs no script. @param query what its address has besides */
export const LanguageLinks = ({
  language,
  query = {},
}: {
  language: Language;
  query?: Readonly<Record<string, string>>;
}) => (
  <nav className="talk-languages" aria-label="Language / Idioma">
    {LANGUAGES.map((one) => (
      <a
        key={one}
        href={`?${new URLSearchParams({ lang: one, ...query })}`}
        lang={one}
        aria-current={one === language ? "true" : undefined}
      >
        {LANGUAGE_NAMES[one]}
      </a>
    ))}
  </nav>
);
