import type { FileStore } from "../files/file-store.ts";
import type { ReplyMailbox } from "../mail/reply-address.server.ts";
import type { Sender } from "../mail/sender.server.ts";

/** This process's setup for the operator's console, without secrets. */
export interface Setup {
  readonly dataDir: string;
  /** Host of the installation's own mail server; null while mail goes to the outbox. */
  readonly mailServer: string | null;
  /** Host of the mailbox for replies and bounces; null if not set. */
  readonly mailbox: string | null;
  /** Whether that mailbox receives mail to an address, given in lower case. */
  readonly mailboxTakes?: ((address: string) => boolean) | undefined;
  /** The selector and public key for checking its signatures, if it signs. */
  readonly signing?: { readonly selector: string; readonly publicKey: string } | undefined;
}

/** Everything shared by all parts of a running installation and independent of requests. */
export interface Installation {
  /** Base of absolute links, without a trailing slash. */
  readonly publicUrl: string;
  /** The installation's name, for emails and other text that is not a page. */
  readonly brand: string;
  readonly files: FileStore;
  readonly sender: Sender;
  readonly operatorEmails: readonly string[];
  /** Where clients' replies reach us; undefined if the operator set up no mailbox for them. */
  readonly replies?: ReplyMailbox | undefined;
  /** Photo and video quota of an account, in bytes: normal, and before an owner's address is verified. */
  readonly mediaRoom?: { readonly most: number; readonly unverified: number } | undefined;
  /** For the operator's console; undefined where there is no such process. */
  readonly setup?: Setup | undefined;
}

let current: Installation | undefined;

/** Sets this process's installation; called once at start, and by tests. */
export function useInstallation(installation: Installation): void {
  current = installation;
}

/** Whether a person is an operator: by their address, once verified. */
export function operates(person: { readonly email: string; readonly emailVerified: boolean }): boolean {
  return person.emailVerified && installation().operatorEmails.includes(person.email.toLowerCase());
}

/** This process's installation. */
export function installation(): Installation {
  if (!current) throw new Error("no installation: the start has not called useInstallation");
  return current;
}
