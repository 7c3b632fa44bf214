import type { DetailedHTMLProps, HTMLAttributes, ReactNode } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "viewer-guest": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
      "viewer-member": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}

/**
 * Who a bar is drawn for. `both` is a prerendered page: each variant is marked, and the server cuts out the
 * one that does not apply.
 */
export type Viewer = "both" | "member";

/** Shown to a visitor who is not signed in. Never nested, never with an id that its counterpart has too. */
export function ForGuest({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return viewer === "both" ? <viewer-guest>{children}</viewer-guest> : null;
}

/** Shown to a signed-in person. */
export function ForMember({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return viewer === "both" ? <viewer-member>{children}</viewer-member> : children;
}
