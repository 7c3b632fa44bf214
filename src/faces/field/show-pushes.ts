import type { Shown } from "#ground/notifications/public.ts";

// Runs in the worker of the account's pages: shows what the server sends, and opens it at a tap.

interface Extended extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Pushed extends Extended {
  readonly data: { json(): unknown } | null;
}
interface Tapped extends Extended {
  readonly notification: Notification;
}
interface Renewed extends Extended {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: "push", hear: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", hear: (event: Tapped) => void): void;
  addEventListener(name: "pushsubscriptionchange", hear: (event: Renewed) => void): void;
}

const worker: Scope = globalThis as typeof globalThis & Scope;
const HOME = "/account/dashboard";

/** What to show for a message. Something must be shown for each, even for one that can't be read. */
function shownOf(data: Pushed["data"]): Shown {
  const unknown = { id: "", tag: "unknown", title: "Something happened", body: "", path: HOME };
  try {
    const sent = data?.json() as Partial<Record<keyof Shown, unknown>> | null;
    const text = (name: keyof Shown) => {
      const value = sent?.[name];
      return typeof value === "string" ? value : unknown[name];
    };
    const [id, tag, title, body, path] = [text("id"), text("tag"), text("title"), text("body"), text("path")];
    return { id, tag, title, body, path: path.startsWith("/account/") ? path : HOME };
  } catch {
    return unknown;
  }
}

async function show(data: Pushed["data"]): Promise<void> {
  const { id, tag, title, body, path } = shownOf(data);
  const { registration } = worker;
  const same = await registration.getNotifications({ tag });
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    icon: "/apple-touch-icon.png",
    data: { id, path },
    // A message that arrives again, or by a second subscription of this browser, doesn't ring again.
    renotify: !same.some((one) => (one.data as { id?: unknown } | null)?.id === id),
  };
  await registration.showNotification(title, options);
}

/** In the page that shows it already, else in a new one: another page may have unsaved input. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const { path = HOME } = (notification.data ?? {}) as { path?: string };
  const { href } = new URL(path, location.origin);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const here = pages.find(({ url }) => url === href);
  await (here ? here.focus() : worker.clients.openWindow(href));
}

/** The browser got another address: the server must know it. If it can't now, the next page says it. */
async function renew({ oldSubscription, newSubscription }: Renewed): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  const fresh =
    newSubscription ??
    (key &&
      (await worker.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })));
  if (!fresh) return;
  const { endpoint = "", keys = {} } = fresh.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const body = new URLSearchParams({ endpoint, p256dh, auth });
  await fetch("/account/settings/notifications/device", { method: "POST", body, redirect: "error" });
}

/** Shows notifications, and opens what they are about. */
export function listenForPushes(): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));
  worker.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
  worker.addEventListener("pushsubscriptionchange", (event) =>
    event.waitUntil(renew(event).catch(() => undefined)),
  );
}
