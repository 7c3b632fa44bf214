import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRawEndpoints } from "#platform/http/routing/raw-endpoints.server.ts";
import { originsOf } from "#platform/http/request/same-origin.server.ts";
import { answerUpload, UPLOADS_PATH } from "#ground/media/uploads.server.ts";

/** Starts a server with only the upload routes, on a local port. */
export async function openDoor(): Promise<{ url: string; close(): Promise<void> }> {
  const publicUrl = "http://localhost:3000";
  const answer = createRawEndpoints([{ under: UPLOADS_PATH, answer: answerUpload }], {
    https: false,
    publicUrl,
    ownOrigins: originsOf(publicUrl),
    answered: () => {},
  });
  const server: Server = createServer((incoming, outgoing) => {
    if (!answer(incoming, outgoing)) outgoing.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A device that uploads step by step. */
export class Phone {
  readonly url: string;
  readonly cookie: string;
  readonly account: string;
  constructor(url: string, cookie: string, account: string) {
    this.url = url;
    this.cookie = cookie;
    this.account = account;
  }

  addressOf(sha256: string): string {
    return `${UPLOADS_PATH}/${this.account}.${sha256}`;
  }

  send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
  ): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: { "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin", cookie: this.cookie, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  }

  begin(sha256: string, size: number, notes: Record<string, string> = {}): Promise<Response> {
    const told = Object.entries({ account: this.account, sha256, ...notes });
    return this.send("POST", UPLOADS_PATH, {
      "Upload-Length": String(size),
      "Upload-Metadata": told
        .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
        .join(","),
    });
  }

  goOn(sha256: string, offset: number, bytes: Uint8Array): Promise<Response> {
    const headers = { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" };
    return this.send("PATCH", this.addressOf(sha256), headers, bytes);
  }

  async offset(sha256: string): Promise<number | undefined> {
    const answer = await this.send("HEAD", this.addressOf(sha256));
    return answer.ok ? Number(answer.headers.get("upload-offset")) : undefined;
  }

  /** Uploads a file in one request, under its own hash or another. */
  async upload(
    bytes: Uint8Array,
    notes: Record<string, string> = {},
    sha256 = sha256Of(bytes),
  ): Promise<Response> {
    const begun = await this.begin(sha256, bytes.byteLength, notes);
    return begun.status === 201 ? this.goOn(sha256, 0, bytes) : begun;
  }
}

/** A refusal's status, code and message. */
export async function refusalOf(answer: Response): Promise<{ status: number; code: string; why: string }> {
  const { code, why } = (await answer.json()) as { code: string; why: string };
  return { status: answer.status, code, why };
}
