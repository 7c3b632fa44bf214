import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";

/** RFC 9116 requires an expiry date less than a year away. */
const GOOD_FOR = { hours: 24 * 180 } as const;

/**
 * `/.well-known/security.txt`: how to report a vulnerability to the operator. Works without the database.
 */
export function loader(): Response {
  const { publicUrl } = installation();
  const expires = now().add(GOOD_FOR).round({ smallestUnit: "hour", roundingMode: "floor" });
  const lines = [
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires.toString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
