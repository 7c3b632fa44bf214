import type { Contract } from "#trade/jobs/public.ts";
import { CHANGE } from "./rules/change.ts";
import { contractOf } from "./rules/contract.ts";
import { standingOf } from "./rules/states.ts";

/** The contract with its approved changes, for the job's page. */
const contract: Contract = {
  kinds: [CHANGE],
  contractOf({ contractCents, finishesOn }, of) {
    const booked = of(CHANGE).map(({ values }) => {
      const { state, cents, days } = standingOf(values);
      return { state, cents: cents ?? 0, days, covered: null };
    });
    const { sum, net, completion } = contractOf({ cents: contractCents, finish: finishesOn }, booked);
    return { sum, net, completion, approved: booked.filter(({ state }) => state === "approved").length };
  },
};
export default contract;
