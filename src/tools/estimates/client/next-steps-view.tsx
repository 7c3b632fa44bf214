import { findLinks } from "#platform/mail/compose/text-links.ts";
import { TEXTS } from "../rules/estimate.ts";
import { type NextSteps, stepsOf } from "./steps-after-yes.ts";

/** What happens next, once an estimate is approved. @param contact address of the business's contact card */
export function NextStepsView({ steps, contact }: { steps: NextSteps; contact: string }) {
  return (
    <section aria-label="What happens next" className="mt-6 max-w-measure">
      <h2 className="estimate-heading">What happens next</h2>
      <ol className="estimate-next">
        {stepsOf(steps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {steps.howToPay ? (
        <>
          <h3 className="estimate-section">{TEXTS.howToPay.label}</h3>
          <p className="estimate-words">
            <Linked>{steps.howToPay}</Linked>
          </p>
        </>
      ) : null}
      <p className="mt-4">
        <a className="button" data-kind="plain" href={contact}>
          Add {steps.business} to my contacts
        </a>
      </p>
    </section>
  );
}

/** A text whose web addresses are links. */
function Linked({ children }: { children: string }) {
  const links = findLinks(children);
  const end = (at: number) => (links[at] ? links[at].index + links[at].url.length : 0);
  return (
    <>
      {links.map(({ index, url }, at) => (
        <span key={index}>
          {children.slice(end(at - 1), index)}
          <a className="text-link" href={url} rel="noopener noreferrer">
            {url}
          </a>
        </span>
      ))}
      {children.slice(end(links.length - 1))}
    </>
  );
}
