import type { Bounce } from "./bounce.ts";
import type { Reaction } from "./reaction.ts";

/**
 * The kind of an incoming mail. A bounce or complaint must name the message it is about by its Message-ID.
 */
export type Returned =
  | { readonly is: "answer"; readonly asksToStop: boolean }
  /**
   * Written by a program, such as an out-of-office note or a receipt: no reply, and no known failure. Mail
   * programs also send these to unsubscribe their users.
   */
  | { readonly is: "automatic"; readonly asksToStop?: boolean }
  /** An emoji reaction to a mail of ours. */
  | ({ readonly is: "reaction" } & Reaction)
  | ({ readonly is: "bounce" } & Bounce)
  | { readonly is: "complaint"; readonly messageId: string };
