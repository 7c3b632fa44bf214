import { type Glance, lineFor } from "#trade/jobs/public.ts";
import { ESTIMATE } from "./rules/estimate.ts";
import { STATE_RULES, standingOf } from "./rules/states.ts";

/** What the client has and hasn't decided. */
const glance: Glance = {
  kinds: [ESTIMATE],
  glanceOf(of) {
    const states = of(ESTIMATE).map(({ id, values }) => ({ id, state: standingOf(values).state }));
    const those = (is: (state: (typeof states)[number]["state"]) => boolean) =>
      states.filter(({ state }) => is(state));
    const asked = those((state) => state === "asked");
    const lines = [
      ...lineFor(asked.length, (count) => (count === 1 ? "Client has a question" : `${count} questions`), {
        needs: "now",
        path: `estimates/${asked[0]?.id ?? ""}`,
      }),
      ...lineFor(
        those((state) => STATE_RULES[state].isSilent === true).length,
        (count) => `${count} waiting for the client`,
      ),
      ...lineFor(those((state) => state === "draft").length, (count) => `${count} not sent`),
      ...lineFor(those((state) => state === "approved").length, (count) => `${count} approved`),
      ...lineFor(those((state) => state === "expired").length, (count) => `${count} expired`),
      ...lineFor(those((state) => state === "declined").length, (count) => `${count} declined`),
      ...lineFor(those((state) => state === "withdrawn").length, (count) => `${count} withdrawn`),
    ];
    return lines.length > 0 ? lines : [{ text: "No estimates yet" }];
  },
};
export default glance;
