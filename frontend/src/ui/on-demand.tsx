import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component in a chunk of its own that is drawn the moment its chunk is there, with something in its place until
 * then. For dialogs and menus, which open at somebody's wish: React keeps 300 ms between what two suspended
 * boundaries reveal, and a person waits for all of them. A chunk that does not come breaks the nearest boundary.
 */
export function onDemand<Props extends object>(
  load: Load<Props>,
  placeholder?: (props: Props) => ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [Drawn, setDrawn] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly cause: unknown }>();
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (chunk) => {
          loaded = chunk.default;
          setDrawn(() => loaded);
        },
        (cause: unknown) => setFailure({ cause }),
      );
    }, []);
    if (failure !== undefined) throw failure.cause;
    return Drawn === undefined ? placeholder?.(props) : <Drawn {...props} />;
  };
}
