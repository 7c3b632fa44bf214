import { loadToolAccess } from "./access.server.ts";
import { changePicture } from "./change-picture.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "ChangeLog",
  path: "/changeorder",
  source: "product-changelog",
  title: "ChangeLog",
  description:
    "Log change orders and scope changes with photos, cost, and days, and get a yes before the work starts. What ChangeLog’s early access brings.",
  keywords:
    "change order log, construction change order, scope change tracking, change order approval, extra work order, change order revisions",
  shows: "Page one of a change, its photo on page two",
  heading: "ChangeLog: Get the Yes Before You Pick Up the Saw",
  screen: ["change-client", "What your client opens, without an account."],
  thread:
    "It starts from a photo, a log entry, or a failed item. Once your client signs, the job has the new sum and date.",
  intro:
    "“While you’re here, could you also” is how many extras begin. Then the bill arrives, and two people remember two prices. ChangeLog puts the photo, the price, and the days in front of your client while the wall is still open.",
  why: [
    [
      "Extras you did are extras you bill",
      "Work done on a nod is hard to collect. A dated, signed slip is much easier to discuss.",
    ],
    [
      "Your client sees the new total early",
      "Every change shows the contract sum before and after, so the last invoice surprises nobody.",
    ],
    [
      "Days count as much as dollars",
      "Another window may cost nothing and still hold up the siding for a week. Each slip has both.",
    ],
    [
      "The reason stays with the price",
      "Was it rot, a new wish, or a mistake on the drawings? By spring, only the slip remembers.",
    ],
  ],
  features: [
    ["Change orders and scope changes", "One list per job, numbered without gaps."],
    ["Photos, descriptions, and timestamps", "What you found and what you propose, with the time of each."],
    ["Costs that add up", "Labor, material, equipment, and subs, with markup, tax, and credits."],
    [
      "Approvals",
      "A page that opens by link without an account, to approve, sign, ask, or decline. If two owners must agree, it waits for both.",
    ],
    ["Revisions", "What you sent stays as you sent it, beside the next one."],
    ["Timelines", "When each was sent, viewed, and approved, and the finish date that follows."],
    ["Allowances", "What each pays, and what is left of it."],
    ["Verbal orders", "Who told you, and when. They confirm with one tap."],
    ["Notice", "By when your contract wants it, and a tap to send it."],
    ["Money at risk", "What nobody has approved yet, in dollars and days."],
    ["The change log", "A job’s changes as a PDF or spreadsheet."],
    ["The whole trail", "One file that anyone can verify without us."],
    ["No signal needed", "Write offline; the phone uploads later."],
  ],
  perfectFor: [
    "General contractors and project managers",
    "Clients needing visibility into changes",
    "Insurance documentation and disputes",
  ],
  closing:
    "A fair change order protects both sides of the table, because yours shows that you asked first and theirs shows exactly what they agreed to. ChangeLog makes asking so quick that you do it every time, even for eighty dollars.",
};

export const meta = toolHead(tool);

export default function ChangeLog() {
  return (
    <ToolPage
      tool={tool}
      picture={changePicture}
      today={{
        title: "A Message to Copy",
        text: (
          <>
            <p>
              Send this from the truck with a photo the next time a job grows, and change the details to match
              what you found:
            </p>
            <blockquote className="border-l-2 border-chalk pl-4">
              “Two of the stair footings hit old fill at 42 inches. Digging both to firm ground is $760.85 and
              one more day, so we finish Friday the 26th. I won’t start until you say yes. Photo attached.”
            </blockquote>
            <p>
              Know your state’s rule as well. California wants a change to a home improvement contract in
              writing and signed before that work begins (Business and Professions Code, section 7159). Ask a
              lawyer what applies to you.
            </p>
          </>
        ),
      }}
    />
  );
}
