import { isIP } from "node:net";
import { mergeSpf, MOST_LOOKUPS } from "#platform/mail/domain/spf.ts";
import { type DomainFacts, type Part, recordToPaste } from "./facts.ts";
import { part, SILENT, SOON } from "./part.ts";
import { providerOf } from "./providers.ts";

/**
 * The mechanism the record needs for the sending server: the provider's include, or else the server itself.
 */
function requiredMechanism({ host, spf }: DomainFacts): { mechanism: string; isThere: boolean; who: string } {
  const provider = providerOf(host);
  const walk = spf === "silent" ? undefined : spf;
  if (provider) {
    const isThere = provider.includes.some((one) => walk?.includes.includes(one));
    return { mechanism: `include:${provider.includes[0]}`, isThere, who: provider.name };
  }
  const verdicts = Object.values(walk?.verdicts ?? {});
  const family = isIP(host);
  return {
    mechanism: family ? `ip${family}:${host}` : `a:${host}`,
    isThere: verdicts.length > 0 && verdicts.every((one) => one === "pass"),
    who: host,
  };
}

/** SPF: which servers may send for the domain. */
export function checkSpf(facts: DomainFacts): Part {
  const { domain, zone, spf } = facts;
  const result = part("spf", "SPF: which servers may send for you");
  if (spf === "silent" || spf.problem?.kind === "silent") return result("unknown", [SILENT]);
  const { records, lookups, problem } = spf;
  const { mechanism, isThere, who } = requiredMechanism(facts);
  const paste = (need: string | null) => [
    recordToPaste(zone, { name: domain, value: mergeSpf(records, need), replaces: records }),
  ];
  const need = isThere ? null : mechanism;
  if (!records.length)
    return result(
      "missing",
      [`${domain} has no SPF record, so receivers can’t tell ${who} from a forger. Add this one. ${SOON}`],
      {
        paste: paste(mechanism),
      },
    );
  const found = { found: records };
  if (records.length > 1)
    return result(
      "wrong",
      [
        `There are ${records.length} SPF records. That’s an error, so receivers ignore them all. Remove them and add this one instead.`,
      ],
      { ...found, paste: paste(need) },
    );
  if (problem?.kind === "syntax")
    return result(
      "wrong",
      [
        problem.name === domain
          ? `“${problem.term}” in the record isn’t valid SPF, so receivers ignore the whole record. Fix or remove that part.`
          : `The record includes ${problem.name}, whose own record has an invalid part: “${problem.term}”. Tell the people who run it, or remove the include.`,
      ],
      found,
    );
  if (problem?.kind === "loop")
    return result(
      "wrong",
      [`The record loops: ${problem.name} includes itself. Remove one of the includes that lead there.`],
      found,
    );
  if (problem?.kind === "no-record" || problem?.kind === "doubled")
    return result(
      "wrong",
      [
        `The record includes ${problem.name}, which has ${problem.kind === "doubled" ? "more than one" : "no"} SPF record, so receivers give up on all of it. Remove that include, or fix it if it’s yours.`,
      ],
      found,
    );
  if (problem?.kind === "too-many") {
    const costliest = spf.costs.toSorted((a, b) => b.lookups - a.lookups);
    return result(
      "wrong",
      [
        `Receivers stop at ${MOST_LOOKUPS} DNS lookups, and this record needs ${lookups}, so they ignore it. Remove services you no longer send with.`,
        `Lookups per service: ${costliest.map((one) => `${one.term} ${one.lookups}`).join(", ")}.`,
      ],
      found,
    );
  }
  if (problem?.kind === "too-many-voids")
    return result(
      "wrong",
      ["The record names several servers that no longer exist, so receivers give up on it. Remove them."],
      found,
    );
  if (!isThere) {
    if (lookups >= MOST_LOOKUPS && mechanism.startsWith("include:"))
      return result(
        "wrong",
        [
          `The record doesn’t name ${who}, and has no room for it: it already uses ${lookups} of ${MOST_LOOKUPS} DNS lookups. Remove services you no longer send with first.`,
        ],
        { ...found, paste: paste(mechanism) },
      );
    return result(
      "wrong",
      [
        `The record doesn’t name ${who}, which sends your email. Replace it with this one, which is the same plus one word. ${SOON}`,
      ],
      {
        ...found,
        paste: paste(mechanism),
      },
    );
  }
  if (spf.others === "pass")
    return result(
      "wrong",
      ["The record ends in +all, which lets anyone send as you. Replace it with this one."],
      {
        ...found,
        paste: [recordToPaste(zone, { name: domain, value: mergeSpf(records, null), replaces: records })],
      },
    );
  if (spf.others === "neutral" || spf.others === null)
    return result(
      "better",
      [`It names ${who}, but says nothing about other servers. End it with ~all so forgeries get flagged.`],
      {
        ...found,
        paste: paste(null),
      },
    );
  return result("right", [`It names ${who}, and uses ${lookups} of ${MOST_LOOKUPS} DNS lookups.`], found);
}
