import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";

// The only settings that every authenticator app supports: SHA-1, six digits, thirty seconds.
const SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
const QUIET_ZONE = 4;

/** A new secret for an authenticator app: 160 random bits, base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * The URI for the QR code.
 * @param account name as the app lists it
 */
export function totpAddress({
  secret,
  issuer,
  account,
}: {
  secret: string;
  issuer: string;
  account: string;
}): string {
  return new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret), issuer, label: account }).toString();
}

/**
 * The time step of a code, or undefined if it is not valid now. The previous and next steps count too: a
 * phone's clock may be 30 seconds off.
 * @param code six digits
 */
export function totpStep(secret: string, code: string, at: Temporal.Instant): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = at.epochMilliseconds;
  const delta = TOTP.validate({
    ...SETTINGS,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}

export interface QrPicture {
  /** Modules per side, including the quiet zone. */
  readonly size: number;
  /** The `d` of a path that fills the dark modules. */
  readonly path: string;
}

/** Draws a text as a QR code, including the quiet zone that scanners need. */
export function qrPicture(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  let path = "";
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) path += `M${from} ${y}h${x - from}v1h-${x - from}z`;
    }
  return { size, path };
}
