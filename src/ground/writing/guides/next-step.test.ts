import { expect, it } from "vitest";
import { magnetBriefSchema } from "../schema.ts";
import { fillGuide } from "./fill-guide.ts";
import type { Guide } from "./guide-file.ts";
import { guides } from "./library.server.ts";

const WHO = { name: "Maria Lopez", email: "maria@example.com", company: "" };
const guide = guides().find(({ id }) => id === "hvac/maintenance-visit")!;
const filled = (typed: Readonly<Record<string, string>>, from: Guide = guide) =>
  fillGuide(from, magnetBriefSchema.parse({ ...WHO, ...typed }));

it.each([
  ["plain", "To book your furnace tune-up, send me two days that work for you."],
  ["warm", "Whenever you’re ready to book your furnace tune-up, send me two days that work for you."],
  ["professional", "To book your furnace tune-up, all I need is two days that work for you."],
  ["direct", "Ready to book your furnace tune-up? Send me two days that work for you."],
  [
    "playful",
    "If you’d like to book your furnace tune-up, send me two days that work for you. That’s all there is to it.",
  ],
])("asks for the goal by its name, %s", (tone, line) => {
  const { nextStep } = filled({ tone, goal: "Book a FURNACE tune up!!" });
  expect(nextStep.heading).toBe("Book your furnace tune-up");
  expect(nextStep.paragraphs.at(-1)).toBe(line);
});

it("keeps the guide’s own ask where the goal names nothing", () => {
  expect(filled({ goal: "more calls" }).nextStep.heading).toBe(guide.asks.call.heading);
  expect(filled({ goal: "" }).nextStep.paragraphs).toHaveLength(
    1 + guide.asks.reply.text.split(/\n{2,}/).filter((line) => !line.includes("{{sender}}")).length,
  );
});

it("says a town where one is named, and never that the business works there", () => {
  const { readers, nextStep } = filled({ targetAudience: "HOMEOWNERS IN BOISE", goal: "order samples" });
  expect(readers).toBe("For homeowners in Boise");
  expect(nextStep.paragraphs.at(-1)).toBe(
    "If your house is in or near Boise and you’d like to order samples, send me your address and what you’d like to see.",
  );
  expect(filled({ targetAudience: "landlords in Reading, PA" }).nextStep.paragraphs.at(-1)).toBe(
    "If your building is in or near Reading, Pennsylvania, name the street when you get in touch.",
  );
  expect(filled({ targetAudience: "people who wear Reading glasses" }).readers).toBe("For homeowners");
});

it("says to a business reader what “your house” means, unless a part is for them", () => {
  const part = { ...guide.parts[0]!, only: null, paragraphs: ["Look at your house."] };
  const plain = {
    ...guide,
    readers: { fits: ["homeowner" as const, "manager" as const], not: [] },
    parts: [part, part],
  };
  const opening = (from: Guide, targetAudience: string) =>
    filled({ targetAudience }, from).opening.paragraphs.join(" ");
  expect(opening(plain, "property managers")).toContain("read “the building you look after.”");
  expect(opening(plain, "homeowners")).not.toContain("read “the");
  const withPart = { ...plain, parts: [part, { ...part, only: ["manager" as const] }] };
  expect(opening(withPart, "property managers")).not.toContain("read “the");
});
