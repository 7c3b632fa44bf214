import { documentOf, type Estimate, forTexts, type Line } from "#tools/estimates/public.server.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";

// A side gate, priced in the driveway. The business, its people and the job are made up; EstiMini makes the
// page from them.

const line = (id: string, text: string, cents: number, over: Partial<Line> = {}): Line => ({
  ...{ id, place: 0, section: "", text, quantity: 1000, unit: "", cents, cost: null },
  ...{ isTaxable: false, isOptional: false, option: 0, ...over },
});

const SAMPLE: Estimate = {
  ...forTexts(() => ""),
  title: "Side gate, 4 ft",
  photos: [],
  lines: [
    line("1", "Take out the old gate and two posts, haul away", 160_00),
    line("2", "Set two 4×4 treated posts in concrete", 95_00, { quantity: 2000 }),
    line("3", "Hang the gate, adjust after the concrete sets", 68_00, { quantity: 3000, unit: "h" }),
    line("4", "Cedar gate, hinges and latch", 412_50, { isTaxable: true, option: 1 }),
    line("5", "Steel-framed cedar gate, hinges and latch", 588_00, { isTaxable: true, option: 2 }),
    line("6", "Keyed latch", 58_00, { isTaxable: true, isOptional: true }),
  ],
  options: ["Cedar gate", "Steel-framed gate"],
  discount: null,
  taxes: [{ name: "Sales tax", rate: 6000 }],
  deposit: { by: "rate", rate: 10_000 },
  payments: [],
  validUntil: "2026-07-10",
  start: "Within two weeks of your yes",
  showsPrices: true,
};

/** That estimate, as in its PDF. */
export const sampleEstimate = (): DocumentRequest =>
  documentOf({
    estimate: SAMPLE,
    before: null,
    ...{ number: "EST-2026-014", version: 1, currency: "USD", zone: "America/Denver" },
    createdAt: Temporal.Instant.from("2026-06-16T16:12:00-06:00"),
    business: "North Fork Decks",
    contact: ["(303) 555-0142", "Golden, Colorado"],
    client: { name: "Dana R.", address: "48 Example Lane, Golden" },
  });
