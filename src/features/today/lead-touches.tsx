import { DataList, Section } from "#ui/layout.tsx";
import { GivenAnswer } from "./given-answer.tsx";

/** One time that somebody asked, as the owner reads it. */
export interface ShownTouch {
  readonly iso: string;
  readonly words: string;
  /** Where they came from; empty when nothing is known. */
  readonly from: string;
  readonly answers: readonly { readonly name: string; readonly text: string; readonly dials?: string }[];
}

/** When somebody came, and from where. */
export function Came({ touch }: { touch: ShownTouch }) {
  return (
    <>
      <time dateTime={touch.iso}>{touch.words}</time>
      {touch.from ? <span className="block text-pencil wrap-anywhere">{touch.from}</span> : null}
    </>
  );
}

/** What somebody wrote into the form, the newest first. Nothing where they left name and email alone. */
export function TheirAnswers({ touches }: { touches: readonly ShownTouch[] }) {
  const answered = touches.filter(({ answers }) => answers.length > 0).toReversed();
  if (answered.length === 0) return null;
  return (
    <Section title="What they told you" id="answers">
      {answered.map((touch) => (
        <div key={touch.iso} className="mt-4 max-w-measure">
          {answered.length > 1 ? (
            <p className="text-sm text-pencil">
              <time dateTime={touch.iso}>{touch.words}</time>
            </p>
          ) : null}
          <DataList items={touch.answers.map(({ name, text, dials }) => [name, <GivenAnswer key={name} text={text} dials={dials} />])} />
        </div>
      ))}
    </Section>
  );
}
