import { describe, expect, it } from "vitest";
import { callerOf, describeVisit } from "./rules.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

describe("visitors of a link", () => {
  it.each([
    [IPHONE, false, "iPhone"],
    [
      "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36",
      false,
      "Android phone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36",
      false,
      "Windows computer",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
      false,
      "Mac",
    ],
    ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", true, "Slack’s preview"],
    ["WhatsApp/2.24.20.80 A", true, "WhatsApp’s preview"],
    ["facebookexternalhit/1.1", true, "Facebook’s preview"],
    ["Mozilla/5.0 (compatible; Barracuda Sentinel (EE))", true, "an email scanner"],
    ["curl/8.9", true, "a program"],
    ["", true, "a program"],
  ])("%s", (agent, isProgram, device) => {
    expect(callerOf(agent)).toEqual({ isProgram, device });
  });

  it("are called a person only after pressing a button", () => {
    expect(describeVisit({ did: "opened", who: "person", device: "iPhone" })).toBe(
      "A person opened it (iPhone)",
    );
    expect(describeVisit({ did: "looked", who: "unknown", device: "Windows computer" })).toContain(
      "an email scanner, or someone who didn’t continue",
    );
    expect(describeVisit({ did: "looked", who: "program", device: "an email scanner" })).toBe(
      "An email scanner viewed the page",
    );
    // Nobody replies without a name in a form.
    expect(describeVisit({ did: "approved", who: "program", device: "a program" })).toBe(
      "Someone approved it",
    );
    expect(describeVisit({ did: "looked", who: "us", device: "Mac" })).toBe(
      "Someone in your business viewed the page",
    );
  });
});
