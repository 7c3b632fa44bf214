/** What was just done, as an address says it. */
export const DONE: Readonly<Record<string, string>> = {
  added: "It’s in the library now.",
  version: "The new version is on every job that has this sheet. The older one stays below.",
  put: "It’s on the job now.",
  off: "It’s off the job. Where and when it was used stays in the records.",
  edit: "Saved.",
  remove: "It’s out of the library. Its versions stay, and you can put it back.",
  restore: "It’s back in the library.",
};
