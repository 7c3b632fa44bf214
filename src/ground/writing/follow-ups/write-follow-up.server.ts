import { asMagnetBrief } from "../drip/brief.ts";
import { courses } from "../drip/courses.server.ts";
import type { DripBrief, DripText } from "../drip/schema.ts";
import { writeDrip } from "../drip/write-drip.ts";
import { sortDripFields } from "../field-order.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { choosePlaybook, GENERAL } from "../playbook/understand-brief.ts";
import { chooseFor, type Chosen, fillFollowUp, versionsIn } from "./fill-follow-up.ts";
import { followUpOf, objectionSearch, objectionsOf } from "./follow-ups.server.ts";
import { tradeOf, understoodAs } from "./understand-drip.ts";

/** The follow-up of the brief's trade, or the one for any trade; undefined if neither is written. */
function chosenFor(brief: DripBrief): Chosen | undefined {
  const trade = tradeOf(brief, playbooks());
  const followUp = followUpOf(trade, brief.leadType) ?? followUpOf(GENERAL, brief.leadType);
  if (!followUp) return undefined;
  const [folder = GENERAL] = followUp.id.split("/");
  return chooseFor(
    brief,
    {
      followUp,
      objections: objectionsOf(folder),
      playbook: choosePlaybook(asMagnetBrief(brief), playbooks()),
    },
    brief.objection === "" ? undefined : objectionSearch().understand(brief.objection),
  );
}

/**
 * Writes follow-up emails and call scripts: the whole text that fits the brief, or one composed from a
 * playbook and a course while there is none. Deterministic per brief and version.
 * @param version from 1
 */
export function writeFollowUp(typed: DripBrief, version = 1): DripText {
  const brief = sortDripFields(typed);
  const chosen = chosenFor(brief);
  return chosen
    ? fillFollowUp(brief, chosen, version)
    : writeDrip(brief, { version, playbooks: playbooks(), courses: courses() });
}

/** What was understood of a brief, in one line; null for a composed text, which says it itself. */
export function understoodIn(typed: DripBrief, { arc }: Pick<DripText, "arc">): string | null {
  const brief = sortDripFields(typed);
  const chosen = arc === undefined ? undefined : chosenFor(brief);
  return chosen?.followUp.id === arc && chosen
    ? understoodAs(chosen.followUp, { ...chosen, trade: tradeOf(brief, playbooks()) })
    : null;
}

/** Number of versions of a whole follow-up; undefined for a composed one. */
export function followUpVersions({ arc, tone }: DripText): number | undefined {
  const [trade = "", stage] = arc?.split("/") ?? [];
  const followUp = stage === undefined ? undefined : followUpOf(trade, stage as DripBrief["leadType"]);
  return arc === undefined ? undefined : followUp ? versionsIn(followUp, tone) : 1;
}
