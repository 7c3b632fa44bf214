import { StateMark } from "#ui/state-mark.tsx";
import { Sheet, SheetPart, Signature } from "./sheet.tsx";

const pen = { fill: "none", stroke: "currentColor", strokeWidth: 2 } as const;

/**
 * A ladder on an eave, to scale: sixteen feet of ladder to the eave, its foot four feet out, its rails
 * three feet above.
 */
function LadderDrawing() {
  return (
    <svg
      viewBox="0 0 220 236"
      className="mx-auto block w-full max-w-56"
      role="img"
      aria-label="Drawing of an extension ladder against an eave: 16 feet of ladder below the eave, its foot 4 feet out from under it, its rails 3 feet above it."
    >
      <g {...pen}>
        <path d="M0 218h220" strokeWidth="3" />
        <path d="m10 218-8 8m30-8-8 8m30-8-8 8m118-8-8 8m30-8-8 8m30-8-8 8m30-8-8 8" strokeWidth="1" />
        {/* Wall and roof; the eave is where the ladder rests */}
        <path d="M150 218V64M116 55h104M116 55v10h34M116 55l104-34" strokeWidth="2.500" />
        <path
          d="M150 84h70M150 104h70M150 124h70M150 144h70M150 164h70M150 184h70M150 204h70"
          strokeWidth="1"
        />
        {/* Ladder: foot at 74,218, eave at 115,55, top at 123,24 */}
        <path d="M74 218 122.700 24.400M66 216 114.700 22.400" strokeWidth="2.500" />
        <path
          d="m70 200 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2m-5-14 8 2"
          strokeWidth="2"
        />
      </g>
      <g className="text-chalk" {...pen} strokeWidth="1.500">
        <path d="M115 66v164" strokeDasharray="4 4" />
        <path d="M72 230h43M72 225v10M115 225v10" />
        <path d="M50 214 91 53M44.500 212.500l11 3M85.500 51.500l11 3M91 53l8-31M93.500 20.500l11 3" />
      </g>
      <g className="fill-current font-sans text-[15px] font-semibold">
        <text x="122" y="234">
          4 ft
        </text>
        <text x="62" y="132" textAnchor="end">
          16 ft
        </text>
        <text x="88" y="34" textAnchor="end">
          3 ft
        </text>
      </g>
    </svg>
  );
}

const people = [
  ["Luis Ortega", "luis", "7:09 AM"],
  ["Kim Tran", "kim", "7:09 AM"],
  ["Marcus Bell, presenter", "marcus", "7:10 AM"],
] as const;

/** A ten-minute talk, and everyone who was there. */
export function SiteSafeSketch() {
  return (
    <Sheet
      title="Toolbox talk"
      reference="TBT-2026-0007"
      about="Ladders. Wed, June 17, 7:00 AM. Dana R., rear deck. Presenter: Marcus Bell."
    >
      <div className="grid gap-x-8 gap-y-5 border-b border-rule py-5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <LadderDrawing />
        <ol className="grid list-decimal content-center gap-3 pl-5">
          <li>Foot out one for every four feet of ladder below the resting point.</li>
          <li>Rails three feet above the landing, or tied off with a grab rail.</li>
          <li>Firm, level ground. No block or brick under one leg.</li>
          <li>Face the ladder. Keep a hand free to hold it.</li>
          <li>Look up first. Stay clear of power lines.</li>
        </ol>
      </div>
      <SheetPart name="Signed by">
        <ul>
          {people.map(([name, hand, when]) => (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 border-b border-edge py-1.5 sm:grid-cols-[minmax(0,1fr)_auto_5rem]"
            >
              <span>{name}</span>
              <Signature hand={hand} className="row-span-2 sm:row-span-1" />
              <span className="text-pencil sm:text-right" data-figures="">
                {when}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 text-pencil">
          <StateMark state="done">3 present, 3 signed</StateMark>
          <span>All on Marcus’s phone, passed around</span>
        </p>
      </SheetPart>
      <SheetPart name="Next talk">By Wed, July 1: ten working days, as Cal/OSHA counts.</SheetPart>
    </Sheet>
  );
}
