const DEVICE = "/account/settings/notifications/device";

/** `ask`: the person has not been asked yet, or turned it off here. */
export type PushState = "unsupported" | "blocked" | "ask" | "on";

/** Under this key a browser remembers whose notifications it shows. */
const keyOf = (userId: string) => `notifications ${userId}`;

const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether this browser shows notifications to a person. */
export async function pushState(userId: string): Promise<PushState> {
  if (!canPush()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted" || localStorage.getItem(keyOf(userId)) === null) return "ask";
  const registration = await navigator.serviceWorker.getRegistration("/account/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "ask";
}

/**
 * Asks for permission and has this browser show notifications. Call it in answer to a tap: browsers refuse to
 * ask otherwise.
 * @param key of the installation
 */
export async function turnPushOn(userId: string, key: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "ask";
  await renew(userId, key);
  return "on";
}

/** Gives the server the browser's address: it may have changed, and a new login needs it again. */
export async function renew(userId: string, key: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // It was made for another key of the server, which can't send there anymore.
  const isOurs = known && keyText(known.options.applicationServerKey) === key;
  if (known && !isOurs) await known.unsubscribe();
  const subscription = isOurs
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await post({ endpoint, p256dh, auth, zone });
  localStorage.setItem(keyOf(userId), "on");
}

/** Shows no more notifications here. */
export async function turnPushOff(userId: string): Promise<void> {
  localStorage.removeItem(keyOf(userId));
  const registration = await navigator.serviceWorker.getRegistration("/account/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await post({ do: "off", endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

const keyText = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @throws Error unless the server accepted it */
async function post(fields: Record<string, string>): Promise<void> {
  const answer = await fetch(DEVICE, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "error",
  });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
}
