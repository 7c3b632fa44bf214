import { SiteSafeSketch } from "../sketches/site-safe.tsx";
import { loadToolAccess } from "./access.server.ts";
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
    "Toolbox talks with signatures, safety inspections, SDS sheets, and near-miss logs. What SiteSafe’s early access will bring, and a talk for tomorrow.",
  keywords:
    "construction safety, toolbox talk sign-in sheet, safety inspection checklist, SDS sheets, near miss log, incident log, safety audit report",
  heading: "SiteSafe: The Talk, the Sheet, and Who Signed It",
  intro:
    "An inspector asks for last month’s toolbox talks and the data sheet for the sealer in the shed, and you have both of them somewhere. SiteSafe will keep safety papers where the crew is, on the phone, so that finding one takes a minute and signing one takes a thumb.",
  why: [
    [
      "A talk with no names is hard to prove",
      "SiteSafe will count the people and the signatures, and a talk will be complete only when the two numbers match.",
    ],
    [
      "A near miss is a free lesson",
      "The plank that fell and hit no one belongs on paper. Near misses will have a log separate from injuries, so that reporting one costs nobody anything.",
    ],
    [
      "Some clocks start right away",
      "OSHA must hear of a death within 8 hours, and of an in-patient hospital stay, an amputation, or the loss of an eye within 24 (29 CFR 1904.39). You will see how many hours are left.",
    ],
    [
      "A hazard gets a date",
      "“Someone fix that guardrail” fixes nothing. A hazard will need one name, a due date, and a photo of the repair before it can be closed.",
    ],
  ],
  features: [
    [
      "Inspection checklists with photo capture",
      "Scaffold, ladder, trench, and housekeeping to start from, with every failed item turned into a task with a due date.",
    ],
    [
      "Digital toolbox talks",
      "A library of short talks to start from, or your own words for the work that day.",
    ],
    [
      "E-signature attendance",
      "Pass one phone around, with or without a signal. It will record who signed and whose phone it was.",
    ],
    [
      "Safety plans and SDS sheets",
      "Stored with their version and expiration date, and found by searching for the product name.",
    ],
    [
      "Incident and near-miss logs",
      "One intake with everything that the OSHA 300, 300A, and 301 forms ask for, and with names hidden where the rule requires it.",
    ],
    ["Exported audit reports", "Any range of dates as one PDF, with the records behind it in one ZIP file."],
  ],
  closing:
    "No app makes a site safe. People do, when someone takes ten minutes and everyone else listens, and SiteSafe is meant to take the clipboard out of that, so the ten minutes go to the ladder and not to the form.",
};

export const meta = toolHead(tool);

export default function SiteSafe() {
  return (
    <ToolPage
      tool={tool}
      sketch={<SiteSafeSketch />}
      today={{
        title: "A Talk for Tomorrow Morning",
        text: (
          <>
            <p>
              Gather everyone in front of a ladder you will use that day, and take ten minutes for five steps:
            </p>
            <ol className="grid list-decimal gap-1 pl-6">
              <li>
                Ask who has seen one slip, and let them tell it, because that is the part people remember.
              </li>
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
              least every ten working days (Title 8, section 1509). Your state may ask for more, and its
              consultation office will tell you.
            </p>
          </>
        ),
      }}
    />
  );
}
