import { ProofPixSketch } from "../sketches/proof-pix.tsx";
import { loadToolAccess } from "./access.server.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "ProofPix",
  path: "/proofpix",
  source: "product-proofpix",
  title: "ProofPix – Photo Documentation Made Easy",
  description:
    "Jobsite photos by room, trade, and status, in albums you can share. What ProofPix’s early access will bring, and the shots to take today.",
  keywords:
    "construction photo documentation, jobsite photos, before and after photos, construction photo app, photo tagging, visual report, timestamp photos",
  heading: "ProofPix: Find the Photo of What’s Behind the Wall",
  intro:
    "You took the picture, but it sits on someone’s phone between a birthday cake and a parking spot. ProofPix will file site photos by project, room, trade, and status while you shoot, so that “where does that pipe run?” has an answer before the drill comes out.",
  why: [
    [
      "Covered work has one witness",
      "Footings, flashing, blocking, and wire disappear behind other work, and after that the photo is the only way to look without a saw.",
    ],
    [
      "It shows who scratched the floor",
      "Twenty dated photos from before your first day can end that conversation. Without them, the last crew in the house pays.",
    ],
    [
      "Photos quit when people quit",
      "When a helper moves on, a year of your jobs leaves in his pocket. Photos in a shared album will stay with the project.",
    ],
    [
      "Good work shows itself",
      "A before and an after from the same spot tell your next client more than a page of promises.",
    ],
  ],
  features: [
    [
      "Tags by room, trade, or status",
      "Picked from a short list of your own, so that nobody spells “bathroom” a fourth way.",
    ],
    [
      "Albums and galleries per project",
      "Every photo under its job, sorted by the day it was taken and found again by its tags.",
    ],
    [
      "Shareable visual reports",
      "Photos with captions, as a PDF or a web page. The link will expire on a day you choose, and you can turn it off sooner.",
    ],
    [
      "Optional GPS and timestamp tagging",
      "Stamp the time, the location, both, or neither. Location will be removed from anything you share unless you say otherwise.",
    ],
    [
      "Before and after pairs",
      "Two shots side by side, each with its date, taken from the same point of view.",
    ],
    [
      "Marks on a layer",
      "Arrows and circles will lie on top of the photo, and the file from the camera stays as it was.",
    ],
    [
      "Safe at the shutter",
      "Each shot will be saved before you lower the phone, and you will read “server holds 37 of 37” when it is safe to log out.",
    ],
  ],
  closing:
    "Most crews already shoot enough photos. What is missing is a way to find one frame out of two thousand with a client on the phone, and that is all ProofPix sets out to do: the right picture, its date, and the wall it belongs to.",
};

export const meta = toolHead(tool);

export default function ProofPix() {
  return (
    <ToolPage
      tool={tool}
      sketch={<ProofPixSketch />}
      today={{
        title: "Shoot These Before You Cover",
        text: (
          <>
            <p>Any phone will do. Wipe the lens first, and then photograph:</p>
            <ul className="grid list-disc gap-1 pl-6">
              <li>Each open wall from the middle of the room, left to right, with the frames overlapping.</li>
              <li>A tape from a corner or the floor to every pipe, box, and drain.</li>
              <li>Every footing before the pour, with the tape standing in it.</li>
              <li>Every trench before backfill, from both ends and once up close.</li>
              <li>Flashing and membrane at each corner, with the product label.</li>
              <li>The floor, the driveway, and the neighbor’s fence, before your first day.</li>
            </ul>
            <p>
              Write the room, the wall, and the date on a stud with a crayon and keep it inside the picture.
            </p>
            <p>
              More in{" "}
              <a className="text-link" href="/blog/jobsite-photo-tips">
                jobsite photo tips
              </a>
              . Got a photo?{" "}
              <a className="text-link" href="/verify">
                Check if it’s the original
              </a>
              .
            </p>
          </>
        ),
      }}
    />
  );
}
