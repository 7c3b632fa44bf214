import path from "node:path";
import { installation } from "#platform/config/installation.server.ts";
import { isOnLoopback } from "#platform/outside/outside.server.ts";

/**
 * Tells a person waiting for an email that no mail server is configured; null when there is one. The file's
 * path is shown on the same machine only.
 */
export function outboxHint(): string | null {
  const { setup, publicUrl } = installation();
  if (!setup || setup.mailServer) return null;
  return isOnLoopback(publicUrl)
    ? `No mail server is set up yet, so our emails are saved as files. The newest is in ${path.join(setup.dataDir, "outbox", "mail")}.`
    : "This site has no mail server yet, so we couldn’t send the email. The person who runs the site can give you the link.";
}
