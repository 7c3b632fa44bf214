const IGNORES_DOTS = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address most likely belongs to, for limits only: `dana+deck@x.test` is `dana@x.test`,
 * and Gmail ignores dots. Never send to it and never find an account by it: at some providers a plus is part
 * of the name.
 * @param email in any case
 */
export function mailboxKey(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
  const name = local.split("+", 1)[0] || local;
  return IGNORES_DOTS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
