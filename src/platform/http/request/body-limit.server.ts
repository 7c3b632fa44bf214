/**
 * The request, if its body is no larger than `most`. One of declared length is judged unread; one that comes
 * in pieces is read, and given up as soon as it is too large.
 * @param isCounted whether who reads it counts by itself, so that it is not held here
 */
export async function withinLimit(
  request: Request,
  most: number,
  isCounted = false,
): Promise<Request | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null) return Number(declared) <= most ? request : undefined;
  if (isCounted || !request.headers.has("transfer-encoding") || !request.body) return request;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body) {
    bytes += piece.length;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(pieces),
    signal: request.signal,
  });
}
