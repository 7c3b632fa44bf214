import { LinkButton } from "#ui/button.tsx";
import type { ProviderLink } from "./openid.server.ts";

/** Links to sign in with a provider; nothing where none is configured. */
export function ProviderLinks({ providers }: { providers: readonly ProviderLink[] }) {
  if (providers.length === 0) return null;
  return (
    <nav className="mt-3 mb-6 flex flex-wrap gap-3" aria-label="Other ways to log in">
      {providers.map(({ name, path }) => (
        <LinkButton key={path} href={path} kind="plain">
          Continue with {name}
        </LinkButton>
      ))}
    </nav>
  );
}
