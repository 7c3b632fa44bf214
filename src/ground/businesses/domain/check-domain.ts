import { isIP } from "node:net";
import { isAligned } from "#platform/mail/domain/dmarc.ts";
import { type DomainFacts, type Part, recordToPaste } from "./facts.ts";
import { checkSpf } from "./check-spf.ts";
import { providerOf } from "./providers.ts";
import { part, SILENT, SOON } from "./part.ts";

/** DKIM: whether receivers can verify the signature on outgoing email. */
function judgeDkim(facts: DomainFacts): Part {
  const { domain, zone, ownKey, providerKeys, host, dmarc } = facts;
  const result = part("dkim", "DKIM: a signature on every mail");
  const provider = providerOf(host);
  if (ownKey) {
    const name = `${ownKey.selector}._domainkey.${ownKey.domain}`;
    const paste = [recordToPaste(zone, { name, value: `v=DKIM1; k=rsa; p=${ownKey.publicKey}` })];
    const mode = dmarc.state === "found" ? dmarc.dmarc.dkimMode : "r";
    if (!isAligned(mode, domain, ownKey.domain))
      return result("wrong", [
        `Your key is for ${ownKey.domain}, but your mail comes from ${domain}, so the signature does not count. Make a new key under “Signature”.`,
      ]);
    switch (ownKey.state) {
      case "there":
        return result("right", [`We sign each mail, and the key at ${name} is ours.`]);
      case "missing":
        return result(
          "missing",
          [`We sign each mail, but receivers find no key at ${name}. Add this record. ${SOON}`],
          { paste },
        );
      case "silent":
        return result("unknown", [SILENT]);
      case "testing":
        return result(
          "better",
          [
            "The key is ours, but marked as a test (t=y): receivers need not mind it. Replace the record with this one.",
          ],
          { paste },
        );
      case "weak":
        return result(
          "wrong",
          [
            "The key there is shorter than 1,024 bits. Receivers do not count it. Make a new one under “Signature”.",
          ],
          {
            paste,
          },
        );
      case "doubled":
        return result(
          "wrong",
          [`There are several keys at ${name}. Receivers may pick any. Leave this one.`],
          {
            paste,
          },
        );
      case "revoked":
        return result(
          "wrong",
          [`The record at ${name} says that the key is withdrawn. Replace it with this one.`],
          { paste },
        );
      case "another":
        return result(
          "wrong",
          [
            `There is another key at ${name}, so our signatures fail. Replace it with this one, or make a key with another selector under “Signature”.`,
          ],
          { paste },
        );
    }
  }
  const foundKey = providerKeys.find(({ state }) => state === "there" || state === "testing");
  if (provider && foundKey)
    return result("right", [
      `${provider.name} signs your mail: its key is at ${foundKey.selector}._domainkey.${domain}.`,
    ]);
  if (providerKeys.some(({ state }) => state === "silent")) return result("unknown", [SILENT]);
  if (provider)
    return result(provider.selectors.length ? "missing" : "better", [
      provider.selectors.length
        ? `No key of ${provider.name} is where it usually stands. ${provider.signing}`
        : `${provider.name} can sign your mail with a key whose name is yours alone, so it can’t be looked for here. ${provider.signing}`,
      "Or have us sign: make a key under “Signature” and paste its record.",
    ]);
  return result("missing", [
    "Nothing is signed by us, and we don’t know whether your server signs. Make a key under “Signature”: it takes a minute, and its record then shows here.",
  ]);
}

/** DMARC: what receivers do with forged email. */
function judgeDmarc(facts: DomainFacts): Part {
  const { domain, zone, dmarc, reportsTaken, from } = facts;
  const result = part("dmarc", "DMARC: what happens to forgeries");
  const newRecord = (replaces: readonly string[] = [], of = domain) => [
    recordToPaste(zone, { name: `_dmarc.${of}`, value: `v=DMARC1; p=none; rua=mailto:${from}`, replaces }),
  ];
  if (dmarc.state === "silent") return result("unknown", [SILENT]);
  if (dmarc.state === "missing")
    return result(
      "missing",
      [
        `Gmail and Yahoo want one from everybody who sends a lot. Begin with p=none: it changes nothing, and reports come to ${from}. ${SOON}`,
      ],
      { paste: newRecord([], zone) },
    );
  if (dmarc.state === "doubled")
    return result(
      "wrong",
      [
        `There are ${dmarc.records.length} DMARC records at _dmarc.${dmarc.of}. Receivers then count none. Leave one.`,
      ],
      {
        found: dmarc.records,
        paste: [
          recordToPaste(zone, {
            name: `_dmarc.${dmarc.of}`,
            value: dmarc.records[0]!,
            replaces: dmarc.records.slice(1),
          }),
        ],
      },
    );
  if (dmarc.state === "wrong")
    return result("wrong", [`Receivers leave this record alone: ${dmarc.why}. Replace it with this one.`], {
      found: [dmarc.record],
      paste: newRecord([dmarc.record], dmarc.of),
    });
  const { record, of, policy, dkimMode, spfMode } = dmarc.dmarc;
  const words: string[] = [];
  if (of !== domain) words.push(`It is ${of}’s, and counts for ${domain} too.`);
  const modes = [...(dkimMode === "s" ? ["DKIM"] : []), ...(spfMode === "s" ? ["SPF"] : [])];
  if (modes.length)
    words.push(
      `${modes.join(" and ")} must be of ${domain} itself (strict). Your From is ${from}, and so is the envelope, so that fits.`,
    );
  const refusing = reportsTaken.find(({ taken }) => taken === false);
  if (refusing)
    return result(
      "better",
      [
        ...words,
        `Reports go to ${refusing.address}, whose domain does not say that it takes them, so none are sent. Use an address at ${of}, or ask them for the record ${of}._report._dmarc.`,
      ],
      { found: [record] },
    );
  if (policy !== "none")
    return result("right", [...words, `Forgeries are ${policy === "reject" ? "refused" : "put in spam"}.`], {
      found: [record],
    });
  const strict = record.replace(/(\bp\s*=\s*)none/i, "$1quarantine");
  return result(
    "better",
    [
      ...words,
      "p=none is enough for Gmail and Yahoo, and stops no forgery. When the reports of two to four weeks show none of your own mail failing, go on to quarantine, and a month later to reject.",
    ],
    {
      found: [record],
      paste:
        of === domain || zone === of
          ? [recordToPaste(zone, { name: `_dmarc.${of}`, value: strict, replaces: [record] })]
          : [],
    },
  );
}

/** Reverse DNS: whether the server's address has a name that resolves back to it. */
function judgeReverse({ host, hostAddresses, reverse }: DomainFacts): Part {
  const result = part("reverse", "Reverse name of your server");
  const provider = providerOf(host);
  if (hostAddresses === "silent" || reverse.some(({ state }) => state === "silent"))
    return result("unknown", [SILENT]);
  if (hostAddresses === "none" || !reverse.length)
    return result("missing", [
      `${host} has no address in DNS. Look at the server’s name under “Your mail server”.`,
    ]);
  const found = reverse.map(({ address, names }) => `${address} → ${names.join(", ") || "no name"}`);
  const unconfirmed = reverse.filter(({ state }) => state !== "confirmed");
  if (!unconfirmed.length)
    return result("right", [`Each address of ${host} has a name, and the name leads back to it.`], { found });
  const [first] = unconfirmed;
  const advice = provider
    ? `It is ${provider.name}’s to set, and the servers it sends from may well have one.`
    : "Whoever rents you the server sets it: look for “reverse DNS” or “PTR” there, or write to them.";
  return result(
    provider ? "better" : first!.state === "missing" ? "missing" : "wrong",
    [
      first!.state === "missing"
        ? `${first!.address} has no name. Gmail refuses mail from such addresses. ${advice}`
        : `${first!.address} says it is ${first!.names.join(", ")}, and that name does not lead back to it. Receivers take it for made up. ${advice}`,
      ...(provider || isIP(host) ? [] : [`Have them set it to ${host}.`]),
    ],
    { found },
  );
}

function judgeReplies({ replies }: DomainFacts): Part {
  const result = part("replies", "Where answers arrive");
  if (!replies) return result("missing", ["No address for replies is set. The Business page takes one."]);
  const { address, domain, hosts } = replies;
  const found = hosts.length ? { found: hosts } : {};
  switch (replies.state) {
    case "found":
      return result(
        "right",
        [
          `Answers to ${address} arrive${providerOf(hosts[0] ?? "") ? ` at ${providerOf(hosts[0]!)!.name}` : ""}.`,
        ],
        found,
      );
    case "silent":
      return result("unknown", [SILENT], found);
    case "no-mail":
      return result(
        "wrong",
        [
          `${domain} says that it takes no mail at all, so answers to ${address} come back. Give another address on the Business page.`,
        ],
        found,
      );
    case "dead":
      return result(
        "wrong",
        [
          `${domain} names ${hosts.join(", ")} for its mail, and that has no address. Answers to ${address} are lost. Look at its MX record.`,
        ],
        found,
      );
    case "none":
      return result(
        "wrong",
        [
          `${domain} has no MX record, so answers to ${address} may not arrive. Add the one that your mail provider shows.`,
        ],
        found,
      );
  }
}

/** All checks of a domain. */
export const judge = (facts: DomainFacts): Part[] => [
  checkSpf(facts),
  judgeDkim(facts),
  judgeDmarc(facts),
  judgeReverse(facts),
  judgeReplies(facts),
];

/** A requirement for bulk senders of Gmail and Yahoo (since February 2024), and whether it is met. */
export interface BulkRule {
  readonly rule: string;
  readonly state: "kept" | "open" | "unknown" | "yours";
}

/** The Gmail and Yahoo requirements for senders of 5,000 or more messages a day. */
export function bulkRules(parts: readonly Part[], encrypted: boolean): BulkRule[] {
  const stateOf = (...ids: Part["id"][]): BulkRule["state"] => {
    const states = ids.map((id) => parts.find((one) => one.id === id)?.state);
    if (states.some((state) => state === "wrong" || state === "missing")) return "open";
    return states.some((state) => state === "unknown" || state === undefined) ? "unknown" : "kept";
  };
  return [
    {
      rule: "SPF and DKIM are both set up for the domain of your From address.",
      state: stateOf("spf", "dkim"),
    },
    {
      rule: "A DMARC record, p=none at the least, and SPF or DKIM of the same domain as From.",
      state: stateOf("dmarc"),
    },
    { rule: "The sending server’s address has a name that leads back to it.", state: stateOf("reverse") },
    {
      rule: "Each mail can be stopped with one tap, and that is done within two days. Ours is done at once.",
      state: "kept",
    },
    { rule: "Mail travels encrypted (TLS).", state: encrypted ? "kept" : "open" },
    {
      rule: "Fewer than 3 in 1,000 people report your mail as spam; stay below 1 in 1,000. Write to people who asked, and nobody else.",
      state: "yours",
    },
  ];
}
