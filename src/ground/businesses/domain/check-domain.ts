import { isIP } from "node:net";
import { isAligned } from "#platform/mail/domain/dmarc.ts";
import { type DomainFacts, type Part, recordToPaste } from "./facts.ts";
import { checkSpf } from "./check-spf.ts";
import { providerOf } from "./providers.ts";
import { part, SILENT, SOON } from "./part.ts";

/** DKIM: whether receivers can verify the signature on outgoing email. */
function judgeDkim(facts: DomainFacts): Part {
  const { domain, zone, ownKey, providerKeys, host, dmarc } = facts;
  const result = part("dkim", "DKIM: a signature on every email");
  const provider = providerOf(host);
  if (ownKey) {
    const name = `${ownKey.selector}._domainkey.${ownKey.domain}`;
    const paste = [recordToPaste(zone, { name, value: `v=DKIM1; k=rsa; p=${ownKey.publicKey}` })];
    const mode = dmarc.state === "found" ? dmarc.dmarc.dkimMode : "r";
    if (!isAligned(mode, domain, ownKey.domain))
      return result("wrong", [
        `Your key is for ${ownKey.domain}, but your email comes from ${domain}, so the signature doesn’t count. Create a new key under “DKIM signature”.`,
      ]);
    switch (ownKey.state) {
      case "there":
        return result("right", [`We sign every email, and the key at ${name} is ours.`]);
      case "missing":
        return result(
          "missing",
          [`We sign every email, but there’s no key at ${name}. Add this record. ${SOON}`],
          { paste },
        );
      case "silent":
        return result("unknown", [SILENT]);
      case "testing":
        return result(
          "better",
          [
            "The key is ours, but it’s marked as a test (t=y), so receivers can ignore it. Replace the record with this one.",
          ],
          { paste },
        );
      case "weak":
        return result(
          "wrong",
          [
            "The key there is shorter than 1,024 bits, so receivers ignore it. Make a new one under “DKIM signature”.",
          ],
          {
            paste,
          },
        );
      case "doubled":
        return result(
          "wrong",
          [`There are several keys at ${name}. Receivers may pick any of them. Keep only this one.`],
          {
            paste,
          },
        );
      case "revoked":
        return result(
          "wrong",
          [`The record at ${name} says the key was revoked. Replace it with this one.`],
          { paste },
        );
      case "another":
        return result(
          "wrong",
          [
            `There’s a different key at ${name}, so our signatures fail. Replace it with this one, or make a key with another selector under “DKIM signature”.`,
          ],
          { paste },
        );
    }
  }
  const foundKey = providerKeys.find(({ state }) => state === "there" || state === "testing");
  if (provider && foundKey)
    return result("right", [
      `${provider.name} signs your email. Its key is at ${foundKey.selector}._domainkey.${domain}.`,
    ]);
  if (providerKeys.some(({ state }) => state === "silent")) return result("unknown", [SILENT]);
  if (provider)
    return result(provider.selectors.length ? "missing" : "better", [
      provider.selectors.length
        ? `We couldn’t find ${provider.name}’s key in the usual place. ${provider.signing}`
        : `${provider.name} can sign your email with a key name we can’t look up. ${provider.signing}`,
      "Or let us sign: create a key under “DKIM signature” and paste its record.",
    ]);
  return result("missing", [
    "We’re not signing your email, and we can’t tell if your server does. Create a key under “DKIM signature”. It takes a minute, and its record shows up here.",
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
        `Gmail and Yahoo require one from anyone who sends a lot. Start with p=none. It changes nothing, and reports go to ${from}. ${SOON}`,
      ],
      { paste: newRecord([], zone) },
    );
  if (dmarc.state === "doubled")
    return result(
      "wrong",
      [
        `There are ${dmarc.records.length} DMARC records at _dmarc.${dmarc.of}, so receivers ignore them all. Keep only this one.`,
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
    return result("wrong", [`Receivers ignore this record: ${dmarc.why}. Replace it with this one.`], {
      found: [dmarc.record],
      paste: newRecord([dmarc.record], dmarc.of),
    });
  const { record, of, policy, dkimMode, spfMode } = dmarc.dmarc;
  const words: string[] = [];
  if (of !== domain) words.push(`This is ${of}’s record, and it covers ${domain} too.`);
  const modes = [...(dkimMode === "s" ? ["DKIM"] : []), ...(spfMode === "s" ? ["SPF"] : [])];
  if (modes.length)
    words.push(
      `${modes.join(" and ")} must match ${domain} exactly (strict). Your email is sent from ${from}, so it does.`,
    );
  const refusing = reportsTaken.find(({ taken }) => taken === false);
  if (refusing)
    return result(
      "better",
      [
        ...words,
        `Reports go to ${refusing.address}, whose domain hasn’t agreed to receive them, so none are sent. Use an address at ${of}, or ask them for the record ${of}._report._dmarc.`,
      ],
      { found: [record] },
    );
  if (policy !== "none")
    return result(
      "right",
      [...words, `Forgeries are ${policy === "reject" ? "rejected" : "sent to spam"}.`],
      {
        found: [record],
      },
    );
  const strict = record.replace(/(\bp\s*=\s*)none/i, "$1quarantine");
  return result(
    "better",
    [
      ...words,
      "p=none is enough for Gmail and Yahoo, but it doesn’t stop forgeries. Once two to four weeks of reports show all of your email passing, move to quarantine, and a month later to reject.",
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
  const result = part("reverse", "Reverse DNS for your server");
  const provider = providerOf(host);
  if (hostAddresses === "silent" || reverse.some(({ state }) => state === "silent"))
    return result("unknown", [SILENT]);
  if (hostAddresses === "none" || !reverse.length)
    return result("missing", [
      `${host} has no address in DNS. Check the server name under “Send from your own email”.`,
    ]);
  const found = reverse.map(({ address, names }) => `${address} → ${names.join(", ") || "no name"}`);
  const unconfirmed = reverse.filter(({ state }) => state !== "confirmed");
  if (!unconfirmed.length)
    return result("right", [`Each address of ${host} has a name, and the name points back to it.`], {
      found,
    });
  const [first] = unconfirmed;
  const advice = provider
    ? `${provider.name} sets this, and its sending servers probably have one.`
    : "Your server host sets this. Look for “reverse DNS” or “PTR” in their control panel, or ask their support.";
  return result(
    provider ? "better" : first!.state === "missing" ? "missing" : "wrong",
    [
      first!.state === "missing"
        ? `${first!.address} has no name. Gmail refuses email from addresses like that. ${advice}`
        : `${first!.address} says it is ${first!.names.join(", ")}, and that name doesn’t point back to it. Receivers treat it as fake. ${advice}`,
      ...(provider || isIP(host) ? [] : [`Ask them to set it to ${host}.`]),
    ],
    { found },
  );
}

function judgeReplies({ replies }: DomainFacts): Part {
  const result = part("replies", "Where replies go");
  if (!replies) return result("missing", ["No reply address is set. Add one on the Business page."]);
  const { address, domain, hosts } = replies;
  const found = hosts.length ? { found: hosts } : {};
  switch (replies.state) {
    case "found":
      return result(
        "right",
        [
          `Replies to ${address} go to ${providerOf(hosts[0] ?? "")?.name ?? `the mail server for ${domain}`}.`,
        ],
        found,
      );
    case "silent":
      return result("unknown", [SILENT], found);
    case "no-mail":
      return result(
        "wrong",
        [
          `${domain} says it accepts no email at all, so replies to ${address} bounce. Enter a different address on the Business page.`,
        ],
        found,
      );
    case "dead":
      return result(
        "wrong",
        [
          `${domain} says its email goes to ${hosts.join(", ")}, which has no address. Replies to ${address} are lost. Fix its MX record.`,
        ],
        found,
      );
    case "none":
      return result(
        "wrong",
        [
          `${domain} has no MX record, so replies to ${address} may not arrive. Add the one your email provider gives you.`,
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
      rule: "A DMARC record, at least p=none, and SPF or DKIM for the same domain as From.",
      state: stateOf("dmarc"),
    },
    { rule: "The sending server’s address has a name that points back to it.", state: stateOf("reverse") },
    {
      rule: "One-tap unsubscribe, honored within two days. Ours takes effect right away.",
      state: "kept",
    },
    { rule: "Email is encrypted in transit (TLS).", state: encrypted ? "kept" : "open" },
    {
      rule: "Fewer than 3 in 1,000 people mark your email as spam. Aim for under 1 in 1,000. Only email people who asked.",
      state: "yours",
    },
  ];
}
