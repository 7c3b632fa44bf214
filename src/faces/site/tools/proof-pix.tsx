import { loadToolAccess } from "./access.server.ts";
import { photoPicture } from "./photo-picture.ts";
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
    "Jobsite photos by room, trade, and status, in albums and galleries you can share. What ProofPix’s early access brings, and the shots to take today.",
  keywords:
    "construction photo documentation, jobsite photos, before and after photos, construction photo app, photo tagging, visual report, timestamp photos",
  shows: "A photo with a measure and a note",
  heading: "ProofPix: Find the Photo of What’s Behind the Wall",
  screen: ["photo-roll", "The photos of a job on the phone."],
  thread:
    "A photo becomes a change order or an issue with one tap. With your client’s yes, before and after show on your page.",
  intro:
    "You took the picture, but it sits on someone’s phone between a birthday cake and a parking spot. ProofPix files site photos by project, room, trade, and status while you shoot, so that “where does that pipe run?” has an answer before the drill comes out.",
  why: [
    [
      "Covered work has one witness",
      "Footings, flashing, blocking, and wire disappear behind other work, and then the photo is the only way to look without a saw.",
    ],
    [
      "It shows who scratched the floor",
      "Twenty dated photos from before your first day can end that argument.",
    ],
    [
      "Photos quit when people quit",
      "When a helper moves on, a year of your jobs leaves in his pocket. Photos in ProofPix stay with the project.",
    ],
    [
      "Good work shows itself",
      "A before and an after from one spot tell your next client more than a page of promises.",
    ],
  ],
  features: [
    ["Tags by room, trade, or status", "They stick from shot to shot until you change them."],
    [
      "A camera that stays open",
      "Shoot thirty in a row, with no signal. Each one is saved before the count goes up.",
    ],
    [
      "Albums and galleries per project",
      "By room, trade, or day. A gallery opens by link, without an account.",
    ],
    ["Shot lists", "For 24 kinds of job, or your own. What is missing shows before you leave."],
    ["Before and after pairs", "The old photo lies over the camera until the edges meet."],
    ["Marks and blur", "Arrows, circles, and measures. What you blur is gone from what you share."],
    [
      "Shareable visual reports",
      "One, two, four, or six photos a page, as a PDF or a web page, with captions and pairs.",
    ],
    ["Optional GPS and timestamp tagging", "Nobody you share with sees the location unless you turn it on."],
    ["Search over every job", "By caption, tag, day, or person."],
    ["Your phone’s library", "Old photos or a ZIP, with the times they were taken."],
    ["Proof", "Anyone can check whether a file is the original, without sending it to us."],
    ["Consent", "Ask your client by link to show the work. They can change their mind."],
  ],
  closing:
    "Most crews shoot enough photos. What is missing is a way to find one out of two thousand. ProofPix has the picture, its date, and its wall.",
};

export const meta = toolHead(tool);

export default function ProofPix() {
  return (
    <ToolPage
      tool={tool}
      picture={photoPicture}
      today={{
        title: "Shoot These Before You Cover",
        text: (
          <>
            <p>Any phone works. Wipe the lens first, then photograph:</p>
            <ul className="grid list-disc gap-1 pl-6">
              <li>Each open wall from the middle of the room, left to right, with the frames overlapping.</li>
              <li>A tape from a corner or the floor to every pipe, box, and drain.</li>
              <li>Every footing before the pour, with the tape standing in it.</li>
              <li>Every trench before backfill, from both ends and once up close.</li>
              <li>Flashing and membrane at each corner, with the product label.</li>
              <li>The floor, the driveway, and the neighbor’s fence, before your first day.</li>
            </ul>
            <p>Write the room, wall, and date on a stud, inside the picture.</p>
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
