import { FILES } from "../rules.ts";

/**
 * The export's read-me, which explains how to check it by hand.
 * @param site the public address of the installation
 */
export function readMe(last: number, site: string): string {
  return `What’s in this ZIP

${FILES.history}     what happened on the job, one entry per line, in order
media/            the original photos, each named by its SHA-256
${FILES.seals}        who locked the history and when, signed
${FILES.certification}  the same as a PDF to print, with a page to certify it
${FILES.manifest}     every file with its SHA-256 and its place in the ZIP, signed when this copy was made
${FILES.verifier}       opens in a browser, works offline, and verifies all of it

Verify
Open ${FILES.verifier} and drop this ZIP on it. It tells you whether everything matches what was locked, or what was altered and where. Keep
the ZIP as you got it. If it was unpacked and repacked, the files are the same, and the page says so.

Verify by hand
Files:                  sha256sum -c ${FILES.sums}
A photo:                sha256sum media/*          (each name is its own hash)
Text of entry ${last}:        sed -n ${last}p ${FILES.history} | jq -cjS '{payload,salt}' | sha256sum          (is its payloadHash)
Hash of entry ${last}:        sed -n ${last}p ${FILES.history} | jq -cjS 'del(.hash,.payload,.salt)' | sha256sum          (is its hash)
Link to the one before: its previousHash is the hash of the line above.
One photo you have:     its SHA-256 is the name of a file in media/. Without this copy, ${site}/verify says when we got it.
Signatures:             Ed25519 over the canonical JSON (RFC 8785) of a seal, or of ${FILES.manifest}, without "signature".

What it proves, and what it doesn’t
Nothing in it was changed, added, or removed since this copy was made, and nothing before a lock since that lock, except by someone with
the private key. Compare the key’s id with the one on the certification you were given, because anyone can sign with their own key. Times
called "at" are the server’s. "occurredAt" is what the author said. "capturedAt" is what the device reported. No outside time authority has
signed any of them.
`;
}
