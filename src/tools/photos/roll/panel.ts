/** What is open above the bar of selected photos. */
export type Panel = "tags" | "album" | "hide" | "caption" | "more";
