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

/** How much of a refused body is read and discarded. */
const MOST_DISCARDED = 64 * 1024 * 1024;

/**
 * A refusal that is sent at once and ends when the body has arrived, up to 64 MB of it. A browser that is
 * still sending shows a broken connection instead of the answer if the connection ends before.
 */
export function refuseWhileReading(request: Request, refusal: Response): Response {
  const { body, headers } = request;
  if (!body || !refusal.body || Number(headers.get("content-length")) > MOST_DISCARDED) return refusal;
  const reader = body.getReader();
  const discard = async () => {
    for (let bytes = 0; bytes <= MOST_DISCARDED;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
    }
  };
  const answer = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(await refusal.bytes());
      // The sender may give up.
      await discard().catch(() => undefined);
      controller.close();
    },
  });
  return new Response(answer, { status: refusal.status, headers: refusal.headers });
}
