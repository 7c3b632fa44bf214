import { expect } from "vitest";
import { apiDocument } from "#faces/api/document.server.ts";
import { findAddress } from "#faces/api/endpoints/endpoints.server.ts";
import { faultsOf, type JsonSchema } from "#faces/api/testing/json-schema.ts";
import { ask, type Asked, type Told } from "./api.ts";

type Described = { responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }> };

let made: JsonSchema | undefined;

/** Calls the API as `ask` does, and validates every response against the OpenAPI document. */
export async function askByDocument(token: string | null, path: string, asked: Asked = {}): Promise<Told> {
  const document = (made ??= apiDocument());
  const told = await ask(token, path, asked);
  const method = asked.method ?? (asked.body === undefined ? "GET" : "POST");
  const endpoint = findAddress(path.split("?")[0]!)?.methods.get(method);
  if (!endpoint) return told;
  const described = (document["paths"] as Record<string, Record<string, Described>>)[endpoint.path]![
    method.toLowerCase()
  ]!;
  const response = described.responses[String(told.status)];
  expect(
    response,
    `${method} ${endpoint.path} answering ${told.status} ${JSON.stringify(told.body)}`,
  ).toBeDefined();
  const type = told.headers.get("content-type");
  if (told.body === null) expect(response!.content).toBeUndefined();
  else
    expect(
      faultsOf(response!.content![type!]!.schema, told.body, document),
      `${method} ${endpoint.path}`,
    ).toEqual([]);
  return told;
}
