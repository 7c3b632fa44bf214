import { SYSTEM_ACCOUNT } from "../../db/scope.server.ts";
import { loggableError } from "../../log/log.server.ts";
import { counter } from "../../metrics/metrics.server.ts";
import { type Claimed, createSending, type Sending } from "../../sending/sending.server.ts";
import { createSignal } from "../../sending/signal.ts";
import { systemClock } from "../../time/clock.ts";
import { consequence, needsRecheck, changeIfWithheld, type MailChange } from "./outcome.server.ts";
import type { Delivered, Delivery } from "../smtp/delivery.ts";
import { createDelivery, createBusinessDelivery } from "../smtp/delivery.server.ts";
import type { Mailer, MailerOptions } from "./mailer.ts";
import type { MailMessage } from "../message.ts";
import { createBusinessServers } from "./business-servers.server.ts";
import { releaseOrphans } from "./orphans.server.ts";
import { messageOfRow } from "./row.server.ts";
import { createSlots } from "./slots.ts";

type ClaimedMail = Claimed<MailMessage>;

/** Where a message goes: the installation's mail server, or a business's own. */
interface Outlet {
  readonly delivery: Delivery;
  ahead?(slot: number): MailMessage | undefined;
  onDelivered(delivered: Delivered): void;
}

const outcomes = counter(
  "plumbline_mail_outcomes_total",
  "Messages this process finished, by outcome",
  "outcome",
);

const STRAY_AFTER = { minutes: 5 };
/**
 * Messages claimed ahead per connection: enough that claiming costs little, few enough that other workers get
 * their share.
 */
const CLAIMED_PER_SLOT = 16;

/** @throws SettingsError for a DKIM key that can't sign */
export function createMailer(options: MailerOptions): Mailer {
  const {
    database,
    clock = systemClock,
    log,
    onOutcome,
    mayStillSend,
    backoff,
    random = Math.random,
    ownServers,
  } = options;
  const delivery = createDelivery({ ...options, clock });
  const installationOutlet: Outlet = {
    delivery,
    ahead,
    onDelivered: ({ serverAway }) => sending.noteReachability(Boolean(serverAway)),
  };
  const ready: ClaimedMail[] = [];
  const slots = createSlots<ClaimedMail>(delivery.slots, {
    work,
    mayGoOn: () => !sending.isStopping && !sending.isPaused,
    handBack: (item) => sending.accept([item]),
    freed: () => sending.pump(),
  });
  const own =
    ownServers &&
    createBusinessServers<ClaimedMail>(ownServers, {
      open: (server, connections) => createBusinessDelivery(server, connections, { ...options, clock }),
      handOver: (item, slot, theirs, onDelivered) => work(item, slot, { delivery: theirs, onDelivered }),
      sendByInstallation({ message, ...item }) {
        const { address, name } = options.sender.mailbox;
        sending.accept([
          { ...item, message: { ...message, fromAddress: address, fromName: message.fromName || name } },
        ]);
        sending.pump();
      },
      failed: (item, verdict) =>
        sending.settle(
          item,
          consequence(item.message, verdict, { now: clock.now(), via: "smtp", random: random(), backoff }),
        ),
      later: (item, ms) => sending.release(item, clock.now().add({ milliseconds: ms })),
      isHurried: () => sending.isHurried,
    });
  const capacity = delivery.slots * CLAIMED_PER_SLOT;
  const room = createSignal();
  const isFull = () => ready.length > capacity / 2;

  const sending: Sending<MailMessage, MailChange> = createSending(
    "mail",
    { database, clock, log, random, outcomes },
    {
      messageOf: messageOfRow,
      vacancies: () => capacity - ready.length,
      accept(items) {
        for (const item of items)
          if (own && isOwn(item.message)) own.take(item.message.accountId, item);
          else ready.push(item);
      },
      start() {
        while (ready.length > 0 && slots.free > 0) slots.begin(ready.shift()!);
        if (isFull()) return false;
        // Queued messages first; claims that wait for room add to them.
        room.give();
        return true;
      },
      woken() {
        // While others are free, nothing waits for a connection that hangs.
        if (slots.free > 0) ready.unshift(...slots.takeBack());
      },
      report: (message, { state, via, permanent, reason }) =>
        onOutcome?.({
          message,
          state,
          via,
          permanent: permanent ?? null,
          reason: reason ?? null,
          addressBad: reason === "bad_address",
        }),
      releaseOrphans: (flight, known, now) =>
        releaseOrphans(database.app, flight, known, now.subtract(STRAY_AFTER)),
      takeBack: () => [...ready.splice(0), ...slots.takeBack(), ...(own?.takeBack() ?? [])],
      abort() {
        delivery.abort();
        own?.abort();
      },
      close() {
        delivery.close();
        own?.close();
      },
    },
  );
  const claim = () =>
    sending.key === undefined || sending.isStopping ? undefined : { claimer: sending.key };

  /**
   * A business's mail with its own sender address goes over its own server, so telling them apart needs no
   * query.
   */
  function isOwn({ accountId, fromAddress }: MailMessage): boolean {
    return fromAddress !== options.sender.mailbox.address && accountId !== SYSTEM_ACCOUNT;
  }

  async function work(item: ClaimedMail, slot: number, over: Outlet = installationOutlet): Promise<void> {
    try {
      item.slot = slot;
      await handOver(item, over);
    } catch (error) {
      const { accountId, id: mailId } = item.message;
      log.error({ accountId, mailId, error: loggableError(error) }, "mail: a message went back to the queue");
      sending.release(item);
    }
  }

  /** The next message of a busy connection, to announce it along with the end of the current one. */
  function ahead(slot: number): MailMessage | undefined {
    // If a connection is free, nothing needs to wait for this one.
    const next = slots.free > 0 ? undefined : ready.shift();
    if (next) slots.promise(slot, next);
    sending.pump();
    return next?.message;
  }

  async function handOver(item: ClaimedMail, over: Outlet): Promise<void> {
    const { message, slot } = item;
    // The claim's session is gone, and with it the right to send; recovery queues the message again.
    if (item.claimer !== sending.key) return sending.forget(item);
    if (message.kind !== "transactional" && mayStillSend && needsRecheck(message, clock.now())) {
      const instead = changeIfWithheld(await mayStillSend(message));
      if (instead) return sending.settle(item, instead);
    }
    const delivered = await over.delivery.deliver(slot, message, {
      commit: () => sending.commit(item, { state: "committing" }),
      ahead: over.ahead && (() => over.ahead!(slot)),
    });
    over.onDelivered(delivered);
    const { verdict } = delivered;
    if (verdict.is === "lost") return sending.release(item);
    sending.settle(
      item,
      consequence(message, verdict, { now: clock.now(), via: over.delivery.via, random: random(), backoff }),
    );
  }

  const { start, stop, wake, sendDue, recover } = sending;
  return {
    start,
    stop,
    wake,
    sendDue,
    recover,
    claim,
    async claimSoon(withinMs) {
      if (claim() && isFull()) await room.wait(withinMs);
      return isFull() || sending.isPaused ? undefined : claim();
    },
    sendClaimed(claim, messages) {
      sending.accept(
        messages
          .filter(({ state }) => state === "claimed")
          .map((message) => ({ message, claimer: claim.claimer, slot: 0 })),
      );
      sending.pump();
    },
  };
}
