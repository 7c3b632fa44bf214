import { readFileSync } from "node:fs";
import { changeOf, documentOf, sheetOf, termsOf } from "#tools/changes/public.server.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";

// What a crew found under a stair, priced on the spot. The business, its people and the job are made up;
// ChangeLog makes the page from them.

const PHOTO = "src/faces/site/pictures/photos/footing.jpeg";
const RATE = 15_000;

const line = (
  place: number,
  category: string,
  text: string,
  quantity: number,
  unit: string,
  cents: number,
) => ({
  [`lines.${place}`]: { place, category, text, quantity: quantity * 1000, unit, cents },
});

const CHANGE = changeOf({
  title: "Stair footings down to firm ground",
  description:
    "Two of the stair footings hit old fill at 42 in. We dig both 16 in deeper, to undisturbed soil, and pour them to the old height. The inspector looks at them before the pour.",
  reason: "hidden",
  where: "Yard side, foot of the stairs",
  ...line(1, "labor", "Dig two footings deeper, by hand", 6, "h", 68_00),
  ...line(2, "material", "Concrete, 80 lb bags", 14, "bags", 8_50),
  ...line(3, "material", "Form tubes, 12 in", 2, "", 26_00),
  ...line(4, "other", "Second footing inspection", 1, "", 95_00),
  days: 1,
  shows: "costs",
  answerBy: "2026-06-19",
});

/** That change, as in its PDF. */
export function sampleChange(): DocumentRequest {
  const earlier = { net: 640_00, days: 0 };
  return documentOf({
    sheet: sheetOf({
      change: CHANGE,
      terms: termsOf({ "markup.labor": RATE, "markup.material": RATE }),
      contract: {
        ...{ original: 18_400_00, sum: 19_040_00, finish: "2026-06-25", completion: "2026-06-25" },
        ...earlier,
      },
      allowanceLeft: null,
      photos: ["footing"],
      currency: "USD",
    }),
    ...{ number: "COR-002", revision: "R1", zone: "America/Denver" },
    createdAt: Temporal.Instant.from("2026-06-16T13:05:00-06:00"),
    business: "North Fork Decks",
    contact: ["(303) 555-0142", "Golden, Colorado"],
    project: { name: "Rear deck", client: "Dana R.", address: "48 Example Lane, Golden" },
    photos: [{ bytes: readFileSync(PHOTO), aspect: 4 / 3 }],
  });
}
