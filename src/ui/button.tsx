import type { ButtonHTMLAttributes, AnchorHTMLAttributes, ReactNode } from "react";

/**
 * `signal` is for the one main action of a screen; everything else is `chalk` or `plain`. `stop` is for
 * destructive actions.
 */
export type ButtonKind = "chalk" | "signal" | "plain" | "stop" | "quiet";

interface Look {
  kind?: ButtonKind;
  size?: "small" | "large";
  wide?: boolean;
  children: ReactNode;
}

const look = ({ kind, size, wide }: Omit<Look, "children">, className = "") => ({
  className: `button ${className}`.trimEnd(),
  "data-kind": kind === "chalk" ? undefined : kind,
  "data-size": size,
  "data-wide": wide ? "" : undefined,
});

/** A button that isn't a link. @public */
export function Button({
  kind,
  size,
  wide,
  className,
  type = "button",
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  // oxlint-disable-next-line react/button-has-type -- always one of the three: it defaults to "button" above
  return <button type={type} {...look({ kind, size, wide }, className)} {...rest} />;
}

/** A link that looks like a button because it leads to the next step. */
export function LinkButton({
  kind,
  size,
  wide,
  className,
  href,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a href={href} {...look({ kind, size, wide }, className)} {...rest} />;
}

/**
 * Submits its form. `busy` is its label while the browser posts (set by enhance.ts on native forms). A
 * hydrated screen that posts with React Router passes `sending` instead.
 */
export function SubmitButton({
  busy,
  sending = false,
  kind = "chalk",
  size,
  wide,
  className,
  children,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: string; sending?: boolean }) {
  return (
    <button
      type="submit"
      data-busy={busy}
      aria-disabled={sending || undefined}
      aria-busy={sending || undefined}
      {...look({ kind, size, wide }, className)}
      {...rest}
    >
      {sending && busy ? busy : children}
    </button>
  );
}

/** Copies the text of the element with that id and shows `Copied` for a moment. Hidden without script. */
export function CopyButton({
  target,
  kind = "plain",
  size = "small",
  children = "Copy",
  ...rest
}: Partial<Look> & { target: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" data-copy={target} {...look({ kind, size })} {...rest}>
      {children}
    </button>
  );
}
