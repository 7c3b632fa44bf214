import { apiDocument } from "./document.server.ts";

/** `/api/openapi.json`: the API's requests and answers, for people and tools. */
export function loader(): Response {
  return new Response(JSON.stringify(apiDocument()), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
  });
}
