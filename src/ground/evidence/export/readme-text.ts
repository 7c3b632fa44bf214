import { FILES } from "../rules.ts";

/** The export's read-me, which explains how to check it by hand. */
export function readMe(last: number): string {
  return `What is in here

${FILES.history}     what happened on the job, one entry per line, in order
media/            the photos as the camera made them, each named by its SHA-256
${FILES.seals}        who sealed the history when, signed
${FILES.certification}  the same on paper, with a page to certify it
${FILES.manifest}     every file with its SHA-256 and how it lies in the ZIP, signed when this copy was made
${FILES.verifier}       opens in a browser, works without a network, and checks all of it

Verify
Open ${FILES.verifier} and drop this ZIP on it. It says that all is as it was sealed, or what was altered and where. Keep the
ZIP as you got it: one that was unpacked and packed anew holds the same files, and the page says so.

Verify by hand
Files:                  sha256sum -c ${FILES.sums}
A photo:                sha256sum media/*          (each name is its own hash)
Text of entry ${last}:        sed -n ${last}p ${FILES.history} | jq -cjS '{payload,salt}' | sha256sum          (is its payloadHash)
Hash of entry ${last}:        sed -n ${last}p ${FILES.history} | jq -cjS 'del(.hash,.payload,.salt)' | sha256sum          (is its hash)
Link to the one before: its previousHash is the hash of the line above.
Signatures:             Ed25519 over the canonical JSON (RFC 8785) of a seal, or of ${FILES.manifest}, without "signature".

What it proves, and what it does not
Nothing in it was changed, added or taken away since this copy was made, and nothing up to a seal since that seal, unless by whoever
holds the private key. Compare the key's id with the one on the certification that you were handed: anybody can sign with a key of
their own. Times called "at" are the server's. "occurredAt" is what the author said; "capturedAt" is what the device reported. No
outside time authority has signed any of them.
`;
}
