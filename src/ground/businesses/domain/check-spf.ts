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
        `There are ${records.length} SPF records. That is an error, and receivers then count none. Take them away and add this one in their place.`,
      ],
      { ...found, paste: paste(need) },
    );
  if (problem?.kind === "syntax")
    return result(
      "wrong",
      [
        problem.name === domain
          ? `“${problem.term}” in the record is nothing SPF knows, so receivers count none of it. Mend or remove that word.`
          : `The record includes ${problem.name}, whose own record has a word SPF does not know: “${problem.term}”. Tell whoever runs it, or remove the include.`,
      ],
      found,
    );
  if (problem?.kind === "loop")
    return result(
      "wrong",
      [
        `The record leads round in a circle: ${problem.name} includes itself. Remove one of the includes that lead there.`,
      ],
      found,
    );
  if (problem?.kind === "no-record" || problem?.kind === "doubled")
    return result(
      "wrong",
      [
        `The record includes ${problem.name}, which has ${problem.kind === "doubled" ? "more than one" : "no"} SPF record. Receivers then give up on all of it. Remove that include, or mend it if it is yours.`,
      ],
      found,
    );
  if (problem?.kind === "too-many") {
    const costliest = spf.costs.toSorted((a, b) => b.lookups - a.lookups);
    return result(
      "wrong",
      [
        `Receivers ask DNS at most ${MOST_LOOKUPS} times, and this record needs ${lookups}. Then they count none of it. Remove services you no longer send with.`,
        `What costs how much: ${costliest.map((one) => `${one.term} ${one.lookups}`).join(", ")}.`,
      ],
      found,
    );
  }
  if (problem?.kind === "too-many-voids")
    return result(
      "wrong",
      [
        "The record names several servers that are not there any more. Receivers then give up on it. Remove them.",
      ],
      found,
    );
  if (!isThere) {
    if (lookups >= MOST_LOOKUPS && mechanism.startsWith("include:"))
      return result(
        "wrong",
        [
          `The record does not name ${who}, and has no room for it: it needs ${lookups} of ${MOST_LOOKUPS} questions to DNS already. Remove services you no longer send with first.`,
        ],
        { ...found, paste: paste(mechanism) },
      );
    return result(
      "wrong",
      [
        `The record does not name ${who}, which your mail leaves through. Replace it with this one: the same, with one word more. ${SOON}`,
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
      ["The record ends in +all: it says that anybody may send for you. Replace it with this one."],
      {
        ...found,
        paste: [recordToPaste(zone, { name: domain, value: mergeSpf(records, null), replaces: records })],
      },
    );
  if (spf.others === "neutral" || spf.others === null)
    return result(
      "better",
      [`It names ${who}, and says nothing about everybody else. End it in ~all, and forgeries are marked.`],
      {
        ...found,
        paste: paste(null),
      },
    );
  return result(
    "right",
    [`It names ${who}, in ${lookups} of at most ${MOST_LOOKUPS} questions to DNS.`],
    found,
  );
}
