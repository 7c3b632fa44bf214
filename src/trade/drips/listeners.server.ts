import { draftOf, registerDraftSource } from "#trade/sequences/public.server.ts";
import { findSavedDrip } from "./data.server.ts";
import { stepsOfDrip } from "./follow-up/steps.ts";

/** In characters, as the editor allows. */
const NAME_LIMIT = 120;

/** Makes every saved drip a draft follow-up, under the drip's id. It never starts by itself. */
export function offerDrips(): void {
  registerDraftSource(async (ctx, id) => {
    const drip = await findSavedDrip(ctx, id);
    if (!drip || drip.deletedAt) return null;
    return {
      name: drip.title.slice(0, NAME_LIMIT),
      trigger: { kind: "manual", pageId: "", what: "", on: "" },
      steps: draftOf(stepsOfDrip(drip.text), (at) => `s${at}`),
    };
  });
}
