import type { Approval } from "#trade/fieldwork/public.ts";
import { type State, STATE_WORDS } from "./rules.ts";

/** How a delivery arrives and goes back. */
export const DELIVERY_APPROVAL: Approval<State> = {
  moves: [
    {
      from: ["expected"],
      to: "arrived",
      by: "author",
      label: "It arrived",
      isMain: true,
      done: "It arrived.",
    },
    { from: ["arrived"], to: "expected", by: "author", label: "It is not here yet" },
    {
      from: ["expected", "arrived"],
      to: "sent-back",
      by: "manager",
      label: "Send it back",
      done: "Sent back.",
    },
  ],
  stuck: { "sent-back": "It was sent back. Write down what comes instead as a new delivery." },
  notManager: "Only the people of the business send something back.",
  notOwn: "Another company wrote this down.",
  noun: "A delivery",
  labels: STATE_WORDS,
};
