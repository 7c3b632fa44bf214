import { apiDocument } from "./document.server.ts";

/** `/api/openapi.json`: what the API takes and answers, for people and their tools. */
export function loader(): Response {
  return new Response(JSON.stringify(apiDocument()), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
  });
}
