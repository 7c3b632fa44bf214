import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { PlumbLine, PlumbRow } from "#ui/plumb-line.tsx";
import { brand, operatorSlot } from "#platform/config/brand.ts";
import { head } from "#platform/http/head.ts";
import { slot } from "#platform/http/static/slots.ts";
import { SampleSequence } from "./samples/samples.tsx";
import { When } from "./when-shown.tsx";

export const handle = { static: true };

export const meta = () =>
  head({
    title: `About ${brand}`,
    description:
      "Why we built follow-up that runs without you, what you can count on, and the trades it serves.",
    path: "/about",
  });

const rules: readonly (readonly [title: string, text: ReactNode])[] = [
  [
    "It shows its work",
    "Every email and text is on record: when it was sent, or why it wasn’t. You never have to guess what went out in your name.",
  ],
  [
    "It knows when to stop",
    "When someone replies or opts out, everything else is canceled. Connect your inbox, and it notices email replies by itself. We only text people who agreed to texts.",
  ],
  [
    "It makes nothing up",
    "We never invent prices, guarantees, licenses, or reviews for you. Samples are labeled as samples, on this page too.",
  ],
];

const industries: readonly { name: string; asks: string; text: string }[] = [
  {
    name: "Structural and civil engineers",
    asks: "“Can this wall come out?”",
    text: "They ask long before there are drawings. A short guide tells them what to look for, and the ones who looked know who to call.",
  },
  {
    name: "Contractors and builders",
    asks: "“What would a deck run us?”",
    text: "They ask three builders in one evening. Your guide goes out right away, and one good question follows two days later.",
  },
  {
    name: "Designers and consultants",
    asks: "“Is our roof any good for solar?”",
    text: "Your work is hard to picture until it’s done. Teach them one useful thing at a time, and they have a reason to call you first.",
  },
  {
    name: "Home service businesses",
    asks: "“How soon can someone come out?”",
    text: "They call three shops from the driveway. Your guide goes out right away, even when you’re under a sink.",
  },
];

/** Why the product exists, what it promises, who it is for, and who runs this installation. */
export default function About() {
  return (
    <>
      <div className="page pt-10 pb-8 lg:pt-14 lg:pb-10">
        <p className="label">About {brand}</p>
        <h1 className="mt-3 text-5xl sm:max-w-[11.7em] sm:text-wrap">You Were on a Roof When They Asked</h1>
      </div>

      <PlumbLine>
        <PlumbRow beam labelledBy="story-title">
          <header>
            <p className="label">Our story</p>
            <h2 id="story-title" className="mt-2">
              Why We Built It
            </h2>
          </header>
          <div className="prose max-w-measure text-lg md:col-span-2">
            <When part="own-story">
              <p>{slot("FOUNDER_STORY")}</p>
            </When>
            <When part="sample-story">
              <p>
                It starts with a phone on a tailgate. Someone wants to know what it costs to take out a wall.
                You are holding the wall. By the time your hands are clean, it’s seven o’clock, and they’ve
                already asked two other contractors.
              </p>
              <p>
                There is software for that, and it wants feeding: stages to drag, fields to fill, one more tab
                to keep open. If you run the crew, order the lumber, and do the books on Sunday, nobody is
                left to feed it.
              </p>
              <p>
                So we built the part that works when you’re not looking. One link to share. A guide worth
                reading. A short email two days later, during working hours, in your name. And silence once
                someone replies.
              </p>
              <p>
                Builders check a wall with a plumb line. It has no battery and no opinion. It hangs, and
                everyone on site can see what is true. We wanted follow-up you could check the same way.
              </p>
            </When>
          </div>
        </PlumbRow>

        <PlumbRow labelledBy="rules-title">
          <h2 id="rules-title">What You Can Count On</h2>
          <figure>
            <SampleSequence />
            <figcaption className="mt-5 text-sm text-pencil">
              A sample follow-up. Dana is made up. The way it stops is real.
            </figcaption>
          </figure>
          <ul className="grid content-start gap-7">
            {rules.map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p className="mt-2">{text}</p>
              </li>
            ))}
          </ul>
        </PlumbRow>

        <PlumbRow labelledBy="industries-title">
          <header>
            <h2 id="industries-title">Industries We Serve</h2>
            <p className="mt-4 text-pencil">
              People who have their hands full, and the first thing their clients ask:
            </p>
          </header>
          <ul className="md:col-span-2">
            {industries.map(({ name, asks, text }) => (
              <li
                key={name}
                className="grid gap-x-10 gap-y-2 border-t border-rule py-6 first:border-t-0 first:pt-0 md:grid-cols-2 lg:gap-x-16"
              >
                <div>
                  <h3>{name}</h3>
                  <p className="mt-1 text-lg">{asks}</p>
                </div>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </PlumbRow>

        <PlumbRow bob labelledBy="ask-title">
          <div className="lg:col-span-2 lg:col-start-2">
            <h2 id="ask-title" className="text-4xl">
              Ask us anything.
            </h2>
            <p className="mt-5 max-w-measure text-lg">
              What you write on the contact page goes straight to {operatorSlot}.
            </p>
            <When part="address">
              <address className="mt-3 text-pencil not-italic">{slot("OPERATOR_ADDRESS")}</address>
            </When>
            <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
              <LinkButton href="/contact" kind="signal" size="large">
                Contact Us
              </LinkButton>
              <When part="profile">
                <a className="text-link" href={slot("PROFILE_URL")} rel="me noopener">
                  {slot("PROFILE_NAME")}
                </a>
              </When>
            </div>
          </div>
        </PlumbRow>
      </PlumbLine>
    </>
  );
}
