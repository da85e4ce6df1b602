import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddress } from '../../../../ui/use-address.ts';

/** Delay before the address changes: browsers limit how often a held key may change it. */
const restMs = 120;

/**
 * The chosen order. It is state here, so that fast key presses each start from the previous one. The address follows
 * it, and overrides it when it changes otherwise: back, a link, a notification.
 */
export function usePlace() {
  const { pathname } = useLocation();
  const address = useAddress();
  const named = address.read('order');
  const [id, setId] = useState(named);
  const here = useRef(named);
  /** Addresses written here that the router has not rendered yet. */
  const written = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (!written.current.delete(named) && named !== here.current) {
      here.current = named;
      setId(named);
    }
    if (named === here.current) written.current.clear();
  }, [named]);
  const choose = (orderId: string) => {
    here.current = orderId;
    setId(orderId);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The user has gone to another page, which is not shown yet.
      if (window.location.pathname !== pathname) return;
      written.current.add(here.current);
      address.type({ order: here.current });
    }, restMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { id, here, choose };
}
