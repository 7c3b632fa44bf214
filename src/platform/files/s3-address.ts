export interface S3Address {
  readonly bucket: string;
  /**
   * The service's URL without a path. The bucket goes into each request's path, which every service
   * understands.
   */
  readonly endpoint: URL;
  readonly region: string;
  /** Before every key; empty or ends with a slash. */
  readonly prefix: string;
  readonly keys: S3Keys | undefined;
}

export interface S3Keys {
  readonly id: string;
  readonly secret: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PREFIX = /^[\w!.*'()-]+(\/[\w!.*'()-]+)*\/?$/;
const KNOWN = new Set(["endpoint", "region", "prefix"]);

/**
 * Parses `s3://bucket?endpoint=https://…&region=…&prefix=…`, with optional percent-encoded keys as in
 * `s3://id:secret@bucket`. The default endpoint is Amazon's for the region; the default region is us-east-1,
 * which services without regions accept.
 * @returns undefined for anything else
 */
export function parseS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const options = url.searchParams;
  const bucket = url.hostname;
  const region = options.get("region") ?? "us-east-1";
  const prefix = options.get("prefix") ?? "";
  const service = options.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  const plain = url.protocol === "s3:" && url.port === "" && /^\/?$/.test(url.pathname) && url.hash === "";
  if (!plain || [...options.keys()].some((name) => !KNOWN.has(name))) return undefined;
  if (
    !BUCKET.test(bucket) ||
    !REGION.test(region) ||
    (prefix !== "" && !PREFIX.test(prefix)) ||
    // URLs have no such segments.
    prefix.split("/").some((segment) => segment === "." || segment === "..")
  )
    return undefined;
  if (!URL.canParse(service)) return undefined;
  const endpoint = new URL(service);
  if (
    !/^https?:$/.test(endpoint.protocol) ||
    endpoint.pathname !== "/" ||
    endpoint.search ||
    endpoint.hash ||
    endpoint.username
  )
    return undefined;
  // One without the other is a mistake.
  if ((url.username === "") !== (url.password === "")) return undefined;
  const keys = url.username ? decodedKeys(url) : undefined;
  if (url.username && !keys) return undefined;
  return {
    bucket,
    endpoint,
    region,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    keys,
  };
}

function decodedKeys(url: URL): S3Keys | undefined {
  try {
    return { id: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) };
  } catch {
    return undefined;
  }
}
