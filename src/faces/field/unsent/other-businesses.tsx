import { useEffect, useState } from "react";
import { type UnsentElsewhere, type Who, findUnsentElsewhere } from "#ground/sync/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { previousBusiness } from "../current-user.ts";

/** Unsent work for businesses that this person isn't in now; undefined until it is loaded. */
export function useWorkElsewhere({ account: now, user }: Who): readonly UnsentElsewhere[] | undefined {
  const [left, setLeft] = useState<readonly UnsentElsewhere[]>();
  useEffect(() => {
    let isGone = false;
    void findUnsentElsewhere({ account: now, user })
      .catch(() => [])
      .then((found) => isGone || setLeft(found));
    return () => {
      isGone = true;
    };
  }, [now, user]);
  return left;
}

/** Reports unsent work for a business that this person has left: it is neither lost nor sent. */
export function WorkElsewhere({ who }: { who: Who }) {
  return useWorkElsewhere(who)?.map(({ account, open }) => {
    const business = previousBusiness(account) ?? "another business";
    return (
      <p className="field-left" role="status" key={account}>
        <Icon name="warning" />
        <span>
          <b>
            {open === 1 ? "1 change or photo" : `${open} changes and photos`} for {business}{" "}
            {open === 1 ? "was" : "were"} not sent
          </b>{" "}
          because you don’t work there right now. {open === 1 ? "It stays" : "They stay"} on this device. Ask{" "}
          {business} to add you back, and then{" "}
          {open === 1 ? "it sends automatically" : "they send automatically"}.
        </span>
      </p>
    );
  });
}
