/**
 * The request, if its body has at most `maxBytes` bytes; else undefined. Checks a declared length without
 * reading; reads a chunked body, and stops once it is too large.
 * @param isCounted whether the reader counts bytes itself, so that the body is not buffered here
 */
export async function withinLimit(
  request: Request,
  maxBytes: number,
  isCounted = false,
): Promise<Request | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null) return Number(declared) <= maxBytes ? request : undefined;
  if (isCounted || !request.headers.has("transfer-encoding") || !request.body) return request;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(chunks),
    signal: request.signal,
  });
}
