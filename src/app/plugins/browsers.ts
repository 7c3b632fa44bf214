/**
 * The oldest browsers that every built script is written for (README names them). Older ones get public
 * pages, which need no script.
 */
export const BROWSERS = ["chrome111", "edge111", "firefox115", "safari16.4", "ios16.4"];
