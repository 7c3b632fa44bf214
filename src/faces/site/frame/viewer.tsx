import type { DetailedHTMLProps, ReactNode } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "viewer-guest": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
      "viewer-member": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}

/**
 * The viewer that a bar is rendered for. `both` is a prerendered page: each variant is marked, and the
 * server removes the one that doesn't apply.
 */
export type Viewer = "both" | "member";

/** Shown to visitors who aren't signed in. Never nest it, or use an id that its counterpart has too. */
export function ForGuest({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return viewer === "both" ? <viewer-guest>{children}</viewer-guest> : null;
}

/** Shown to signed-in people. */
export function ForMember({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return viewer === "both" ? <viewer-member>{children}</viewer-member> : children;
}
