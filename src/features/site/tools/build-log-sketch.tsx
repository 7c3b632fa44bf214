import type { ReactNode } from "react";
import { Boards, Hanger, Runoff } from "./photo-drawings.tsx";
import { Sheet, SheetPart, Signature } from "./sheet.tsx";

const hours = ["7 AM", "9", "11", "1 PM", "3", "5"];
const readings: readonly (readonly [label: string, values: readonly string[]])[] = [
  ["°F", ["54", "63", "74", "81", "66", "69"]],
  ["Rain", ["0", "0", "0", "0", "0.31", "0.02"]],
  ["Wind", ["3", "5", "7", "9", "24", "8"]],
];

const crew = [
  ["North Fork Decks, carpenters", "3", "22.5"],
  ["Ray’s Electric", "1", "2.0"],
] as const;

const shots: readonly { drawing: ReactNode; caption: string; when: string }[] = [
  { drawing: <Boards />, caption: "Split ends, 2 boards", when: "9:24 AM" },
  { drawing: <Hanger />, caption: "Hanger, joist 4", when: "1:12 PM" },
  { drawing: <Runoff />, caption: "Video: water runs to the wall", when: "3:05 PM" },
];

/** The day's temperature as a line over its six hours, and the hour of rain as a bar. */
function WeatherCurve() {
  return (
    <svg viewBox="0 0 600 64" preserveAspectRatio="none" className="block h-16 w-full" aria-hidden="true">
      <path
        className="fill-chalk-wash stroke-chalk"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
        d="M426 64V20h48v44zM526 64v-3h48v3z"
      />
      <path
        d="M50 56C100 50 120 44 150 40S220 24 250 20s60-14 100-14c40 0 60 26 100 28s60-4 100-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path d="M0 63.500h600" stroke="currentColor" strokeWidth="1" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** One day of a deck, as its log would have it. */
export function BuildLogSketch() {
  return (
    <Sheet title="Daily log" reference="Thu, June 18" about="North Fork Decks. Dana R., rear deck. M. Bell on site 6:50 AM to 5:10 PM.">
      <SheetPart name="Weather">
        <table className="w-full table-fixed text-xs sm:text-sm">
          <caption className="sr-only">Weather at the job, every second hour</caption>
          <thead>
            <tr>
              <td className="w-[3.25rem] sm:w-24" />
              <td colSpan={6}>
                <WeatherCurve />
              </td>
            </tr>
            <tr className="text-pencil">
              <th scope="col" className="text-left font-normal">
                Hour
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className="font-normal">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {readings.map(([label, values]) => (
              <tr key={label}>
                <th scope="row" className="text-left font-normal text-pencil">
                  {label}
                </th>
                {values.map((value, place) => (
                  <td key={hours[place]} className="text-center">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2 text-pencil">
          Observed, National Weather Service station 4.2 miles away, read 5:02 PM. Rain in inches over the hour before, wind in mph.
        </p>
      </SheetPart>
      <SheetPart name="People">
        <table className="w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Company</th>
              <th scope="col">People</th>
              <th scope="col">Hours</th>
            </tr>
          </thead>
          <tbody>
            {crew.map(([company, people, worked]) => (
              <tr key={company} className="align-baseline">
                <th scope="row" className="text-left font-normal">
                  {company}
                </th>
                <td className="w-12 text-right">{people}</td>
                <td className="w-20 text-right">{worked} h</td>
              </tr>
            ))}
          </tbody>
        </table>
      </SheetPart>
      <SheetPart name="Work">
        Beam set on 3 posts, plumbed and braced. 9 of 13 joists hung at 16 in., from the house corner east. Stopped at joist 9.
      </SheetPart>
      <SheetPart name="Delivery">9:20 AM, deck boards, 28 of 28. Two split and set aside. Noted on the ticket.</SheetPart>
      <SheetPart name="Delay">
        2:10 to 3:40 PM, lightning. All three off the frame, <b>4.5 hours lost</b>. Critical: yes, framing.
      </SheetPart>
      <SheetPart name="Photos">
        <p>12 photos and 1 video. Three of them:</p>
        <ul className="mt-2 grid grid-cols-3 gap-2 text-xs sm:gap-4">
          {shots.map(({ drawing, caption, when }) => (
            <li key={when}>
              {drawing}
              <p className="mt-1">{caption}</p>
              <p className="text-pencil" data-figures="">
                {when}
              </p>
            </li>
          ))}
        </ul>
      </SheetPart>
      <SheetPart name="Signed">
        <div className="flex flex-wrap items-center gap-x-4">
          <Signature hand="marcus" />
          <span data-figures="">Marcus Bell, 5:04 PM</span>
        </div>
      </SheetPart>
    </Sheet>
  );
}
