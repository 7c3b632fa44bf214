/**
 * The oldest browsers that every built script supports (the README names them). Older ones get the public
 * pages, which need no script.
 */
export const BROWSERS = ["chrome111", "edge111", "firefox115", "safari16.4", "ios16.4"];
