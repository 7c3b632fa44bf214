/** Security headers of every response, and the Content-Security-Policy of every page. */

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  // Field screens show photos from the device before they are sent.
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

/** A page's policy. Pages without framework scripts have no inline script, so they need no nonce. */
export function contentSecurityPolicy(nonce?: string): string {
  return [...POLICY, nonce ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'self'"].join("; ");
}

/** Public pages may not use the device's sensors; the account may use its own. */
const NO_DEVICE_ACCESS =
  "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()";
const FOR_THE_ACCOUNT =
  "accelerometer=(self), browsing-topics=(), camera=(self), clipboard-write=(self), display-capture=(), geolocation=(self), gyroscope=(self), microphone=(self), midi=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()";

export function securityHeaders(options: { https: boolean; path: string }): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    // The one file that other sites embed (docs/contract.md).
    "Cross-Origin-Resource-Policy": options.path === "/embed.js" ? "cross-origin" : "same-origin",
    // Modules and scripts with `crossorigin` are requested by CORS; this one contains no personal data.
    ...(options.path === "/embed.js" ? { "Access-Control-Allow-Origin": "*" } : {}),
    "X-Frame-Options": "DENY",
    "Permissions-Policy": options.path.startsWith("/account") ? FOR_THE_ACCOUNT : NO_DEVICE_ACCESS,
    ...(options.https ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" } : {}),
  };
}
