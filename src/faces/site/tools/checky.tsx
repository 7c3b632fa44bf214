import { CheckySketch } from "../sketches/checky.tsx";
import { loadToolAccess } from "./access.server.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "Checky",
  path: "/checky",
  source: "product-checky",
  title: "Checky – Smart Checklists for Construction Teams",
  description:
    "Inspection and punch-list checklists with photos, owners, and due dates. What Checky’s early access will bring, and how to walk a job today.",
  keywords:
    "construction checklist, punch list, inspection checklist, punch list template, quality control checklist, final walkthrough checklist, deck inspection",
  heading: "Checky: Fix It While the Ladder Is Still Up",
  intro:
    "A punch list on a scrap of drywall works until someone hauls the drywall away. Checky will keep every item with its location, its photo, one owner, and a due date, so the whole crew reads the same list and “done” means someone else has looked.",
  why: [
    [
      "One trip, not two",
      "“Trim, bath” sends a carpenter back to ask which trim it was. A pin on the plan and a photo of the corner will tell him before he loads the saw.",
    ],
    [
      "One name per item",
      "What is everybody’s job gets done by nobody, so each item will have one person and one date that both of you can see.",
    ],
    [
      "Right check, right week",
      "Nail plates and flashing are visible for only a few days, and a list made for rough-in asks about them before the drywall goes up.",
    ],
    [
      "A second pair of eyes",
      "The person who fixed it marks it ready, and you can require that someone else close the item with a photo taken afterward.",
    ],
  ],
  features: [
    [
      "Inspection checklists",
      "Pass, fail, or does not apply, with notes, photos, and a signature wherever you want one.",
    ],
    [
      "Punch lists",
      "A failed check becomes a numbered item with its location, its priority, and photos from before and after.",
    ],
    [
      "Reusable templates",
      "Framing, rough-ins, roofing, kitchen, bath, deck, and final walk to start from. If you edit a template, finished lists keep the version they were filled out on.",
    ],
    [
      "Task assignment with due dates",
      "To anyone on your crew, or by email link to a subcontractor who has no account.",
    ],
    [
      "Real-time collaboration",
      "Two people on one list will see each other’s marks. Without a signal the marks wait on the phone, and if two disagree, both are kept.",
    ],
    [
      "Exported reports",
      "The whole walk as a PDF that shows what passed, what failed, who fixed it, and when.",
    ],
  ],
  closing:
    "The last two weeks of a job are the longest, because people are tired, the client is counting, and the same six items move from list to list. Checky is meant for those weeks, when a short list that gets to zero beats a long one that gets filed.",
};

export const meta = toolHead(tool);

export default function Checky() {
  return (
    <ToolPage
      tool={tool}
      sketch={<CheckySketch />}
      today={{
        title: "How to Walk a Job",
        text: (
          <>
            <p>Bring a pencil, blue tape, and the client, and start at the front door.</p>
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
