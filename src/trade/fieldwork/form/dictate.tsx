import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";

/** Parts of the Web Speech API that TypeScript's DOM types lack. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}
interface RecognitionResult extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}
type RecognitionConstructor = new () => Recognition;

const findRecognition = (): RecognitionConstructor | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionConstructor;
    webkitSpeechRecognition?: RecognitionConstructor;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
};

const PROBLEMS: Readonly<Record<string, string>> = {
  "not-allowed": "This browser can’t use the microphone. Allow it in the browser’s settings.",
  "service-not-allowed": "This browser can’t use the microphone. Allow it in the browser’s settings.",
  network: "No signal for dictation. Type it instead. It saves either way.",
  "audio-capture": "No microphone found.",
};

/**
 * Renders nothing if the browser can't recognize speech.
 * @param hear called with each phrase
 * @param isBegun listens right away, because it was opened to be spoken to
 */
export function Dictate({ hear, isBegun = false }: { hear: (words: string) => void; isBegun?: boolean }) {
  const Speech = findRecognition();
  const [isOn, setOn] = useState(isBegun);
  const [problem, setProblem] = useState<string>();
  const running = useRef<Recognition>(null);
  const listen = () => {
    if (!Speech) return;
    const speech = new Speech();
    running.current = speech;
    // People most likely speak their phone's language.
    speech.lang = navigator.language || "en-US";
    speech.continuous = true;
    speech.interimResults = false;
    speech.addEventListener("result", (event) => {
      const { results, resultIndex } = event as RecognitionResult;
      for (let at = resultIndex; at < results.length; at++) {
        const words = results[at]?.isFinal ? results[at]![0]?.transcript.trim() : "";
        if (words) hear(words);
      }
    });
    speech.addEventListener("error", (event) => {
      const { error } = event as Event & { readonly error: string };
      if (error !== "no-speech" && error !== "aborted")
        setProblem(PROBLEMS[error] ?? "Dictation stopped. Try again, or type it.");
    });
    speech.addEventListener("end", () => setOn(false));
    speech.start();
  };
  const begin = useEffectEvent(() => isBegun && listen());
  useEffect(() => {
    begin();
    return () => running.current?.abort();
  }, []);
  if (!Speech) return null;
  const start = () => {
    setProblem(undefined);
    listen();
    setOn(true);
  };
  return (
    <div className="dictate">
      <Button
        type="button"
        kind="plain"
        size="small"
        aria-pressed={isOn}
        onClick={() => (isOn ? running.current?.stop() : start())}
      >
        {isOn ? "Stop dictating" : "Dictate"}
      </Button>
      <p className="field-hint" role="status">
        {problem ??
          (isOn
            ? "Listening. Your browser’s company, such as Apple or Google, turns your speech into text."
            : null)}
      </p>
    </div>
  );
}
