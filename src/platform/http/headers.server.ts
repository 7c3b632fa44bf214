/** Security headers of every answer, and the Content-Security-Policy of every page. */

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  // Photos of a field screen are shown from the device before they are sent.
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * The policy of a page. Pages without framework scripts have no inline script at all, so they need no nonce.
 */
export function contentSecurityPolicy(nonce?: string): string {
  return [...POLICY, nonce ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'self'"].join("; ");
}

/** Where a page may use the device. Public pages never; the account asks for itself. */
const CLOSED =
  "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()";
const FOR_THE_ACCOUNT =
  "accelerometer=(), browsing-topics=(), camera=(self), clipboard-write=(self), display-capture=(), geolocation=(self), gyroscope=(), microphone=(self), midi=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()";

/** Headers that every answer carries. */
export function securityHeaders(options: { https: boolean; path: string }): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    // The one file that other sites put into their pages (docs/contract.md).
    "Cross-Origin-Resource-Policy": options.path === "/embed.js" ? "cross-origin" : "same-origin",
    // A module and a script with `crossorigin` are asked for by CORS; it holds nothing of anybody.
    ...(options.path === "/embed.js" ? { "Access-Control-Allow-Origin": "*" } : {}),
    "X-Frame-Options": "DENY",
    "Permissions-Policy": options.path.startsWith("/account") ? FOR_THE_ACCOUNT : CLOSED,
    ...(options.https ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" } : {}),
  };
}
