import { z } from "zod";
import { productName } from "#platform/config/brand.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { Endpoint } from "#platform/api/endpoint.ts";
import { endpoints } from "./endpoints/endpoints.server.ts";
import { PROBLEM_TYPE, type ProblemCode, PROBLEMS } from "#platform/api/problem.ts";
import { exampleOf } from "./examples.ts";
import { allEvents, allScopes, TEST_EVENT } from "./scopes.server.ts";
import { answers, bodies } from "./endpoints/shapes.ts";

type Json = Record<string, unknown>;

/** Named schemas, each included once and referenced by name. */
function schemasOf(named: Readonly<Record<string, z.ZodType>>, io: "input" | "output"): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const { $schema: _, $id: __, ...rest } = schema as Json;
      return [id, rest];
    }),
  );
}

const nameOf = (named: Readonly<Record<string, z.ZodType>>, schema: z.ZodType): Json => {
  const name = Object.keys(named).find((one) => named[one] === schema);
  if (name) return { $ref: `#/components/schemas/${name}` };
  const { $schema: _, ...inline } = z.toJSONSchema(schema) as Json;
  return inline;
};

type Schemas = Readonly<Record<string, Json>>;

/** A media type with its schema and an example. */
const shownOf = (schema: Json, schemas: Schemas): Json => ({ schema, example: exampleOf(schema, schemas) });

const HEADERS: Json = {
  RateLimit: {
    description: 'What’s left: `"key";r={requests};t={seconds until fully reset}`.',
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: 'The limit: `"key";q={burst size};w={seconds to be full again}`.',
    schema: { type: "string" },
  },
};

const FILE: Json = { type: "string", format: "binary" };

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: "Done",
  201: "Created",
  202: "Sending",
  204: "Done; no body",
};

function problemsOf(one: Endpoint): ProblemCode[] {
  const writes = one.method !== "GET";
  const always: ProblemCode[] = [
    "unauthorized",
    "forbidden",
    "too-many",
    "internal",
    "unavailable",
    "invalid",
  ];
  return [
    ...always,
    ...(one.path.includes("{") ? (["not-found"] as const) : []),
    ...(writes
      ? ([
          "bad-header",
          "not-json",
          "in-progress",
          "conflict",
          "key-reused",
          "too-large",
          "not-taken",
        ] as const)
      : []),
    ...(one.current ? (["changed"] as const) : []),
  ];
}

function responsesOf(one: Endpoint, schemas: Schemas): Json {
  const responses: Json = {};
  for (const [status, schema] of Object.entries(one.answers))
    responses[status] = {
      description: STATUS_WORDS[Number(status)] ?? "Done",
      headers: { ...HEADERS, ...(one.method === "GET" ? { ETag: { schema: { type: "string" } } } : {}) },
      ...(schema ? { content: { "application/json": shownOf(nameOf(answers(), schema), schemas) } } : {}),
      ...(status === "200" && one.files
        ? { content: Object.fromEntries(one.files.map((type) => [type, { schema: FILE }])) }
        : {}),
    };
  if (one.method === "GET") responses["304"] = { description: "Not modified since your If-None-Match" };
  const byStatus = Map.groupBy(problemsOf(one), (code) => PROBLEMS[code][0]);
  for (const [status, codes] of [...byStatus].sort(([left], [right]) => left - right))
    responses[String(status)] = {
      description: codes.map((code) => `${PROBLEMS[code][1]} (\`${PROBLEM_TYPE}${code}\`)`).join("; "),
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  return responses;
}

function parametersOf(one: Endpoint): Json[] {
  const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: "path",
    required: true,
    schema: { type: "string", ...(/id$/i.test(match[1]!) ? { format: "uuid" } : {}) },
  }));
  const query = one.query
    ? (z.toJSONSchema(one.query, { io: "input" }) as { properties?: Record<string, Json> }).properties
    : {};
  const inQuery = Object.entries(query ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema,
  }));
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  return [
    ...inPath,
    ...inQuery,
    ...(one.method === "GET"
      ? [header("If-None-Match", "The ETag you have.")]
      : [header("Idempotency-Key", IDEMPOTENCY)]),
    ...(one.current
      ? [header("If-Match", "The ETag from a GET. Applied only if nothing changed since.")]
      : []),
  ];
}

const IDEMPOTENCY =
  "1 to 255 characters of your choice, unique per operation. If you repeat a request with the same body within 24 hours, it runs only once and you get the same response.";

function operationOf(one: Endpoint, schemas: Schemas): Json {
  return {
    operationId: one.id,
    tags: [one.about],
    summary: one.summary,
    ...(one.words ? { description: one.words } : {}),
    security: [{ key: [] }],
    ...(one.scope ? { "x-scope": one.scope } : {}),
    parameters: parametersOf(one),
    ...(one.body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: nameOf(bodies(), one.body),
                ...(one.example ? { example: one.example } : {}),
              },
            },
          },
        }
      : {}),
    responses: responsesOf(one, schemas),
  };
}

const about = () =>
  `Everything but files is JSON. Times are ISO 8601 in UTC; phone numbers are E.164. Unknown fields are rejected. Create a key under Settings > API and webhooks. Its scopes decide what it can do: ${allScopes()
    .map(([scope, words]) => `\`${scope}\` (${words.toLowerCase()})`)
    .join(", ")}.`;

/** The OpenAPI 3.1 document, generated from the schemas that validate requests. */
export function apiDocument(): Json {
  const paths: Record<string, Json> = {};
  const schemas = { ...schemasOf(answers(), "output"), ...schemasOf(bodies(), "input") };
  for (const one of endpoints())
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operationOf(one, schemas) };
  const { brand, publicUrl } = installation();
  return {
    openapi: "3.1.0",
    info: { title: `${brand || productName} API`, version: "1", description: about() },
    servers: [{ url: `${publicUrl}/api/v1` }],
    security: [{ key: [] }],
    paths,
    webhooks: Object.fromEntries(
      [...allEvents(), TEST].map(([type, event]) => [type, { post: webhookOf(type, event, schemas) }]),
    ),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", bearerFormat: "pl_…" } },
      schemas,
    },
  };
}

const TEST = [TEST_EVENT, { label: "A test that you sent", carries: [] }] as const;

/** What an event of one type posts: the shape of `Event`, with this type and the details that it carries. */
function eventSchema(type: string, carries: readonly string[], schemas: Schemas): Json {
  const properties = schemas["Event"]!["properties"] as Schemas;
  const { properties: details, ...data } = properties["data"] as { properties: Schemas };
  const shown = ["leadId", "lead", ...carries].map((name) => [name, details[name]] as const);
  return {
    ...schemas["Event"],
    properties: {
      ...properties,
      type: { const: type },
      data: { ...data, properties: Object.fromEntries(shown) },
    },
  };
}

const WEBHOOK_HEADERS: Readonly<Record<string, string>> = {
  "Plumbline-Signature": "`t={unix seconds},v1={hex}`: HMAC-SHA256 of `{t}.{body}` with the secret.",
  "Plumbline-Delivery": "The same for each try of one delivery.",
  "Plumbline-Event": "The event’s type.",
};

const webhookOf = (
  type: string,
  { label, carries }: { readonly label: string; readonly carries: readonly string[] },
  schemas: Schemas,
): Json => ({
  operationId: `on-${type}`,
  summary: label,
  description:
    "Signed with Plumbline-Signature, as docs/api.md says. Respond with 2xx within 10 seconds, or we retry for up to three days.",
  security: [],
  parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
    ...{ name, in: "header", required: true, description },
    schema: { type: "string" },
  })),
  requestBody: {
    required: true,
    content: { "application/json": shownOf(eventSchema(type, carries, schemas), schemas) },
  },
  responses: { "2XX": { description: "Delivered" } },
});
