import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { GuidePicture } from "./sample-guide.server.ts";

// Samples of the product: one deck builder and one homeowner, from the guide to the call. They are made up
// and labeled so.

/**
 * A page of the sample guide as the maker makes it, drawn at build time (pictures/guide.ts). Shown as
 * white paper in any color scheme.
 */
export function GuidePage({
  picture: { src, width, height, alt },
  later = false,
}: {
  picture: GuidePicture;
  later?: boolean;
}) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={later ? "lazy" : undefined}
      className="h-auto w-full border border-rule shadow-sheet"
    />
  );
}

/**
 * The beginning of the guide's text version. A row of characters under a heading is cut at the sheet's
 * edge.
 */
export function SampleText({ blocks }: { blocks: readonly (readonly string[])[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 border border-rule bg-sheet px-4 py-4 font-mono text-xs shadow-sheet">
      {blocks.map((lines) => (
        <p key={lines[0]}>
          {lines.map((line) => (
            <span
              key={line}
              className={/^[=-]+$/.test(line) ? "block overflow-hidden whitespace-nowrap" : "block"}
            >
              {line}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

/**
 * The guide's follow-up, as its owner sees it: the current emails, at the times its rules give
 * (sequences/live.server.ts).
 */
export function SampleSequence() {
  return (
    <Timeline label="Sample follow-up for Dana R.">
      <TimelineStep
        state="done"
        stateLabel="Asked"
        when="Tue 7:41 PM"
        title="Dana leaves her name on your page"
      />
      <TimelineStep
        state="done"
        stateLabel="Guide sent"
        when="Tue 7:42 PM"
        title="“How to compare deck bids, from the footings up”"
      >
        She has it before she puts her phone down.
      </TimelineStep>
      <TimelineStep
        state="now"
        stateLabel="Replied"
        when="Thu 12:31 PM"
        title="“Can you come look on Monday?”"
      >
        Your turn. Nothing else goes out by itself.
      </TimelineStep>
      <TimelineStep state="unsent" when="Fri 9:00 AM" title="“Did the guide answer your question?”">
        Not sent, because she replied.
      </TimelineStep>
    </Timeline>
  );
}

const drawnField = "rounded-md border border-edge bg-paper px-3 py-2 text-sm text-pencil";

/** The personal page that a lead fills in. */
export function SampleForm() {
  return (
    <div
      role="img"
      aria-label="A short form on your own page. It offers the guide and asks for a name, an email address, and permission to follow up."
    >
      <div className="border border-rule bg-sheet shadow-sheet">
        <p className="border-b border-rule px-4 py-2 font-mono text-xs text-pencil">/p/north-fork-decks</p>
        <div className="grid grid-cols-1 gap-3 p-4">
          <p className="font-display text-xl leading-tight font-bold">Get the deck builder guide</p>
          <p className={drawnField}>Dana</p>
          <p className={drawnField}>dana@home.example</p>
          <p className="flex items-baseline gap-2 text-sm text-pencil">
            <span className="size-3.5 flex-none translate-y-0.5 border-2 border-edge bg-chalk" />
            Yes, email me the guide and a follow-up
          </p>
          <p className="rounded-md bg-chalk px-3 py-2 text-center font-display text-lg font-bold text-on-chalk">
            Send me the guide
          </p>
        </div>
      </div>
    </div>
  );
}

/** The full email that brings the guide. */
export function SampleEmail() {
  return (
    <div className="border border-rule bg-sheet shadow-sheet">
      <div className="border-b border-rule px-4 py-3 text-sm">
        <p className="flex flex-wrap justify-between gap-x-4 text-pencil">
          <span>North Fork Decks</span>
          <span data-figures="">Tue 7:42 PM</span>
        </p>
        <p className="font-semibold">How to compare deck bids, from the footings up</p>
      </div>
      <div className="grid grid-cols-1 gap-3 px-4 py-4 text-sm">
        <p>Hi Dana,</p>
        <p>
          Here is “How to compare deck bids, from the footings up”, as promised. The link below opens it in
          your browser.
        </p>
        <p>
          If anything in it raises a question about your own place, just reply to this email. It comes
          straight to me.
        </p>
        <p>North Fork Decks</p>
        <p className="justify-self-start rounded-md bg-chalk px-3 py-2 font-display font-bold text-on-chalk">
          Open your copy
        </p>
      </div>
    </div>
  );
}

/** The owner's view when a lead answers. */
export function SampleReply() {
  return (
    <div className="border border-rule bg-sheet shadow-sheet">
      <p className="border-b border-rule px-4 py-2 font-display text-lg font-semibold">Dana R. replied</p>
      <div className="px-4 py-4">
        <p className="text-sm text-pencil" data-figures="">
          Thu 12:31 PM, by email. The follow-up has stopped.
        </p>
        <p className="mt-3 border-l-2 border-chalk pl-3 text-sm">
          “The part about footings got us thinking. Can you come look on Monday? We are home after four.”
        </p>
      </div>
    </div>
  );
}
