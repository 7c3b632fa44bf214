import { loadToolAccess } from "./access.server.ts";
import { logPicture } from "./log-picture.ts";
import { ToolPage } from "./tool-page.tsx";
import { type Tool, toolHead } from "./tool.ts";

export { waitlistAction as action } from "../waitlist/action.server.ts";

export const handle = { static: true };
export const loader = loadToolAccess;

const tool: Tool = {
  name: "BuildLog",
  path: "/buildlog",
  source: "product-build-log",
  title: "BuildLog – Daily Construction Log",
  description:
    "A daily jobsite log with photos, notes, video, and automatic weather. What BuildLog’s early access brings, and seven lines to write tonight.",
  keywords:
    "daily construction log, jobsite daily log, daily report, site diary, construction weather log, jobsite photos and notes, PDF daily report",
  shows: "Page one of a day",
  heading: "BuildLog: Write the Day Down Before You Drive Home",
  screen: ["daily-log", "A day on the foreman’s phone."],
  thread:
    "Extra work in an entry becomes a change order with one tap, and a problem becomes an issue. A day lost to measured rain goes into your delay claim with its reading.",
  intro:
    "Nobody asks about June 18 until October, and then they want to know who was there, what came on the truck, and why the joists stopped at nine. BuildLog holds that answer on one page per job and day, filled in on the phone you already carry.",
  why: [
    [
      "A same-day page settles things",
      "A lost afternoon is easy to claim and hard to check. Names, hours, and times, written that evening, leave little to argue about.",
    ],
    [
      "Weather stops being a memory",
      "“It rained that week” is no record. The page has the rain through your day, from the nearest station or a model, with the source of each reading.",
    ],
    [
      "You type it once",
      "A delivery goes in when the truck leaves, and both the office report and the client’s report are made from that one entry.",
    ],
    [
      "The morning crew and the closing crew agree",
      "Everyone writes to the same day, so a gap between two stories shows up that evening.",
    ],
  ],
  features: [
    [
      "Photos, notes, and video",
      "In the order things happened, with time, date, and the location if you allow it.",
    ],
    [
      "Automatic weather logging",
      "Temperature, rain, and wind, each labeled as a station’s reading or a model’s estimate.",
    ],
    [
      "Crews, deliveries, visitors, delays",
      "A short form for each: company, head count, hours, cause, and hours lost.",
    ],
    [
      "Multi-user access",
      "Your foreman, your office, and an invited guest from another trade, who sees that one job only.",
    ],
    [
      "A check at day’s end",
      "Before you submit the day, a list of what’s missing, such as a head count or a note on a photo.",
    ],
    ["PDF reports", "A day, a week, or any dates, as a file or a link."],
    [
      "Honest corrections",
      "A late entry is labeled late. A correction sits under the original, with both still readable.",
    ],
    [
      "No signal needed",
      "Entries are saved on the phone first, and you see when the server has all of them.",
    ],
  ],
  closing:
    "A daily log is only as good as its worst day, when it rained at two and the truck never came. BuildLog is made for that day: a few taps, and a page you could show a client.",
};

export const meta = toolHead(tool);

export default function BuildLog() {
  return (
    <ToolPage
      tool={tool}
      picture={logPicture}
      today={{
        title: "Seven Lines for Tonight",
        text: (
          <>
            <p>A notebook is enough. Before you start the truck, write down:</p>
            <ol className="grid list-decimal gap-1 pl-6">
              <li>The date, the job, your name, and when you arrived and left.</li>
              <li>The weather at seven and at one, and what it did to the work.</li>
              <li>Every company on site, with its people and their hours.</li>
              <li>What got done, where, how much of it, and where you stopped.</li>
              <li>What was delivered, what left, and what was short or broken.</li>
              <li>What got in the way, from when to when, and who you told.</li>
              <li>Who you talked to, what you said, and what has to happen tomorrow.</li>
            </ol>
            <p>
              Our article on{" "}
              <a className="text-link" href="/blog/seven-essential-daily-log-items">
                the seven things every daily log needs
              </a>{" "}
              shows a thin and a useful entry for each.
            </p>
          </>
        ),
      }}
    />
  );
}
