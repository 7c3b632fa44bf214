import { useLoaderData } from "react-router";
import { brand } from "#platform/config/brand.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { Closing, Facts, Row, Steps } from "./explainer-parts.tsx";
import { guidePictures, sampleText } from "./samples/sample-guide.server.ts";
import { GuidePage, SampleText } from "./samples/samples.tsx";

export const handle = { static: true };

export const meta = () =>
  head({
    title: `Lead Magnets for Service Pros – ${brand}`,
    description:
      "Make a PDF guide your next client will read, in 60 seconds. Say what you do and who it is for. First lead magnet is free.",
    path: "/leadMagnet",
  });

/** Runs at build time. */
export const loader = () => ({ pictures: guidePictures(), text: sampleText(8) });

export default function LeadMagnet() {
  const { pictures, text } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <div className="grid items-end gap-x-16 gap-y-12 py-10 lg:grid-cols-3 lg:py-16">
        <div className="lg:col-span-2">
          <h1>Give Them a Guide Before You Give Them a Quote</h1>
          <p className="mt-6 max-w-[36rem] text-lg">
            A lead magnet is a short guide people get in return for their name and email. Yours answers what
            your clients ask before they hire someone like you. They read it, they remember who wrote it, and
            you know who they are.
          </p>
          <p className="mt-8">
            <LinkButton href="/genLeadMagnet" kind="signal" size="large">
              Make My Lead Magnet
            </LinkButton>
          </p>
          <p className="mt-4 max-w-[36rem] text-sm text-pencil">
            Your first lead magnet is free and takes 60 seconds to make. The next ones need an account, which
            is free too.
          </p>
        </div>
        <figure className="max-w-96">
          <GuidePage picture={pictures.cover} />
          <figcaption className="mt-3 text-sm text-pencil">
            A sample cover. North Fork Decks is made up.
          </figcaption>
        </figure>
      </div>

      <Steps
        steps={[
          [
            "Say what you do",
            "Your company, what you sell, who it’s for, and the topic if you have one. Only your name and email are required. Short answers are fine.",
          ],
          [
            "Get the guide",
            "It’s written for your trade and your client, and laid out as a PDF: a cover, the guide, something to check off or fill in, and how to reach you. You also get it as text.",
          ],
          [
            "Hand it out",
            "Link to it from your site, text it to someone who just called, or print it for the truck. Save it to an account to put it behind your own short form, on your site or at a link. Follow-up emails then go out by themselves, and you can add texts for people who agree to them.",
          ],
        ]}
      />

      <section aria-labelledby="sample" className="border-t border-rule py-12 lg:py-20">
        <h2 id="sample">Sample Output</h2>
        <p className="mt-4 max-w-measure text-pencil">
          Three pages from inside, and the text version, for a made-up deck builder.
        </p>
        <div className="mt-8 grid gap-x-16 gap-y-10 md:grid-cols-2 lg:mt-12 lg:gap-y-14">
          <figure>
            <GuidePage picture={pictures.opening} later />
            <figcaption className="mt-3 text-sm text-pencil">
              The first page: why it matters, and what can’t wait
            </figcaption>
          </figure>
          <figure>
            <GuidePage picture={pictures.list} later />
            <figcaption className="mt-3 text-sm text-pencil">
              What to check, line by line, with figures
            </figcaption>
          </figure>
          <figure>
            <GuidePage picture={pictures.nextStep} later />
            <figcaption className="mt-3 text-sm text-pencil">
              The last page: how to reach you, and about what
            </figcaption>
          </figure>
          <figure>
            <SampleText blocks={text} />
            <figcaption className="mt-3 text-sm text-pencil">The text version, to paste anywhere</figcaption>
          </figure>
        </div>
      </section>

      <Row id="get" title="What You Get">
        <Facts
          facts={[
            [
              "A PDF that looks like yours",
              "Four to eight pages, ready to send or print, with your name on the cover and your contact info on the last page.",
            ],
            ["A text version", "The same words without the layout, for an email, a web page, or a message."],
            [
              "Words about your trade",
              "Written whole by people who know the trade, with sources for its figures. We don’t make up guarantees, reviews, or licenses for you.",
            ],
            [
              "A link to share it",
              "Save it to an account to get a short link and a form for your own site. Anyone who leaves their name gets the guide by email. The form can ask for their phone, and whether you may text them.",
            ],
          ]}
        />
      </Row>

      <Row
        id="for"
        title="Who It Is For"
        note={
          <p>Anyone whose clients have questions before they have a budget. Some guides to start from:</p>
        }
      >
        <Facts
          facts={[
            [
              "Structural and civil engineers",
              "Can This Wall Come Out? What to Look At Before You Call Anyone",
            ],
            ["Contractors and builders", "How to Compare Deck Bids, From the Footings Up"],
            ["Designers and consultants", "How to Read a Solar Quote, Line by Line"],
            ["Home service businesses", "Repair or Replace? A Furnace Checklist for the First Cold Week"],
          ]}
        />
      </Row>

      <Closing
        title="Sixty seconds from now you could be reading yours."
        promises={[
          "Your first lead magnet is free. No credit card.",
          "Nothing goes to your clients until you send it.",
        ]}
        href="/genLeadMagnet"
        action="Make Mine Now"
      />
    </div>
  );
}
