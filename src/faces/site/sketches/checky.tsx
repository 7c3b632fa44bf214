import { Sheet, SheetPart } from "./sheet.tsx";
import { StateMark } from "#ui/state-mark.tsx";

const pen = { fill: "none", stroke: "currentColor", strokeWidth: 2 } as const;

const pins = [
  [62, 142, "1"],
  [262, 36, "2"],
  [128, 12, "3"],
] as const;

/** The deck from above: house at the top, boards, stairs at the left, and a pin for each problem. */
function PinnedPlan() {
  return (
    <svg
      viewBox="0 0 320 204"
      className="block w-full"
      role="img"
      aria-label="Plan of the deck with three pins: 1 at the stair, 2 at the house wall, east end, 3 at the outlet in the middle of that wall."
    >
      <g {...pen}>
        <path d="M4 4h312v14H4z" />
        <path
          d="m8 18 14-14m10 14L46 4m10 14L70 4m10 14L94 4m10 14 14-14m10 14 14-14m10 14 14-14m10 14 14-14m10 14 14-14m10 14 14-14m10 14 14-14m10 14 14-14"
          strokeWidth="1"
        />
        <path d="M36 18h248v124H36z" strokeWidth="3" />
        <path d="M36 34h248M36 50h248M36 66h248M36 82h248M36 98h248M36 114h248M36 130h248" strokeWidth="1" />
        <path d="M44 142v44h60v-44M44 153h60M44 164h60M44 175h60" />
        <path d="M74 192v8m-4-4 4 4 4-4" strokeWidth="1.500" />
      </g>
      {pins.map(([x, y, number]) => (
        <g key={number}>
          <circle cx={x} cy={y} r="13" className="fill-chalk" />
          <text
            x={x}
            y={y + 6}
            textAnchor="middle"
            className="fill-on-chalk font-display text-[17px] font-bold"
          >
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}

const checks = [
  ["Ledger bolts and flashing, photo before cover", "done", "Pass"],
  ["Joist hangers, every required hole nailed", "stopped", "Fail, PL-002"],
  ["Guard 36 in. or higher, gaps under 4 in.", "done", "Pass"],
  ["Stair guard post tight", "stopped", "Fail, PL-001"],
  ["Stair risers even, within 3/8 in.", "done", "Pass"],
  ["Outlet cover for wet places", "stopped", "Fail, PL-003"],
  ["Gas line clearance", "waiting", "Does not apply"],
] as const;

const punches = [
  [
    "PL-001",
    "Stair post moves. Add blocking, tighten bolts.",
    "Luis O., Mon, June 29",
    "done",
    "Closed, photo after",
  ],
  ["PL-002", "Two hangers short of nails, east end.", "Luis O., Mon, June 29", "now", "Ready for review"],
  [
    "PL-003",
    "Cover won’t close over a plug.",
    "Ray’s Electric, by email link, Mon, June 29",
    "waiting",
    "Open",
  ],
] as const;

/** A final walk, halfway done. */
export function CheckySketch() {
  return (
    <Sheet
      title="Deck final walkthrough"
      reference="Fri, June 26"
      about="Template: Deck, version 3. Dana R., rear deck. Walked by M. Bell and K. Tran."
    >
      <SheetPart name="Checklist">
        <ul>
          {checks.map(([check, state, label]) => (
            <li
              key={check}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-1.5 first:pt-0 last:border-0"
            >
              <span>{check}</span>
              <StateMark state={state}>{label}</StateMark>
            </li>
          ))}
        </ul>
      </SheetPart>
      <SheetPart name="Punch list">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <PinnedPlan />
          <ol className="grid content-start gap-3">
            {punches.map(([id, fault, owner, state, label]) => (
              <li key={id}>
                <p>
                  <b data-figures="">{id}</b> {fault}
                </p>
                <p className="text-pencil">{owner}</p>
                <StateMark state={state}>{label}</StateMark>
              </li>
            ))}
          </ol>
        </div>
      </SheetPart>
    </Sheet>
  );
}
