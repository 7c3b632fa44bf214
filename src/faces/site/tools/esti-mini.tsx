import { EstiMiniSketch } from "../sketches/esti-mini.tsx";
import { loadToolAccess } from "./access.server.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "EstiMini",
  path: "/estimini",
  source: "product-estimini",
  title: "EstiMini – Quick Estimates for Small Jobs",
  description:
    "Small-job estimates with line items, sent by email or link, and you see when they are viewed. What EstiMini’s early access will bring.",
  keywords:
    "quick estimates, small job estimate, handyman estimate, contractor estimate template, estimate with signature, estimate tracking, markup vs margin",
  heading: "EstiMini: Send the Price Before You Leave the Driveway",
  intro:
    "Small jobs do not wait. While your number for a gate, a faucet, or two rotten posts sits in a notebook, someone else’s estimate may already be in her inbox. EstiMini will turn what you just measured into a clear one-page estimate and send it from the front seat.",
  why: [
    [
      "You still remember the job",
      "The odd corner and the stuck valve are fresh now, and by Sunday night at the kitchen table they have slipped out of the price.",
    ],
    [
      "Lines beat a lump",
      "One big number invites “can you do better?” When there are lines to choose from, a client can drop the keyed latch and leave your labor alone.",
    ],
    [
      "You will know whether to call",
      "Sent but not viewed, viewed but not answered, and approved are three different phone calls. Your own visit won’t count as a view, and neither will an email scanner’s.",
    ],
    [
      "Markup is not margin",
      "Add 25% to your cost and you keep only 20% of the price. EstiMini will show you both numbers before you send.",
    ],
  ],
  features: [
    ["Custom line items", "Quantity, unit, price, and cost on every line, with taxable or optional marked."],
    [
      "A client-facing view",
      "A page that fits a phone and opens without an account, where the client can approve, decline, or ask for a change.",
    ],
    ["An optional signature", "Drawn or typed, and tied to the exact version on the screen."],
    ["Sending by email or shareable link", "Whichever your client reads, with a PDF to keep."],
    ["Status tracking", "Sent, viewed, approved, each with its time."],
    ["Deposit, discount, and tax", "Calculated to the cent, with the rounding rule written down."],
    [
      "Versions",
      "Changing a sent estimate makes version 2, which says what is different. An approved version will be locked.",
    ],
    [
      "A last good day",
      "After that, the old price can’t be approved, because lumber goes up while a client thinks.",
    ],
  ],
  closing:
    "Big bids deserve a desk and a quiet evening, and a side gate does not. EstiMini is meant for the jobs you could price in your head, so that the price gets out of your head and in front of someone who can say yes.",
};

export const meta = toolHead(tool);

export default function EstiMini() {
  return (
    <ToolPage
      tool={tool}
      sketch={<EstiMiniSketch />}
      today={{
        title: "Price a Small Job Right Now",
        text: (
          <>
            <p>On the back of any envelope, in this order:</p>
            <ol className="grid list-decimal gap-1 pl-6">
              <li>Hours on site, plus the drive, the store, and the cleanup.</li>
              <li>Those hours times what an hour truly costs you, with insurance and the truck in it.</li>
              <li>Material, with some waste, at today’s shelf price.</li>
              <li>Dump fees, the permit, and anything you have to rent.</li>
              <li>
                Add it all up, and to keep 20%, divide by 0.8. A cost of $800 becomes a price of $1,000.
              </li>
              <li>Write down what is not included, and the last day the price is good.</li>
            </ol>
            <p>
              Two rules to look up if you sell in people’s homes. The FTC’s Cooling-Off Rule (16 CFR Part 429)
              gives many buyers three business days to cancel. California caps the down payment on home
              improvement at $1,000 or 10%, whichever is less (Business and Professions Code, section 7159.5).
              Ask a lawyer what applies to you.
            </p>
          </>
        ),
      }}
    />
  );
}
