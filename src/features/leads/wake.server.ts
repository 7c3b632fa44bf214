let woken: () => void = () => {};

/** Says who wants to know at once that a lead was captured; wired by src/subscriptions.ts. Others find out within the second. */
export function onLeadCommitted(listener: () => void): void {
  woken = listener;
}

/** Called after a capture has committed. */
export function leadCaptured(): void {
  woken();
}
