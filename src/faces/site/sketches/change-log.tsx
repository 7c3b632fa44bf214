import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { Amount, Sheet, SheetPart, Signature } from "./sheet.tsx";

const pen = { fill: "none", stroke: "currentColor", strokeWidth: 2 } as const;

/** What the carpenter found under the old ledger: sheathing cut back, a soft rim board, a tape along it. */
function RotDrawing() {
  return (
    <svg
      viewBox="0 0 320 190"
      className="block w-full border border-rule bg-wash"
      role="img"
      aria-label="Drawing of a photo: a house wall opened up above the foundation. The rim board is dark with rot along most of its length, and a tape measure beneath it reads 9 feet."
    >
      <g {...pen}>
        {/* Siding above, foundation below */}
        <path d="M0 14h320M0 32h320M0 50h320M0 62h320" strokeWidth="1.500" />
        <path d="M60 14v18M180 32v18M262 14v18M120 50v12" strokeWidth="1" />
        <path d="M0 62h320v58H0zM0 132h320M0 120h320" />
        <path
          d="m16 190 26-58M70 190l26-58M124 190l26-58M178 190l26-58M232 190l26-58M286 190l26-58"
          strokeWidth="1"
        />
        {/* Bolt holes of the old ledger */}
        <path
          d="M30 76a4 4 0 1 0 .1 0M98 100a4 4 0 1 0 .1 0M166 76a4 4 0 1 0 .1 0M234 100a4 4 0 1 0 .1 0M302 76a4 4 0 1 0 .1 0"
          strokeWidth="1.500"
        />
      </g>
      <path
        d="M36 120c-6-14 4-20 6-32 3-14 22-8 34-12 16-6 22 6 40 2 20-4 26-12 44-6 18 5 30-4 44 4 16 8 34 0 42 12 6 10 10 20 4 32z"
        fill="currentColor"
        fillOpacity="0.16"
      />
      <path
        d="M52 112c10-8 22-2 30-10m14 12c12-10 28-4 36-14m10 14c14-8 30-2 42-10m6 8c10-6 22-4 32-12M60 94c8-4 16 0 22-6m42 0c10-4 18 2 28-4m36 4c10-4 18 0 26-4"
        {...pen}
        strokeWidth="1.500"
      />
      <g className="text-chalk" {...pen}>
        <path d="M36 144h214M36 136v16M250 136v16" strokeWidth="3" />
      </g>
      <rect x="120" y="134" width="46" height="22" rx="2" className="fill-sheet" />
      <text x="143" y="151" textAnchor="middle" className="fill-current font-sans text-[16px] font-semibold">
        9 ft
      </text>
    </svg>
  );
}

/** An unwelcome change: what was found, what it costs, and the approval. */
export function ChangeLogSketch() {
  return (
    <Sheet
      title="Change order"
      reference="CO-002, revision R1"
      about="North Fork Decks for Dana R., rear deck. Reason: hidden condition."
    >
      <div className="grid gap-x-8 gap-y-4 border-b border-rule py-4 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <RotDrawing />
          <p className="text-pencil" data-figures="">
            Photo 2 of 3, Tue, June 16, 10:48 AM
          </p>
          <p>
            Rot in the rim board behind the old ledger, 9 ft. Cut out and replace before the new ledger goes
            on. R1 adds flashing tape above it.
          </p>
        </div>
        <dl>
          <Amount label="Labor, 10 h at $68.00" amount="$680.00" />
          <Amount label="Material" amount="$214.00" />
          <Amount label="Markup, 15%" amount="$134.10" />
          <Amount label="This change" amount="+$1,028.10" strong />
          <Amount label="Original contract" amount="$18,400.00" />
          <Amount label="Earlier change, CO-001" amount="+$640.00" />
          <Amount label="New contract sum" amount="$20,068.10" strong />
          <Amount label="Working days" amount="+1" />
          <Amount label="New finish date" amount="Mon, June 29" strong />
        </dl>
      </div>
      <SheetPart name="Trail">
        <Timeline label="Sample trail of CO-002">
          <TimelineStep
            state="done"
            stateLabel="R0 sent"
            when="Tue 11:20 AM"
            title="Dana asks what keeps the new board dry"
          />
          <TimelineStep
            state="done"
            stateLabel="R1 sent"
            when="Tue 1:05 PM"
            title="Flashing tape added, $36.00 more in material"
          />
          <TimelineStep state="done" stateLabel="Viewed" when="Tue 5:40 PM" title="By Dana R." />
          <TimelineStep
            state="done"
            stateLabel="Approved"
            when="Tue 6:05 PM"
            title="R1, before any work on it"
          >
            <Signature hand="dana" className="mt-1" />
          </TimelineStep>
        </Timeline>
      </SheetPart>
    </Sheet>
  );
}
