import type { ReactNode } from "react";
import { PlumbRow } from "#ui/plumb-line.tsx";
import { ScreenPicture } from "./pictures/screen-picture.tsx";

const tool = (href: string, name: string) => (
  <a className="text-link" href={href}>
    {name}
  </a>
);

/** What happens to a job, in its order, and the tool that does it. */
const steps: readonly (readonly [title: string, text: ReactNode])[] = [
  [
    "They book a visit",
    "From your page or your email, at a time when you’re free. You get the address and what they want.",
  ],
  [
    "You send a price",
    <>
      {tool("/estimini", "EstiMini")} already has their name and what they asked for. They approve on their
      phone.
    </>,
  ],
  [
    "The crew writes the day down",
    <>
      {tool("/buildlog", "BuildLog")} has photos, people, and weather. {tool("/sitesafe", "SiteSafe")} has the
      morning’s talk, signed.
    </>,
  ],
  [
    "Extra work gets a yes first",
    <>
      {tool("/changeorder", "ChangeLog")} makes a change order from the log entry. Your client signs it, and
      the job has the new sum.
    </>,
  ],
  [
    "The list gets to zero",
    <>
      Each item in {tool("/checky", "Checky")} has one name and one date. Close the last one, and the job is
      one tap from done.
    </>,
  ],
  [
    "You show it",
    <>
      {tool("/proofpix", "ProofPix")} pairs the before and the after, and asks your client if you may show
      them.
    </>,
  ],
  [
    "They get everything in one link",
    "The warranty letter, signed papers, photos, and manuals, as a page, a PDF, or a ZIP.",
  ],
  [
    "They send a friend",
    "You ask for a review, and each client gets a link of their own. You see who came by it.",
  ],
];

/** The home page's row about the job that follows: one thread through all six tools. */
export function OneJob() {
  return (
    <PlumbRow labelledBy="job-title">
      <header>
        <h2 id="job-title">And When They Say Yes</h2>
        <p className="mt-4 text-pencil">
          The lead becomes a job, and six site tools work on it. Nobody types a name, an address, or a price
          twice, and the tools work without a signal.
        </p>
      </header>
      <figure className="max-w-80 lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:self-start">
        <ScreenPicture name="job-done" />
        <figcaption className="mt-3 text-sm text-pencil">
          A finished job in our demo. The people are made up.
        </figcaption>
      </figure>
      <div>
        <dl className="grid gap-5">
          {steps.map(([title, text]) => (
            <div key={title} className="border-t border-rule pt-4 first:border-t-0 first:pt-0">
              <dt className="font-display text-lg leading-tight font-bold">{title}</dt>
              <dd className="mt-1">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 border-l-2 border-ink pl-4 text-sm text-pencil">
          Each tool’s page says if it’s open to everyone or by invitation. You can bring clients, jobs, logs,
          photos, and lists from the product you use now, and other programs can connect through an API.
        </p>
      </div>
    </PlumbRow>
  );
}
