import { fieldDocument } from "#platform/http/field-document.server.ts";

/** The document of field screens for a device to keep. It holds nothing of anybody, so it asks for nobody. */
export const loader = (): Response => fieldDocument();
