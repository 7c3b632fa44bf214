import { getBusiness } from "#ground/businesses/public.server.ts";
import { endpoint, type Endpoint } from "#platform/api/endpoint.ts";
import { eventsCalls } from "./events.server.ts";
import { jobRecordsCalls } from "./job-records.server.ts";
import { jobsCalls } from "./jobs.server.ts";
import { leadsCalls } from "./leads.server.ts";
import { recordsCalls } from "./records.server.ts";
import { sequencesCalls } from "./sequences.server.ts";
import { KeyAnswer } from "./shapes.ts";
import { apiResources } from "../scopes.server.ts";
import { webhooksCalls } from "./webhooks.server.ts";

const keyCall = endpoint({
  id: "getKey",
  method: "GET",
  path: "/key",
  about: "Key",
  summary: "Which key this is, and what it can do",
  scope: null,
  answers: { 200: KeyAnswer },
  async run({ ctx, key: { id, name, scopes } }) {
    return { body: { id, name, scopes, business: (await getBusiness(ctx)).name } };
  },
});

/** All endpoints of the API; requests and the document both use this list. */
export const endpoints = (): readonly Endpoint[] => [
  keyCall,
  ...leadsCalls,
  ...sequencesCalls,
  ...jobsCalls,
  ...jobRecordsCalls,
  ...recordsCalls,
  ...apiResources().flatMap((resource) => resource.endpoints),
  ...eventsCalls,
  ...webhooksCalls,
];

/** The endpoints at an address, by method, with its parameters. */
export interface Found {
  readonly methods: ReadonlyMap<string, Endpoint>;
  readonly params: Readonly<Record<string, string>>;
}

/** @param path under /api/v1, such as `/leads` */
export function findAddress(path: string): Found | undefined {
  const parts = path.split("/");
  const methods = new Map<string, Endpoint>();
  let params: Record<string, string> = {};
  for (const one of endpoints()) {
    const pattern = one.path.split("/");
    if (
      pattern.length !== parts.length ||
      !pattern.every((part, at) => part === parts[at] || (part.startsWith("{") && parts[at] !== ""))
    )
      continue;
    methods.set(one.method, one);
    params = Object.fromEntries(
      pattern.flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), parts[at]!]] : [])),
    );
  }
  return methods.size ? { methods, params } : undefined;
}
