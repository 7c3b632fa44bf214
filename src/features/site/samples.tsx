import type { ReactNode } from "react";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";

// The product, shown: one deck builder, one homeowner, from the guide to the call. All of it is made up and says so.

const pen = { fill: "none", stroke: "currentColor", strokeWidth: 2 } as const;

/** A deck in section with its dimensions, drawn as a builder would. The ground runs off both edges of the sheet. */
function DeckDrawing() {
  return (
    <svg viewBox="0 4 425 224" className="block w-full flex-none" aria-hidden="true">
      <g {...pen}>
        {/* House wall, cut and hatched, with its ledger */}
        <path d="M0 2h58v188M44 2v82M44 104v86" />
        <path d="M44 16 58 8M44 34l14-8M44 52l14-8M44 70l14-8M44 122l14-8M44 140l14-8M44 158l14-8M44 176l14-8" strokeWidth="1" />
        <path d="M58 82h10v22H58z" fill="currentColor" />
        {/* Boards, joist, beam */}
        <path d="M58 74h262v8H58zM68 82h246v20H68z" />
        <path d="M84 74v8M110 74v8M136 74v8M162 74v8M188 74v8M214 74v8M240 74v8M266 74v8M292 74v8" strokeWidth="1" />
        <path d="M246 102h26v18h-26z" fill="currentColor" />
        {/* Post, base, footing */}
        <path d="M252 120v62M266 120v62M246 182h26v8h-26zM240 190h38v36h-38z" />
        <path d="m242 222 34-30M242 206l16-15M258 225l19-17" strokeWidth="1" />
        {/* Guard */}
        <path d="M312 74V18M320 74V18M58 18h262v-6H58zM58 64h254" />
        <path
          d="M72 18v46M86 18v46M100 18v46M114 18v46M128 18v46M142 18v46M156 18v46M170 18v46M184 18v46M198 18v46M212 18v46M226 18v46M240 18v46M254 18v46M268 18v46M282 18v46M296 18v46"
          strokeWidth="1.5"
        />
        {/* Stair and grade */}
        <path d="M320 82v16h20v23h20v23h20v23h20v23M320 122l62 68" />
        <path d="M0 190h240M278 190h147" strokeWidth="3" />
        <path
          d="m12 190-10 10M32 190l-10 10M296 190l-10 10M316 190l-10 10M336 190l-10 10M356 190l-10 10M376 190l-10 10M396 190l-10 10M416 190l-10 10"
          strokeWidth="1"
        />
      </g>
      <g {...pen} className="text-cover-line" strokeWidth="1">
        <path d="M58 196v22M259 226v6M58 212h176M53 217l10-10" />
        <path d="M346 12v62M336 12h20M336 74h20M341 17l10-10M341 79l10-10" />
      </g>
      <g className="fill-cover-line font-sans text-[14px]">
        <text x="138" y="207" textAnchor="middle">
          12&apos;-0&quot;
        </text>
        <text x="356" y="48">
          36&quot;
        </text>
      </g>
    </svg>
  );
}

/** The cover of a guide, at any size: everything in it is measured in its own width. */
export function SampleCover({ className = "" }: { className?: string }) {
  return (
    <div className={`@container aspect-[17/22] ${className}`.trimEnd()}>
      <div className="flex size-full flex-col bg-cover text-on-cover shadow-sheet">
        <div className="flex-1 px-[7.5cqw] pt-[6cqw]">
          <p className="flex items-baseline justify-between border-b border-cover-line pb-[2.5cqw] font-display text-[4.6cqw] leading-tight font-bold">
            <span>North Fork Decks</span>
            <span className="text-cover-line">Homeowner guide</span>
          </p>
          <p className="mt-[4.5cqw] font-display text-[11.7cqw] leading-[0.95] font-extrabold">
            9 Questions to Ask Before You Hire a Deck Builder
          </p>
        </div>
        <DeckDrawing />
        <p className="flex items-baseline justify-between gap-[3cqw] bg-on-cover px-[7.5cqw] py-[4cqw] text-[3.5cqw] leading-tight text-cover">
          <b>Marcus Bell, owner</b>
          <span data-figures="">(555) 555-0142</span>
        </p>
      </div>
    </div>
  );
}

/** A page from inside the guide. Sizes are shares of its width, as on the cover. */
function SamplePage({ folio, title, children }: { folio: string; title: string; children: ReactNode }) {
  return (
    <div className="@container aspect-[17/22]">
      <div className="flex size-full flex-col bg-on-cover px-[7.5cqw] pt-[6cqw] pb-[4.5cqw] text-[3.7cqw] leading-[1.45] text-print shadow-sheet">
        <p className="mb-[3cqw] font-display text-[8.2cqw] leading-none font-extrabold text-cover">{title}</p>
        {children}
        <p className="mt-auto flex justify-between border-t border-cover-line pt-[2.5cqw] text-[3cqw] text-cover" data-figures="">
          <span>North Fork Decks</span>
          <span>{folio}</span>
        </p>
      </div>
    </div>
  );
}

/** One question of the nine, with what to listen for. */
export function SampleQuestion() {
  return (
    <SamplePage folio="4" title="3. Who pulls the permit, and whose name is on it?">
      <p>The inspector calls the name on the permit. If that name is yours, so are the corrections.</p>
      <p className="mt-[4cqw] font-display text-[4.6cqw] leading-tight font-bold text-cover">A good answer</p>
      <p>“I do, in my name. You get a copy before we dig the first footing, and I meet the inspector.”</p>
      <p className="mt-[4cqw] font-display text-[4.6cqw] leading-tight font-bold text-cover">Ask again if you hear</p>
      <p>
        “You don’t need one for this.” Sometimes that is true: many towns leave low decks alone. Ask which rule says so, then call the
        building office. It takes five minutes and costs nothing.
      </p>
      <p className="mt-[4cqw] border-l-2 border-cover pl-[3cqw]">Write it down: permit number ________</p>
    </SamplePage>
  );
}

const checks = [
  "How high it stands, and whether that needs a permit",
  "How deep the footings go, and who has the utilities marked",
  "How the ledger is fastened and flashed",
  "Guard height, stair width, handrail",
  "What the frame is made of, and what the boards are",
  "Start date, working days, and what can move them",
  "Payments tied to finished work, not to dates",
  "Who hauls the old deck away",
];

/** The page a homeowner tears out. */
export function SampleChecklist() {
  return (
    <SamplePage folio="7" title="Take this to the first meeting">
      <ul className="grid gap-[2.4cqw]">
        {checks.map((check) => (
          <li key={check} className="flex gap-[3cqw]">
            <span className="mt-[0.7cqw] size-[3.8cqw] flex-none border border-print" />
            {check}
          </li>
        ))}
      </ul>
    </SamplePage>
  );
}

/** The same guide as plain text. */
export function SampleText() {
  return (
    <div className="border border-rule bg-sheet px-4 py-4 font-mono text-xs shadow-sheet">
      <p>9 QUESTIONS TO ASK BEFORE YOU HIRE A DECK BUILDER</p>
      <p>From North Fork Decks</p>
      <p className="mt-3">3. Who pulls the permit, and whose name is on it?</p>
      <p className="mt-3">The inspector calls the name on the permit. If that name is yours, so are the corrections.</p>
      <p className="mt-3">A good answer: “I do, in my name. You get a copy before we dig the first footing, and I meet the inspector.”</p>
      <p className="mt-3">4. How is the deck fastened to my house?</p>
      <p className="mt-3">The board on your wall carries half the deck. Ask to see its bolts and flashing before they are covered …</p>
    </div>
  );
}

/** The follow-up that went with it, as its owner sees it. */
export function SampleSequence() {
  return (
    <Timeline label="Sample follow-up for Dana R.">
      <TimelineStep state="done" stateLabel="Guide sent" when="Tue 7:42 PM" title="“9 Questions to Ask Before You Hire a Deck Builder”">
        Dana asked for it on your site. She has it before she puts her phone down.
      </TimelineStep>
      <TimelineStep state="done" stateLabel="Email sent" when="Wed 9:05 AM" title="“What size deck are you picturing?”" />
      <TimelineStep state="done" stateLabel="Email sent" when="Fri 9:10 AM" title="“The permit part, in plain words”" />
      <TimelineStep state="now" stateLabel="Answered" when="Fri 12:31 PM" title="“Can you come look on Thursday?”">
        You get her number and what to say.
      </TimelineStep>
      <TimelineStep state="unsent" when="Mon 9:00 AM" title="“Before the ground freezes”">
        Held back, because she answered.
      </TimelineStep>
    </Timeline>
  );
}

const drawnField = "rounded-md border border-edge bg-paper px-3 py-2 text-sm text-pencil";

/** The personal page a lead fills in. */
export function SampleForm() {
  return (
    <div
      role="img"
      aria-label="A short form on your own page. It offers the guide and asks for a name, an email address, and what the person wants built."
    >
      <div className="border border-rule bg-sheet shadow-sheet">
        <p className="border-b border-rule px-4 py-2 font-mono text-xs text-pencil">/p/north-fork-decks</p>
        <div className="grid grid-cols-1 gap-3 p-4">
          <p className="font-display text-xl leading-tight font-bold">Get the deck builder guide</p>
          <p className={drawnField}>Dana</p>
          <p className={drawnField}>dana@home.example</p>
          <p className={drawnField}>A deck off the kitchen, with stairs</p>
          <p className="rounded-md bg-chalk px-3 py-2 text-center font-display text-lg font-bold text-on-chalk">Send me the guide</p>
        </div>
      </div>
    </div>
  );
}

/** One email of the sequence, whole. */
export function SampleEmail() {
  return (
    <div className="border border-rule bg-sheet shadow-sheet">
      <div className="border-b border-rule px-4 py-3 text-sm">
        <p className="flex flex-wrap justify-between gap-x-4 text-pencil">
          <span>Marcus at North Fork Decks</span>
          <span data-figures="">Fri 9:10 AM</span>
        </p>
        <p className="font-semibold">The permit part, in plain words</p>
      </div>
      <div className="grid grid-cols-1 gap-3 px-4 py-4 text-sm">
        <p>Hi Dana,</p>
        <p>
          Many towns want a permit once a deck stands more than 30 inches off the ground. I draw it up, file it, and meet the inspector, so
          you don’t take a day off for it.
        </p>
        <p>Is yours low to the grass or up on posts? Send me one photo and I can tell you which side of the line you are on.</p>
        <p>Marcus</p>
      </div>
    </div>
  );
}

/** What the owner sees when a lead answers. */
export function SampleReply() {
  return (
    <div className="border border-rule bg-sheet shadow-sheet">
      <p className="border-b border-rule px-4 py-2 font-display text-lg font-semibold">Dana R. answered</p>
      <div className="px-4 py-4">
        <p className="text-sm text-pencil" data-figures="">
          Fri 12:31 PM, by mail. The rest of the follow-up has stopped.
        </p>
        <p className="mt-3 border-l-2 border-chalk pl-3 text-sm">
          “It is about 30 inches off the ground. Can you come look on Thursday? We are home after four.”
        </p>
      </div>
    </div>
  );
}
