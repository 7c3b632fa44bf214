import { loadToolAccess } from "./access.server.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";
import { walkPicture } from "./walk-picture.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "Checky",
  path: "/checky",
  source: "product-checky",
  title: "Checky – Smart Checklists for Construction Teams",
  description:
    "Inspection and punch-list checklists with photos, names, and due dates, offline. What Checky’s early access brings, and how to walk a job today.",
  keywords:
    "construction checklist, punch list, inspection checklist, punch list template, quality control checklist, final walkthrough checklist, deck inspection",
  shows: "Page one of a checklist’s report",
  heading: "Checky: Fix It While the Ladder Is Still Up",
  screen: ["issues", "The issues of a job on the phone."],
  thread:
    "A failed item becomes a change order if it isn’t yours to pay for. Once the last issue closes, one button closes the job.",
  intro:
    "A punch list on a scrap of drywall works until someone hauls the drywall away. Checky has every item with its place, its photo, one name, and a due date, so that “done” means someone else has looked. You walk it with or without a signal.",
  why: [
    [
      "One trip, not two",
      "“Trim, bath” sends a carpenter back to ask which trim. A pin on the plan and a photo of the corner tell him before he loads the saw.",
    ],
    [
      "One name per item",
      "What is everybody’s job gets done by nobody, so each issue has one person or one sub, and one date.",
    ],
    [
      "Right check, right week",
      "Nail plates and flashing show for only a few days. A list for rough-in asks about them before the drywall goes up.",
    ],
    [
      "A second pair of eyes",
      "Who fixed it marks it ready. You close it, or send it back with the reason. You can require a photo.",
    ],
  ],
  features: [
    [
      "54 inspection checklists",
      "From footings to final walk. Pass, fail, numbers with a range, notes, photos, and signatures.",
    ],
    ["Punch lists", "A failed item becomes a numbered issue, with photos from before and after the fix."],
    [
      "Reusable templates",
      "Paste your own list from a spreadsheet. If you edit it, lists already started keep their items.",
    ],
    [
      "Task assignment with due dates",
      "To your crew, or to subs by email. They open one link, without an account, and answer with photos.",
    ],
    [
      "Real-time collaboration",
      "Each answer is saved by itself. If two people offline disagree, both answers are there.",
    ],
    ["Places and plans", "Rooms, units, and levels, and pins on a PDF or a picture of the plan."],
    ["Schedules", "Due each day, week, or month, or when someone scans a QR sticker on the machine."],
    ["What fails often", "Counted by list and month."],
    [
      "Exported reports",
      "A walk or your issues as a PDF, web page, or spreadsheet, and a closing certificate once all are closed.",
    ],
  ],
  closing:
    "The last two weeks of a job are the longest. The same six items move from list to list. Checky is for those weeks: a short list that gets to zero.",
};

export const meta = toolHead(tool);

export default function Checky() {
  return (
    <ToolPage
      tool={tool}
      picture={walkPicture}
      today={{
        title: "How to Walk a Job",
        text: (
          <>
            <p>Bring a pencil, blue tape, and the client.</p>
            <ol className="grid list-decimal gap-1 pl-6">
              <li>
                Keep the wall on your right and go once around each room, so that you end where you began with
                no wall missed.
              </li>
              <li>In every room look up first, then at the walls, and finally at the floor.</li>
              <li>Open everything that opens, run every faucet, and flip every switch.</li>
              <li>
                Write place, thing, fault: “Bath 2, vanity, left door rubs.” Then put tape with the same
                number on the spot.
              </li>
              <li>Photograph it twice, once from the doorway and once up close.</li>
              <li>
                Before you leave, give each line a name and a date, and have the client look at the list.
              </li>
            </ol>
            <p>Then stop adding, and put whatever turns up next week on a second list with its own date.</p>
          </>
        ),
      }}
    />
  );
}
