import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../ui/desk/use-address.ts';

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
  const lastNamed = useRef(named);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (named !== lastNamed.current) {
    lastNamed.current = named;
    // While a change of our own is still to be written, what arrives is an older one.
    if (named !== here.current && timer.current === undefined) {
      here.current = named;
      setId(named);
    }
  }
  const choose = (orderId: string) => {
    here.current = orderId;
    setId(orderId);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      address.type({ order: here.current });
    }, restMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { id, here, choose };
}
