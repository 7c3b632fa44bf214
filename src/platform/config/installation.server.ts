import type { FileStore } from "../files/file-store.ts";
import type { Sender } from "../mail/sender.server.ts";

/** What every part of one running installation shares and no request changes. */
export interface Installation {
  /** Where people reach it, without a trailing slash; absolute links are made from it. */
  readonly publicUrl: string;
  readonly files: FileStore;
  /** Whom the product's own mail comes from. */
  readonly sender: Sender;
  readonly operatorEmails: readonly string[];
}

let current: Installation | undefined;

/** Says what this process works with; called once by the start, and by tests. */
export function useInstallation(installation: Installation): void {
  current = installation;
}

/** The installation this process belongs to. */
export function installation(): Installation {
  if (!current) throw new Error("no installation: the start has not called useInstallation");
  return current;
}
