import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import type { DripEmail, DripScript } from "#ground/writing/public.server.ts";
import { brand } from "#platform/config/brand.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton } from "#ui/button.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { Closing, Facts, Row, Steps } from "./explainer-parts.tsx";
import { sampleDrip } from "./samples/sample-drip.server.ts";

export const handle = { static: true };

export const meta = () =>
  head({
    title: `Lead Drips for Service Pros – ${brand}`,
    description:
      "3-5 follow-up emails and 2-3 call scripts for a lead who has gone quiet, written for your trade, with an answer to what’s holding them back.",
    path: "/leadDrip",
  });

/** Runs at build time. */
export const loader = () => {
  const { emails, scripts } = sampleDrip();
  return { emails, script: scripts[0]! };
};

const dayOf = (day: number) => (day === 0 ? "Right away" : `After ${day} ${day === 1 ? "day" : "days"}`);

export default function LeadDrip() {
  const { emails, script } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <div className="grid items-start gap-x-16 gap-y-12 py-10 lg:grid-cols-3 lg:py-16">
        <div className="lg:col-span-2">
          <h1>Know What to Write, and What to Say When They Pick Up</h1>
          <p className="mt-6 max-w-[36rem] text-lg">
            A lead drip is a handful of short emails and calls, spread over a few days, for a lead who hasn’t
            said yes. Each one gives the reader something to use: a thing to look at, a question to ask, a
            line in the price. Then it asks for one small thing.
          </p>
          <p className="mt-8">
            <LinkButton href="/genLeadDrip" kind="signal" size="large">
              Write My Lead Drip
            </LinkButton>
          </p>
          <p className="mt-4 max-w-[36rem] text-sm text-pencil">
            It’s ready in seconds, free, with no account. Nothing is sent for you: you paste the emails into
            your own email and make the calls yourself.
          </p>
        </div>
        <div>
          <h2 className="text-xl">One lead, {emails.length} emails</h2>
          <div className="mt-5">
            <Timeline label="When each email of the sample goes out">
              {emails.map(({ day, subject }) => (
                <TimelineStep key={day} state="waiting" stateLabel={dayOf(day)} title={subject} />
              ))}
            </Timeline>
          </div>
          <p className="mt-4 text-sm text-pencil">Sample subjects. North Fork Roofing is made up.</p>
        </div>
      </div>

      <Steps
        steps={[
          [
            "Describe the lead",
            "What you sell, and how far along the lead is: a stranger, someone who asked to see more, someone on a trial, or someone who stopped just short of a yes. Add their objection, if they told you.",
          ],
          [
            "Get emails and scripts",
            "They’re written from what your trade knows: what to look for, what moves the price, which shortcut to avoid. Your lead’s objection gets an answer by email and on the phone.",
          ],
          [
            "Paste, send, call",
            "Copy each one, or download everything as a PDF or text. Every email says which day to send it. When the lead replies, stop the emails and talk.",
          ],
        ]}
      />

      <section aria-labelledby="sample" className="border-t border-rule py-12 lg:py-20">
        <h2 id="sample">Sample Output</h2>
        <p className="mt-4 max-w-measure text-pencil">
          For a made-up roofer whose lead asked for a visit and thinks it’s too expensive. Nothing here is
          edited.
        </p>
        <div className="mt-8 grid items-start gap-x-16 gap-y-12 lg:mt-12 lg:grid-cols-2">
          <SampleEmail email={emails[0]!} />
          <SampleScript script={script} />
        </div>
      </section>

      <Row id="get" title="What You Get">
        <Facts
          facts={[
            [
              "3-5 follow-up emails",
              "A subject, a message, and the day to send it. One idea and one ask in each, and no two start the same way.",
            ],
            [
              "2-3 call scripts",
              "Written to be read aloud: how to open, what to ask, what to say to the objection, and one small ask at the end.",
            ],
            [
              "Your tone",
              "Friendly, straightforward, professional, reassuring, or direct. The wording changes with it.",
            ],
            [
              "Let it run by itself",
              "Save it to an account and turn it on for your personal page. Its emails go out by themselves and stop when the lead replies. You can add texts between the emails, for leads who agreed to texts.",
            ],
            [
              "Nothing invented",
              "No prices, guarantees, reviews, or licenses you didn’t give us. The one blank to fill is {{first_name}}, your lead’s first name.",
            ],
          ]}
        />
      </Row>

      <Row
        id="for"
        title="Who It Is For"
        note={<p>Anyone who means to follow up and then has a job to run. For example, when a lead:</p>}
      >
        <Facts
          facts={[
            ["Structural and civil engineers", "Asked what a letter costs and went quiet."],
            ["Contractors and builders", "Has had your estimate for a week, and now has another bid."],
            ["Designers and consultants", "Wants to think about it, and so does the spouse or the board."],
            [
              "Home service businesses",
              "Left a number on Saturday and heard back from someone else on Sunday.",
            ],
          ]}
        />
      </Row>

      <Closing
        title="Think of one lead you meant to call. Start there."
        promises={["No account and no credit card.", "Nothing goes to your lead until you send it."]}
        href="/genLeadDrip"
        action="Write Mine Now"
      />
    </div>
  );
}

function Sheet({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <figure>
      <div className="border border-rule bg-sheet p-6 wrap-anywhere lg:p-8">{children}</div>
      <figcaption className="mt-3 text-sm text-pencil">{label}</figcaption>
    </figure>
  );
}

function SampleEmail({ email }: { email: DripEmail }) {
  return (
    <Sheet label={`The first email, sent ${dayOf(email.day).toLowerCase()}`}>
      <h3 className="text-xl">{email.subject}</h3>
      <div className="mt-4 whitespace-pre-line">{email.body}</div>
    </Sheet>
  );
}

function SampleScript({ script }: { script: DripScript }) {
  return (
    <Sheet label="The first call script, to be read aloud">
      <h3 className="text-xl">{script.title}</h3>
      <dl className="mt-4 grid gap-3">
        {script.lines.map(({ cue, say }) => (
          <div key={cue}>
            <dt className="text-sm text-pencil">{cue}</dt>
            <dd>{say}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
