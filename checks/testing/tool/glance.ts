import { countOf, type Glance, lineFor } from "#trade/jobs/public.ts";
import { DELIVERY, deliveryOf } from "./rules.ts";

/** What is late, then what still comes. */
const glance: Glance = {
  kinds: [DELIVERY],
  glanceOf(of, { today }) {
    const expected = of(DELIVERY)
      .map(({ values }) => deliveryOf(values))
      .filter(({ state }) => state === "expected");
    const late = expected.filter(({ day }) => day !== null && day < today).length;
    const lines = [
      ...lineFor(late, (count) => `${countOf(count, "delivery", "deliveries")} late`, { needs: "late" }),
      ...lineFor(expected.length - late, (count) => `${count} expected`),
    ];
    return lines.length > 0 ? lines : [{ text: "Nothing expected" }];
  },
};
export default glance;
