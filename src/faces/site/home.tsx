import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { brand, publicUrl } from "#platform/config/brand.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { PlumbLine, PlumbRow } from "#ui/plumb-line.tsx";
import { OneJob } from "./one-job.tsx";
import { guidePictures } from "./samples/sample-guide.server.ts";
import { GuidePage, SampleEmail, SampleForm, SampleReply, SampleSequence } from "./samples/samples.tsx";
import { Testimonials } from "./samples/testimonials.tsx";

export const handle = { static: true };

const pitch = "Automated client follow-up for busy service pros.";

export const meta = () =>
  head({
    title: pitch,
    description: pitch,
    path: "/",
    jsonLd: [
      {
        "@type": "Organization",
        "@id": `${publicUrl}/#organization`,
        name: brand,
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icon-512.png`,
      },
      {
        "@type": "WebSite",
        "@id": `${publicUrl}/#website`,
        name: brand,
        url: `${publicUrl}/`,
        inLanguage: "en",
        publisher: { "@id": `${publicUrl}/#organization` },
      },
    ],
  });

const steps: readonly { title: string; text: ReactNode; show: ReactNode }[] = [
  {
    title: "Capture interest",
    text: (
      <>
        <p>
          Put a lead form on your site, or share your personal link: on the truck, on the yard sign, in your
          email signature. People leave their name and get your guide by email right away.
        </p>
        <p>
          Speed matters. When Harvard Business Review tested U.S. companies in 2011, 37% answered a web lead
          within an hour. 23% never answered.
        </p>
      </>
    ),
    show: <SampleForm />,
  },
  {
    title: "Automate follow-up",
    text: (
      <>
        <p>
          The guide goes out right away. Two days later, a follow-up goes out in your name, during working
          hours, never on your day off. These are automated follow-up emails or texts based on client
          behavior: anyone who replies or opts out gets no more. Texts go only to people who agreed to them.
        </p>
        <p>Every step is on record: when it was sent, or why it wasn’t.</p>
      </>
    ),
    show: <SampleEmail />,
  },
  {
    title: "Win more business",
    text: (
      <>
        <p>
          Your dashboard shows who asked, what went out, and who replied, in their own words. You write back
          to the ones who are ready.
        </p>
        <p>
          Stay top of mind, close more deals, and ask for the referral at the right time. All without a CRM to
          feed.
        </p>
      </>
    ),
    show: <SampleReply />,
  },
];

const claims: readonly { title: string; text: ReactNode }[] = [
  {
    title: "Live in 10 minutes, with no tech skills",
    text: "A lead magnet takes 60 seconds to make. Answer three more questions and you have your own link. From then on the follow-up runs by itself.",
  },
  {
    title: "GDPR and CCPA compliant",
    text: (
      <>
        We keep a record of what each person agreed to, and when. One click unsubscribes.{" "}
        <a className="text-link" href="/privacy#your-data">
          See how in our privacy policy
        </a>
        .
      </>
    ),
  },
  {
    title: "Hosted on a backend platform, not in your inbox",
    text: "Your leads and messages live in a database that keeps each business’s records separate and saves every change to disk before it says “done.”",
  },
];

/** Runs at build time. */
export const loader = () => ({ cover: guidePictures().cover });

export default function Home() {
  const { cover } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page pt-10 pb-8 lg:pt-14 lg:pb-10">
        <h1 className="text-5xl sm:max-w-[11.7em] sm:text-wrap">
          Automated Client Follow-Up for Busy Service Pros
        </h1>
      </div>

      <PlumbLine>
        <PlumbRow beam className="lg:pt-10">
          <div>
            <p className="text-lg">
              You’re on a roof. Someone just asked what it would cost. {brand} sends them something useful
              right away, writes again two days later, and stops when they reply. You see who did.
            </p>
            <p className="mt-6">
              <LinkButton href="/leadMagnet" kind="signal" size="large">
                Get My Free Lead Magnet
              </LinkButton>
            </p>
            <p className="mt-4 text-sm text-pencil">
              Your first lead magnet is free, no account needed. Accounts are free too.
            </p>
          </div>
          <SampleSequence />
          <figure>
            <GuidePage picture={cover} />
            <figcaption className="mt-3 text-sm text-pencil">
              A sample guide and its follow-up. The people are made up.
            </figcaption>
          </figure>
        </PlumbRow>

        <section aria-labelledby="how-title">
          <PlumbRow>
            <h2 id="how-title">How It Works</h2>
          </PlumbRow>
          <ol className="plumb-steps">
            {steps.map(({ title, text, show }, place) => (
              <li key={title} className="plumb-row plumb-step">
                <div className="flex flex-wrap items-baseline gap-x-4 gap-y-3 lg:gap-x-6">
                  <span
                    className="font-display text-[5rem] leading-[0.8] font-extrabold lg:text-[9rem]"
                    data-figures=""
                  >
                    {place + 1}
                  </span>
                  <h3 className="text-2xl">{title}</h3>
                </div>
                <div className="grid content-start gap-4">{text}</div>
                <div>{show}</div>
              </li>
            ))}
          </ol>
        </section>

        <OneJob />

        <PlumbRow labelledBy="trust-title">
          <h2 id="trust-title">Built for Service Pros Who Don&apos;t Have Time to Chase Leads</h2>
          <ul className="md:col-span-2">
            {claims.map(({ title, text }) => (
              <li
                key={title}
                className="grid gap-x-10 gap-y-2 border-t border-rule py-6 first:border-t-0 first:pt-0 md:grid-cols-2 lg:gap-x-16"
              >
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </PlumbRow>

        <PlumbRow labelledBy="quotes-title">
          <Testimonials />
        </PlumbRow>

        <PlumbRow bob labelledBy="start-title">
          <div className="lg:col-span-2 lg:col-start-2">
            <h2 id="start-title" className="text-4xl">
              Be the one who got back to them.
            </h2>
            <p className="mt-5 max-w-measure text-lg">
              Make a guide your next client will read. Tell us what you do and who it’s for, and you’ll have
              the PDF in a minute.
            </p>
            <p className="mt-7">
              <LinkButton href="/leadMagnet" kind="signal" size="large">
                Start With a Free Lead Magnet
              </LinkButton>
            </p>
          </div>
        </PlumbRow>
      </PlumbLine>
    </>
  );
}
