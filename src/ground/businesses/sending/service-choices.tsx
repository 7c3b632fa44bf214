import { LinkButton } from "#ui/button.tsx";
import { mailService, serviceChoices, type ServiceChoice } from "./services.ts";

const labelOf = (choice: ServiceChoice): string => {
  const name = mailService(choice)?.name;
  return name ? `Connect ${name}` : "Other email";
};

/** One button per provider, the well-known first. */
export function ServiceChoices({
  kind,
  addressOf,
  what,
  offers = [],
}: {
  kind: "smtp" | "imap";
  addressOf: (choice: ServiceChoice) => string;
  /** What is connected, for people who hear the buttons without their surroundings. */
  what: string;
  /** Names of the providers where they can sign in instead. */
  offers?: readonly string[];
}) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {serviceChoices(kind, offers).map((choice) => (
        <LinkButton
          key={choice}
          kind="plain"
          size="small"
          href={addressOf(choice)}
          aria-label={`${labelOf(choice)}: ${what}`}
        >
          {labelOf(choice)}
        </LinkButton>
      ))}
    </div>
  );
}
