import { listenForDeeds } from "#features/events/listeners.server.ts";
import { listenForClients } from "#features/jobs/listeners.server.ts";
import { listenForEvidence } from "#features/evidence/listeners.server.ts";
import { listenForPeople } from "#features/leads/listeners.server.ts";
import { listenForPrograms } from "#features/api/events.server.ts";
import { listenForRecipients } from "#features/reports/listeners.server.ts";
import { listenForErased } from "#features/pipeline/listeners.server.ts";
import { listenForSigners } from "#features/signatures/listeners.server.ts";
import { turnOffSetUpBy, useOffSwitches } from "#features/businesses/public.server.ts";
import { onFirstProof } from "#features/identity/public.server.ts";
import { listenForLeads } from "#features/sequences/listeners.server.ts";
import { offSwitches } from "./acting.ts";

let done = false;

/** Wires who listens to whom: one line per feature. Called once per process, before anything is served. */
export function subscribe(): void {
  if (done) return;
  done = true;
  // First: what others decide may depend on it.
  listenForDeeds();
  listenForPeople();
  listenForLeads();
  listenForPrograms();
  listenForErased();
  listenForClients();
  listenForRecipients();
  listenForEvidence();
  listenForSigners();
  useOffSwitches(offSwitches);
  onFirstProof(turnOffSetUpBy);
}
