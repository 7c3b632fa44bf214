import type { FileStore } from "../files/file-store.ts";
import type { Sender } from "../mail/sender.server.ts";

/** How a process is set up, as far as its operator is shown it: no secret is in it. */
export interface Setup {
  readonly dataDir: string;
  /** Host of the installation's own mail server; null while mail goes to the outbox. */
  readonly mailServer: string | null;
  /** Host of the mailbox that replies and bounces are read from; null where none is set. */
  readonly mailbox: string | null;
  /** Whether that mailbox takes mail to an address, given in lower case. */
  readonly mailboxTakes?: ((address: string) => boolean) | undefined;
  /**
   * What receivers check its signatures with, where it signs: the selector, and the public half of its key.
   */
  readonly signing?: { readonly selector: string; readonly publicKey: string } | undefined;
}

/** What every part of one running installation shares and no request changes. */
export interface Installation {
  /** Where people reach it, without a trailing slash; absolute links are made from it. */
  readonly publicUrl: string;
  /** The name of this place, in mails and whatever else is no page. */
  readonly brand: string;
  readonly files: FileStore;
  /** Whom the product's own mail comes from. */
  readonly sender: Sender;
  readonly operatorEmails: readonly string[];
  /**
   * What an account may store of photos and videos, in bytes: usually, and before an owner's address is
   * verified.
   */
  readonly mediaRoom?: { readonly most: number; readonly unverified: number } | undefined;
  /**
   * What the operator's console says of how this process is set up; left out where there is no such process.
   */
  readonly setup?: Setup | undefined;
}

let current: Installation | undefined;

/** Says what this process works with; called once by the start, and by tests. */
export function useInstallation(installation: Installation): void {
  current = installation;
}

/** Whether somebody runs this installation: by their address, once they have shown that it is theirs. */
export function operates(person: { readonly email: string; readonly emailVerified: boolean }): boolean {
  return person.emailVerified && installation().operatorEmails.includes(person.email.toLowerCase());
}

/** The installation this process belongs to. */
export function installation(): Installation {
  if (!current) throw new Error("no installation: the start has not called useInstallation");
  return current;
}
