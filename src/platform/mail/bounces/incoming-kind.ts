import type { Bounce } from "./bounce.ts";
import type { Reaction } from "./reaction.ts";

/**
 * What a mail that came in is. A bounce and a complaint name the message that they are about by its
 * Message-ID, or they are neither.
 */
export type Returned =
  | { readonly is: "answer"; readonly asksToStop: boolean }
  /**
   * Written by a program, such as an out-of-office note or a receipt: nobody answered, and nothing is known
   * to have failed. Mail programs unsubscribe for their people by such a mail.
   */
  | { readonly is: "automatic"; readonly asksToStop?: boolean }
  /** Somebody tapped on a mail of ours. */
  | ({ readonly is: "reaction" } & Reaction)
  | ({ readonly is: "bounce" } & Bounce)
  | { readonly is: "complaint"; readonly messageId: string };
