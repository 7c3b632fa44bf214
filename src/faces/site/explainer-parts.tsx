import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";

// Parts of explainer pages: a heading in a third of the width, content in the rest.

/** A row under a line: heading on the left, content in the two columns beside it. */
export function Row({
  id,
  title,
  note,
  children,
}: {
  id: string;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-8 border-t border-rule py-12 lg:grid-cols-3 lg:py-20"
    >
      <header>
        <h2 id={id}>{title}</h2>
        {note ? <div className="mt-4 text-pencil">{note}</div> : null}
      </header>
      <div className="lg:col-span-2">{children}</div>
    </section>
  );
}

/** Three numbered steps, side by side where there is room. */
export function Steps({ steps }: { steps: readonly (readonly [title: string, text: ReactNode])[] }) {
  return (
    <section aria-labelledby="steps" className="border-t-2 border-ink py-12 lg:py-20">
      <h2 id="steps">How It Works</h2>
      <ol className="mt-8 grid gap-x-16 gap-y-8 md:grid-cols-3 lg:mt-12">
        {steps.map(([title, text], place) => (
          <li key={title}>
            {/* With three columns there is no room for number and title on one line, so all three are
                stacked. */}
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-3 md:max-xl:flex-col">
              <span
                className="font-display text-[5rem] leading-[0.8] font-extrabold lg:text-[7rem]"
                data-figures=""
              >
                {place + 1}
              </span>
              <h3 className="text-2xl">{title}</h3>
            </div>
            <p className="mt-5">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A list of terms and explanations. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, text: ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([term, text]) => (
        <div
          key={term}
          className="grid gap-x-16 gap-y-1 border-t border-rule py-5 first:border-t-0 first:pt-0 lg:grid-cols-2"
        >
          <dt className="font-display text-xl leading-tight font-bold">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The end of an explainer: the next step, with what it promises. */
export function Closing({
  title,
  promises,
  href,
  action,
}: {
  title: string;
  promises: readonly string[];
  href: string;
  action: string;
}) {
  return (
    <section
      aria-labelledby="make"
      className="grid gap-x-16 gap-y-8 border-t-2 border-ink py-12 lg:grid-cols-3 lg:py-20"
    >
      <h2 id="make" className="text-4xl lg:col-span-2">
        {title}
      </h2>
      <div>
        <ul className="grid gap-2">
          {promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
          <li>
            GDPR and CCPA compliant:{" "}
            <a className="text-link" href="/privacy#your-data">
              how we handle data
            </a>
          </li>
        </ul>
        <p className="mt-6">
          <LinkButton href={href} kind="signal" size="large">
            {action}
          </LinkButton>
        </p>
      </div>
    </section>
  );
}
