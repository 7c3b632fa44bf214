import type { MailProvider } from "#platform/config/mail-providers.ts";
import type { Log } from "#platform/log/log.server.ts";
import type { ConsentError } from "#platform/identity/mail-consent.server.ts";

let configured: readonly MailProvider[] = [];
let log: Log | undefined;

/** Sets this installation's providers. Called at startup and by tests; makes no requests. */
export function setMailProviders(providers: readonly MailProvider[], writeTo?: Log): void {
  configured = providers;
  log = writeTo;
}

/** This installation's providers. */
export const mailProviders = (): readonly MailProvider[] => configured;

/** The provider with this id in a URL or a stored connection. */
export const findMailProvider = (id: string | undefined): MailProvider | undefined =>
  configured.find((one) => one.id === id);

/** Logs for the operator why a provider gave no token. Names no person and no account. */
export function logConsentFailure(provider: MailProvider, { failure, reason }: ConsentError): void {
  if (failure !== "denied" && failure !== "incomplete")
    log?.warn({ provider: provider.id, failure, reason }, "a mail provider gave no token");
}
