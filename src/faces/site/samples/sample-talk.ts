import { readFileSync } from "node:fs";
import { describeTalk, signOf, standingOf, talkOf, textOf } from "#tools/safety/public.server.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";

// A talk about ladders and who signed it. The business, its people and the job are made up; SiteSafe makes
// the page from them.

const TEXT = textOf(JSON.parse(readFileSync("content/talks/ladders-extension.json", "utf8")))!;
const VERSION = "9c41d07be1f06a2f4f4f2f7c0b8ad45b73c1a08e5d9e6b17f40e2ad3185c6e92";
const SENDER = "North Fork Decks";

const PEOPLE = [
  { key: "bell", name: "Marcus Bell", at: "2026-06-17T07:12:00-06:00", language: "en", on: "passed" },
  { key: "ortega", name: "Luis Ortega", at: "2026-06-17T07:13:00-06:00", language: "es", on: "passed" },
  { key: "tran", name: "Kim Tran", at: "2026-06-17T07:13:00-06:00", language: "en", on: "passed" },
  { key: "ruiz", name: "Ana Ruiz", at: "2026-06-17T07:15:00-06:00", language: "es", on: "own" },
] as const;

/** A scribble that stands for a signature; each person's is another. */
const drawingOf = (seed: number) => ({
  ...{ width: 300, height: 100 },
  strokes: [
    Array.from({ length: 46 }, (_, at) => [
      12 + at * 6 + 5 * Math.sin(at * (0.7 + seed * 0.06)),
      52 + (30 - at * 0.45) * Math.sin(at * (0.62 + seed * 0.11) + seed),
      at * 14,
    ]),
  ],
});

/** The paper of that talk, as in its PDF. */
export function sampleTalk(): DocumentRequest {
  const talk = talkOf({
    ...{ number: "TBT-2026-0007", date: "2026-06-17", text: TEXT, version: VERSION },
    ...{ "languages.en": true, "languages.es": true, leader: "Marcus Bell" },
    notes: "One foot out for every four up. Kim ties the top before anybody carries a board.",
    finishedAt: "2026-06-17T07:16:00-06:00",
    ...Object.fromEntries(PEOPLE.map(({ key, name }) => [`people.${key}`, { name }])),
  });
  const signs = PEOPLE.map(({ key: person, ...sign }, at) =>
    signOf(
      person,
      { ...sign, person, talk: "talk", version: VERSION, drawing: drawingOf(at + 1) },
      "foreman",
    ),
  );
  return describeTalk({
    ...{ talk, standing: standingOf("talk", talk, signs), names: new Map([["foreman", "Marcus Bell"]]) },
    job: { name: "Dana R., rear deck", address: "48 Example Lane, Golden" },
    createdAt: Temporal.Instant.from("2026-06-17T07:20:00-06:00"),
    zone: "America/Denver",
    ...{ sender: SENDER, businessName: SENDER, contact: ["(303) 555-0142", "Golden, Colorado"] },
  });
}
