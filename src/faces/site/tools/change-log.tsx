import { ChangeLogSketch } from "../sketches/change-log.tsx";
import { loadToolAccess } from "./access.server.ts";
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
    "Log change orders and scope changes with photos, cost, and days, and get a yes before the work starts. What ChangeLog’s early access will bring.",
  keywords:
    "change order log, construction change order, scope change tracking, change order approval, extra work order, change order revisions",
  heading: "ChangeLog: Get the Yes Before You Pick Up the Saw",
  intro:
    "“While you’re here, could you also” is how many extras begin, and nobody means any harm. Then the bill arrives, and two people remember two prices. ChangeLog will put the photo, the price, and the days in front of your client while the wall is still open.",
  why: [
    [
      "Extras you did are extras you bill",
      "Work done on a nod is the hardest money to collect. A dated slip with a signature on it is much easier to discuss.",
    ],
    [
      "Your client sees the new total early",
      "Every change will move the contract sum on the same page, so nobody has to learn the new total from the last invoice.",
    ],
    [
      "Days count as much as dollars",
      "A substituted window may cost nothing and still hold up the siding for a week, so the slip will always ask for both.",
    ],
    [
      "The reason stays with the price",
      "Who pays often depends on whether it was rot, a new wish, or a mistake on the drawings. By spring, only the slip remembers.",
    ],
  ],
  features: [
    [
      "Change orders and scope changes",
      "One list per job, numbered without gaps, from the first idea to the signed order.",
    ],
    [
      "Photos, descriptions, and timestamps",
      "What you found and what you propose, kept together with the time of each.",
    ],
    ["Costs that add up", "Labor, material, equipment, and subcontractors line by line, followed by markup."],
    [
      "Approvals",
      "A page that opens by link without an account, where the client signs, or declines and says why. If two owners must agree, it will wait for both.",
    ],
    [
      "Revisions",
      "What you sent stays as you sent it, with the next revision beside it and the difference in plain sight.",
    ],
    [
      "Timelines",
      "When each change was sent, viewed, and approved, with the contract sum and finish date that follow.",
    ],
    ["Verbal orders", "Who told you to go ahead, where, and at what time, until the paperwork catches up."],
  ],
  perfectFor: [
    "General contractors and project managers",
    "Clients needing visibility into changes",
    "Insurance documentation and disputes",
  ],
  closing:
    "A fair change order protects both sides of the table, because yours shows that you asked first and theirs shows exactly what they agreed to. ChangeLog is meant to make asking so quick that you do it every time, even for eighty dollars.",
};

export const meta = toolHead(tool);

export default function ChangeLog() {
  return (
    <ToolPage
      tool={tool}
      sketch={<ChangeLogSketch />}
      today={{
        title: "A Message to Copy",
        text: (
          <>
            <p>
              Send this from the truck with a photo the next time a job grows, and change the details to match
              what you found:
            </p>
            <blockquote className="border-l-2 border-chalk pl-4">
              “With the old ledger off we found rot in 9 feet of rim board. Cutting it out and putting in new
              treated lumber is $1,028.10 and one more working day, so we finish Monday the 29th. I won’t
              start until you say yes. Photo attached.”
            </blockquote>
            <p>It says what you found, what you will do, what it costs, and how long it takes.</p>
            <p>
              Know your state’s rule as well. California, for example, wants a change to a home improvement
              contract in writing and signed before that work begins (Business and Professions Code, section
              7159), so ask a lawyer there whether a text is enough.
            </p>
          </>
        ),
      }}
    />
  );
}
