import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import {
  HEADINGS,
  LANGUAGE_NAMES,
  type Language,
  LANGUAGES,
  type TalkText as Text,
  type TalkWords,
} from "../rules/text.ts";
import { TalkText } from "./talk-text.tsx";

/** One tap between the languages of a talk. */
export function LanguageSwitch({
  language,
  choose,
}: {
  language: Language;
  choose: (language: Language) => void;
}) {
  return (
    <div className="talk-languages" role="group" aria-label="Language / Idioma">
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => choose(one)}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </div>
  );
}

const READ: Readonly<
  Record<Language, { readonly start: string; readonly stop: string; readonly none: string }>
> = {
  en: {
    start: "Read aloud",
    stop: "Stop reading",
    none: "This phone has no English voice. Read the talk yourself.",
  },
  es: {
    start: "Leer en voz alta",
    stop: "Dejar de leer",
    none: "Este teléfono no tiene voz en español. Léanla ustedes.",
  },
};

/** What a voice says, piece by piece: long texts stop halfway on some phones. */
function piecesOf(language: Language, title: string, words: TalkWords): string[] {
  const heads = HEADINGS[language];
  return [
    title,
    ...words.open
      .split(/\n+/)
      .flatMap((paragraph) => paragraph.match(/[^.!?]+[.!?]+["”’)]*|[^.!?]+$/gu) ?? []),
    ...(["look", "ask", "agree"] as const).flatMap((part) =>
      words[part].length > 0 ? [heads[part], ...words[part]] : [],
    ),
  ]
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/** Reads the talk aloud with the phone’s own voice. Nothing where there is none. */
function ReadAloud({ language, text }: { language: Language; text: Text }) {
  const [isReading, setReading] = useState(false);
  const [failed, setFailed] = useState(false);
  const isThere = "speechSynthesis" in window;
  useEffect(
    () => () => {
      if (isThere) speechSynthesis.cancel();
    },
    [isThere],
  );
  if (!isThere) return null;
  const say = READ[language];
  const stop = () => {
    speechSynthesis.cancel();
    setReading(false);
  };
  const start = () => {
    speechSynthesis.cancel();
    const voices = speechSynthesis.getVoices();
    const voice = voices.find(({ lang }) => lang.toLowerCase().startsWith(language));
    // Some browsers list no voices and speak anyway.
    if (!voice && voices.length > 0) return setFailed(true);
    setFailed(false);
    setReading(true);
    const pieces = piecesOf(language, text.title[language], text[language]);
    for (const [at, piece] of pieces.entries()) {
      const utterance = new SpeechSynthesisUtterance(piece);
      utterance.lang = language === "es" ? "es-US" : "en-US";
      if (voice) utterance.voice = voice;
      if (at === pieces.length - 1) utterance.addEventListener("end", () => setReading(false));
      speechSynthesis.speak(utterance);
    }
  };
  return (
    <>
      <Button type="button" kind="plain" onClick={isReading ? stop : start} lang={language}>
        {isReading ? say.stop : say.start}
      </Button>
      {failed ? (
        <p className="estimate-quiet" role="status" lang={language}>
          {say.none}
        </p>
      ) : null}
    </>
  );
}

/** The words of a talk, large enough to be read to a crew. */
export function TalkPage({
  text,
  language,
  choose,
}: {
  text: Text;
  language: Language;
  choose: (language: Language) => void;
}) {
  return (
    <>
      <div className="talk-tools">
        <LanguageSwitch language={language} choose={choose} />
        <ReadAloud key={language} language={language} text={text} />
      </div>
      <TalkText text={text} language={language} />
    </>
  );
}
