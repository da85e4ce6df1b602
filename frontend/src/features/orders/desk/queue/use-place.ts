import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../ui/desk/use-address.ts';

/** The address follows the keyboard once it rests, or a held key would fill the history's limits. */
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
  const written = useRef(named);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (named !== written.current) {
    written.current = named;
    here.current = named;
    setId(named);
  }
  const choose = (orderId: string) => {
    here.current = orderId;
    setId(orderId);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current = here.current;
      address.type({ order: here.current });
    }, restMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { id, here, choose };
}
