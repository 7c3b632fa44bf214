import { countOf, type Glance, lineFor } from "#trade/jobs/public.ts";
import { REQUEST, requestOf } from "./requests/request.ts";
import { CHANGE } from "./rules/change.ts";
import { standingOf, type State } from "./rules/states.ts";

const WITH_CLIENT: readonly State[] = ["sent", "viewed"];
const NOT_SENT: readonly State[] = ["draft", "expired", "withdrawn"];

/** What waits for a signature, and what is built without one. */
const glance: Glance = {
  kinds: [CHANGE, REQUEST],
  glanceOf(of, { isGuest, isManager }) {
    const waiting = of(REQUEST).filter(({ values }) => requestOf(values).answer === null);
    if (isGuest)
      return waiting.length > 0
        ? [{ text: `${countOf(waiting.length, "request")} waiting for an answer` }]
        : [{ text: "No open requests" }];
    const changes = of(CHANGE).map(({ id, values }) => ({ id, state: standingOf(values).state }));
    const count = (states: readonly State[]) => changes.filter(({ state }) => states.includes(state)).length;
    const asked = changes.find(({ state }) => state === "asked");
    const lines = [
      ...lineFor(
        count(["asked"]),
        (many) => (many === 1 ? "Client has a question" : `${many} with a question`),
        { needs: "now", path: `changes/${asked?.id ?? ""}` },
      ),
      ...lineFor(isManager ? waiting.length : 0, (many) => `${countOf(many, "request")} to answer`, {
        needs: "now",
        path: `changes/requests/${waiting[0]?.id ?? ""}`,
      }),
      ...lineFor(count(WITH_CLIENT), (many) => `${many} waiting for a signature`),
      ...lineFor(count(NOT_SENT), (many) => `${many} not sent`),
      ...lineFor(count(["declined"]), (many) => `${many} declined`),
      ...lineFor(count(["approved"]), (many) => `${many} approved`),
    ];
    return lines.length > 0 ? lines : [{ text: "No changes yet" }];
  },
};
export default glance;
