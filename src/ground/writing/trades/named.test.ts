import { expect, it } from "vitest";
import { namedGoal } from "./named-goals.ts";
import { namedPlaces } from "./named-places.server.ts";

it.each([
  ["book a furnace tune-up", "book your furnace tune-up"],
  ["Book more AC tune ups", "book your AC tune-up"],
  ["get on the bid list", "put us on your bid list"],
  ["get on GCs' bidders list", "put us on your bid list"],
  ["sign the maintenance agreement", "sign the maintenance agreement"],
  ["sell service plans", "sign up for the service plan"],
  ["order samples", "order samples"],
  ["come to the showroom", "come to the showroom"],
  ["get the attic looked at", "have the attic looked at"],
  ["have us check their gutters", "have the gutters looked at"],
  ["BOOK A ROOF INSPECTION", "book your roof inspection"],
  ["book a free deck inspection!!", "book your deck inspection"],
  ["schedule a consultation", "set up a consultation"],
  ["a second opinion on the bid", "get a second opinion"],
  ["sprinkler blowout", "book your sprinkler winterization"],
  ["winterize their pool", "book your pool winterization"],
  ["book a blowout", "book your winterization"],
  ["get the septic tank pumped", "book your septic tank pumping"],
  ["get the crawl space pumped out", "book your crawl space pumping"],
  ["chimney sweep", "book your chimney sweep"],
  ["sweep the parking lot", "book your sweep"],
])("names the goal of “%s”", (goal, does) => {
  expect(namedGoal(goal)?.does).toBe(does);
});

it.each([
  "",
  "call",
  "get more leads",
  "please don't book an inspection",
  "Get a quote",
  "Vrombook",
  "look at us",
])("names none in “%s”", (goal) => {
  expect(namedGoal(goal)).toBeUndefined();
});

it.each([
  ["homeowners in Boise", "Boise"],
  ["HOMEOWNERS IN BOISE", "Boise"],
  ["homeowners in boise, id", "Boise, Idaho"],
  ["families in Portland ME", "Portland, Maine"],
  ["Boise homeowners with old furnaces", "Boise"],
  ["landlords in Boise and Meridian", "Boise and Meridian"],
  ["HOMEOWNERS IN BOISE OR MERIDIAN", "Boise and Meridian"],
  [
    "owners near St Louis, Kansas City, and Columbia, Missouri",
    "St. Louis, Kansas City, and Columbia, Missouri",
  ],
  ["homeowners in the greater Salt Lake City area", "Salt Lake City"],
  ["families moving to Austin, Texas", "Austin, Texas"],
  ["property managers in Ohio", "Ohio"],
  ["seniors in Reading, PA", "Reading, Pennsylvania"],
  ["homeowners in Mobile who rent", "Mobile"],
  ["homeowners in New York City", "New York City"],
])("knows where “%s” are", (audience, place) => {
  expect(namedPlaces(audience)?.names).toBe(place);
});

it.each([
  ["", "nothing"],
  ["people who wear Reading glasses", "glasses"],
  ["people interested in Reading", "a hobby"],
  ["homeowners in mobile homes", "mobile homes"],
  ["the Houston family and Mr. Lincoln", "surnames"],
  ["Jackson’s tenants", "a surname"],
  ["homeowners in Orange County", "a county"],
  ["skiers in Jackson Hole", "another place"],
  ["homeowners in or near the city", "no place"],
  ["homeowners in Qwertyville", "no place we know"],
  ["owners in Boise, Meridian, Nampa, and Caldwell", "more than three"],
])("doesn’t take “%s” for a place, which is %s", (audience) => {
  expect(namedPlaces(audience)).toBeUndefined();
});

it("knows that a house isn’t near a state", () => {
  expect(namedPlaces("landlords in Ohio and Indiana")?.inside).toBe("in Ohio and Indiana");
  expect(namedPlaces("landlords in Ohio and Boise")?.inside).toBe("in or near Ohio and Boise");
  expect(namedPlaces("landlords in New York")?.inside).toBe("in or near New York");
});
