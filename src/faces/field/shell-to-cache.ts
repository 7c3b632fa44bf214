import { fieldDocument } from "#platform/http/field-document.server.ts";

/**
 * The document of field screens, for a device to cache. It contains no personal data, so it needs no
 * session.
 */
export const loader = (): Response => fieldDocument();
