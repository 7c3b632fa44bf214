const DOTS_MEAN_NOTHING = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address most likely leads to, for limits alone: `dana+deck@x.test` is `dana@x.test`,
 * and Gmail reads no dots. Never send to it and never look an account up by it: at some providers a plus is
 * part of the name.
 * @param email with or without capitals
 */
export function mailboxKey(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
  const name = local.split("+", 1)[0] || local;
  return DOTS_MEAN_NOTHING.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
