import type { Language } from "../rules/text.ts";
import { HEADS } from "./heads.ts";
import { keysOf, type Line, type PlanText as Text, type Step, wordsIn } from "./text.ts";

/** In the language, marked where nobody translated it. */
export function Words({ line, language }: { line: Line; language: Language }) {
  const { words, language: of } = wordsIn(line, language);
  return of === language ? words : <span lang={of}>{words}</span>;
}

/** The steps of a plan with their hazards and controls, and the sources at the end. */
export function PlanText({
  text,
  language,
  isPage = false,
}: {
  text: Text;
  language: Language;
  /** Whether its title is the page’s. */
  isPage?: boolean;
}) {
  const [Head, Sub] = isPage ? (["h2", "h3"] as const) : (["h3", "h4"] as const);
  const heads = HEADS[language];
  const steps = keysOf(text.steps.map(({ step }) => step));
  return (
    <div className="plan-text" lang={language}>
      <ol>
        {text.steps.map(({ step, hazards }, at) => (
          <li key={steps[at]}>
            <Head>
              <span className="label">
                {heads.step} {at + 1}
              </span>
              <Words line={step} language={language} />
            </Head>
            <Hazards hazards={hazards} language={language} Head={Sub} />
          </li>
        ))}
      </ol>
      {text.sources.length > 0 ? (
        <details className="fold">
          <summary>{heads.sources}</summary>
          <ul className="estimate-quiet" lang="en">
            {text.sources.map(({ name, cite, year }) => (
              <li key={`${name} ${cite}`}>
                {name}: {cite} ({year})
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

function Hazards({
  hazards,
  language,
  Head,
}: {
  hazards: Step["hazards"];
  language: Language;
  Head: "h3" | "h4";
}) {
  const heads = HEADS[language];
  const keys = keysOf(hazards.map(({ hazard }) => hazard));
  return hazards.map(({ hazard, controls }, at) => (
    <section key={keys[at]} className="plan-hazard">
      <Head>
        <span className="sr-only">{heads.hazard}: </span>
        <Words line={hazard} language={language} />
      </Head>
      <Controls controls={controls} language={language} label={heads.controls} />
    </section>
  ));
}

function Controls({
  controls,
  language,
  label,
}: {
  controls: readonly Line[];
  language: Language;
  label: string;
}) {
  const keys = keysOf(controls);
  return (
    <ul aria-label={label}>
      {controls.map((control, at) => (
        <li key={keys[at]}>
          <Words line={control} language={language} />
        </li>
      ))}
    </ul>
  );
}
