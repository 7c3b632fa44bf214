import { loadToolAccess } from "./access.server.ts";
import { talkPicture } from "./talk-picture.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "SiteSafe",
  path: "/sitesafe",
  source: "product-sitesafe",
  title: "SiteSafe – Safety Docs and Inspections in One Place",
  description:
    "Toolbox talks in two languages with signatures, inspections, SDS sheets, OSHA logs, and near misses. What early access brings, and a talk for tomorrow.",
  keywords:
    "construction safety, toolbox talk sign-in sheet, safety inspection checklist, SDS sheets, near miss log, incident log, safety audit report",
  shows: "Page one of a talk",
  heading: "SiteSafe: The Talk, the Sheet, and Who Signed It",
  screen: ["safety-talk", "A talk on the phone that goes around."],
  thread:
    "Talks and inspections are in the job’s history. A note in the daily log becomes a safety action with one tap.",
  intro:
    "An inspector asks for last month’s toolbox talks and the data sheet for the sealer in the shed, and you have both of them somewhere. SiteSafe has them on the phone, where the crew is, with or without a signal.",
  why: [
    [
      "A talk with no names is hard to prove",
      "SiteSafe counts the people and the signatures. A talk is complete only when the two match.",
    ],
    [
      "A near miss is a free lesson",
      "The plank that fell and hit no one belongs on paper. Near misses have their own log, and people can report one without their name.",
    ],
    [
      "Some clocks start right away",
      "OSHA must hear of a death within 8 hours, and of an in-patient hospital stay, an amputation, or the loss of an eye within 24 (29 CFR 1904.39). You see the deadline, the number to call, and what to say.",
    ],
    [
      "A hazard gets a date",
      "“Someone fix that guardrail” fixes nothing. A hazard has one name, a due date, and a photo of the repair, and a second person closes it.",
    ],
  ],
  features: [
    [
      "Inspection checklists with photo capture",
      "19 safety lists, from falls to cranes. A failed item becomes an action with a due date.",
    ],
    [
      "Digital toolbox talks",
      "53 five-minute talks in English and Spanish, and a reminder when the next is due.",
    ],
    [
      "E-signature attendance",
      "Pass one phone around, or show a QR code. It records who signed, when, and on whose phone.",
    ],
    ["Hazards before work", "37 job hazard analyses to start the day’s plan from."],
    [
      "Safety plans and SDS sheets",
      "Found by a word inside, opened without a signal, and on a poster with a QR code.",
    ],
    [
      "Incident and near-miss logs",
      "One report fills in OSHA’s 300, 300A, and 301 forms and the file for its website. Only you and those you name read an injury.",
    ],
    ["Cards and emergencies", "Who holds which card and until when, and what to do on the worst day."],
    ["Exported audit reports", "Any range of dates as one PDF, or with every talk in a ZIP file."],
  ],
  closing:
    "No app makes a site safe. People do, when someone takes ten minutes and everyone else listens. SiteSafe takes the clipboard out of that, so the ten minutes go to the ladder.",
};

export const meta = toolHead(tool);

export default function SiteSafe() {
  return (
    <ToolPage
      tool={tool}
      picture={talkPicture}
      today={{
        title: "A Talk for Tomorrow Morning",
        text: (
          <>
            <p>Gather at the day’s ladder for ten minutes:</p>
            <ol className="grid list-decimal gap-1 pl-6">
              <li>Ask who has seen one slip, and let them tell it.</li>
              <li>
                Check the angle together: one foot out for every four feet of ladder below its resting point.
              </li>
              <li>Check the top, where the rails go three feet past the landing and are tied.</li>
              <li>Check the feet, the rungs, and the wires overhead.</li>
              <li>
                Pass a sheet: topic, date, who spoke, printed name, signature. Count heads, then count lines.
              </li>
            </ol>
            <p>
              The ladder rules are in 29 CFR 1926.1053. In California, construction crews hold such a talk at
              least every ten working days (Title 8, section 1509). Your state may ask for more.
            </p>
          </>
        ),
      }}
    />
  );
}
