import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../ui/use-address.ts';

/** The address follows once the keyboard rests: a held key would else ask the browser for more changes than it grants. */
const restMs = 120;

/**
 * Which order is chosen. Held here, so that keys pressed faster than pages are drawn each move on from the one before;
 * the address follows, and leads when it changes by itself: back, a link, a notification.
 */
export function usePlace() {
  const address = useAddress();
  const named = address.read('order');
  const [id, setId] = useState(named);
  const here = useRef(named);
  /** Written from here and not drawn yet: the router draws late, when the keyboard may be further on. */
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
      written.current.add(here.current);
      address.type({ order: here.current });
    }, restMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { id, here, choose };
}
