import path from "node:path";
import { installation } from "#platform/config/installation.server.ts";
import { isOnLoopback } from "#platform/outside/outside.server.ts";

/**
 * What somebody who waits for a mail of ours is told where no mail server is set, so that they don't wait in
 * vain; null where mail leaves. On the machine itself it says where the file is; elsewhere where files lie is
 * nobody's business.
 */
export function outboxHint(): string | null {
  const { setup, publicUrl } = installation();
  if (!setup || setup.mailServer) return null;
  return isOnLoopback(publicUrl)
    ? `No mail server is set here yet, so our mails are files: the newest is in ${path.join(setup.dataDir, "outbox", "mail")}.`
    : "This site has no mail server yet, so its mails do not leave it. Whoever runs it can give you the link.";
}
