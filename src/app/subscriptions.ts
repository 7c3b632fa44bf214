import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { listenForClients } from "#trade/jobs/listeners.server.ts";
import { listenForEvidence } from "#ground/evidence/listeners.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { setApiResources } from "#faces/api/scopes.server.ts";
import { setInvoiceSources } from "#faces/api/quickbooks/invoices.server.ts";
import { setAuthorLists } from "#faces/field/former-people.server.ts";
import { listenForNamed } from "#ground/notifications/listeners.server.ts";
import { listenForPapers } from "#ground/papers/listeners.server.ts";
import { listenForClosedOut } from "#trade/closeouts/listeners.server.ts";
import { listenForRecipients } from "#trade/reports/listeners.server.ts";
import { listenForErased } from "#faces/pipeline/listeners.server.ts";
import { listenForSigners } from "#ground/signatures/listeners.server.ts";
import { turnOffSetupOf, setOffSwitches } from "#ground/businesses/public.server.ts";
import { onFirstVerification } from "#ground/identity/public.server.ts";
import { offerDrips } from "#trade/drips/listeners.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { visitsResource } from "#trade/visits/public.server.ts";
import { listenForVisitors } from "#trade/visits/listeners.server.ts";
import { offSwitches } from "./off-switches.ts";
import { serverTools } from "./tools.server.ts";

let done = false;

/**
 * Connects listeners to events, one line per feature, and tells the API, devices and takeovers what the tools
 * have. Call once per process, before anything is served.
 */
export function subscribe(): void {
  if (done) return;
  done = true;
  // First, because the decisions of others may depend on it.
  listenForDeeds();
  listenForPeople();
  listenForLeads();
  offerDrips();
  listenForWebhooks();
  listenForErased();
  listenForClients();
  listenForNamed();
  listenForPapers();
  listenForRecipients();
  listenForClosedOut();
  listenForEvidence();
  listenForSigners();
  listenForVisitors();
  for (const tool of serverTools) {
    tool.listen?.();
    tool.defineFollowUps?.();
  }
  setApiResources([visitsResource, ...serverTools.flatMap((tool) => tool.api ?? [])]);
  setInvoiceSources(serverTools.flatMap((tool) => tool.invoices ?? []));
  setAuthorLists(serverTools.flatMap((tool) => tool.authors ?? []));
  setOffSwitches(offSwitches);
  onFirstVerification(turnOffSetupOf);
}
