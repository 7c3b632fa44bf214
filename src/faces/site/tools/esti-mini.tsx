import { loadToolAccess } from "./access.server.ts";
import { estimatePicture } from "./estimate-picture.ts";
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
    "Small-job estimates with line items, sent by email or link, and you see when they are viewed. What EstiMini’s early access brings.",
  keywords:
    "quick estimates, small job estimate, handyman estimate, contractor estimate template, estimate with signature, estimate tracking, markup vs margin",
  shows: "An estimate with two options",
  heading: "EstiMini: Send the Price Before You Leave the Driveway",
  screen: ["estimate-client", "What your client opens, without an account."],
  thread:
    "Your lead is in the estimate already, with the address from the visit. A yes makes it a job with its price.",
  intro:
    "Small jobs don’t wait. While your number sits in a notebook, someone else’s estimate may already be in her inbox. EstiMini turns what you measured into an estimate that you can send from the front seat.",
  why: [
    [
      "You still remember the job",
      "The odd corner and the stuck valve are fresh now. By Sunday night they have slipped out of the price.",
    ],
    [
      "Lines beat a lump",
      "One big number invites “can you do better?” With lines, a client can drop the latch and leave your labor alone.",
    ],
    [
      "You know whether to call",
      "Not viewed, not answered, and approved are three different phone calls. Email scanners don’t count as views.",
    ],
    [
      "Markup is not margin",
      "Add 25% to your cost and you keep only 20% of the price. You see both; the client sees neither.",
    ],
  ],
  features: [
    [
      "Custom line items",
      "Quantity, unit, price, and your cost on every line. Options and extras, each with its total.",
    ],
    ["A price book", "Your items and kits, on every phone. Raise a category by 6% from a day you choose."],
    ["Templates", "73 scopes of work that ask for the measures. You add the prices."],
    ["Calculators", "Concrete, drywall, paint, roofing, and ten more, with the formula shown."],
    ["A client-facing view", "A page without an account or script, to approve, decline, or ask."],
    ["An optional signature", "A yes or a signature, tied to the exact version and choice on the screen."],
    ["Sending by email or shareable link", "Or by a QR code on the spot, with a PDF to keep."],
    ["Status tracking", "Sent, viewed, approved, each with its time, and what share you win."],
    ["Follow-up", "Emails that stop at any reply."],
    ["Payments, discount, and tax", "To the cent, with the rounding rule."],
    ["Versions", "Version 2 says what is different. An approved one is locked."],
    ["Legal reminders", "What the law may ask for at your price, with its source, for eleven states."],
    ["No signal needed", "Write it offline. The phone uploads it later."],
    ["An API", "Other programs can read and draft estimates, and hear of each yes."],
  ],
  closing:
    "Big bids deserve a desk and a quiet evening, and a side gate doesn’t. EstiMini is for the jobs you could price in your head.",
};

export const meta = toolHead(tool);

export default function EstiMini() {
  return (
    <ToolPage
      tool={tool}
      picture={estimatePicture}
      today={{
        title: "Price a Small Job Right Now",
        text: (
          <>
            <p>On the back of any envelope, in this order:</p>
            <ol className="grid list-decimal gap-1 pl-6">
              <li>Hours on site, plus the drive, the store, and the cleanup.</li>
              <li>Those hours times what an hour truly costs you, insurance and truck included.</li>
              <li>Material, with some waste, at today’s shelf price.</li>
              <li>Dump fees, the permit, and rentals.</li>
              <li>
                Add it all up, and to keep 20%, divide by 0.8. A cost of $800 becomes a price of $1,000.
              </li>
              <li>Write down what is not included, and the last day the price is good.</li>
            </ol>
            <p>
              If you sell in people’s homes, the FTC’s Cooling-Off Rule (16 CFR Part 429) gives many buyers
              three business days to cancel. Ask a lawyer what applies to you.
            </p>
          </>
        ),
      }}
    />
  );
}
